import { startProcess } from '../../common/threads/index.js';

/** How much is kept of a process's standard error: it explains why it ended. */
const LAST_WORDS_LENGTH = 600;

/** A process in which an engine runs, and the channel to it. */
export interface WorkerLink {
  /** Messages to a dead worker are lost; `onExit` reports its end. */
  send(request: unknown): void;
  onMessage(listener: (reply: unknown) => void): void;
  /** Called once, when it is gone. */
  onExit(listener: () => void): void;
  kill(): void;
  /** What it wrote before it died, as far as that can be known. */
  lastWords(): string;
}

/**
 * For native code that may take its process down.
 * @param modulePath What it runs, relative to the caller, with the suffix `.js`.
 * @param nodeOptions Options of Node for the process.
 * @param env All of its environment.
 */
export function processLink(
  importMetaUrl: string,
  modulePath: string,
  nodeOptions: readonly string[],
  env: Readonly<Record<string, string>> = {},
): WorkerLink {
  const child = startProcess(importMetaUrl, modulePath, nodeOptions, env);
  let lastWords = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS_LENGTH);
  });
  child.on('error', () => undefined);
  return {
    send: (request) => void (child.connected && child.send(request as object, () => undefined)),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('close', listener),
    kill: () => child.kill('SIGKILL'),
    lastWords: () => lastWords.trim(),
  };
}
