import { startProcess } from '../../common/threads/index.js';

/** Length of the standard error tail that is kept, to explain an exit. */
const LAST_WORDS_LENGTH = 600;

/** A worker process and its channel. */
export interface WorkerLink {
  /** Messages to a dead worker are lost; `onExit` reports the exit. */
  send(request: unknown): void;
  onMessage(listener: (reply: unknown) => void): void;
  /** Called once, on exit. */
  onExit(listener: () => void): void;
  kill(): void;
  /** The end of its standard error, as far as available. */
  lastWords(): string;
}

/**
 * For native code that may crash its process.
 * @param modulePath The module to run, relative to the caller, with the suffix `.js`.
 * @param nodeOptions Node options of the process.
 * @param env Its complete environment.
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
