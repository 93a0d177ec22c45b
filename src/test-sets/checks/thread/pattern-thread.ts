import { parentPort } from 'node:worker_threads';

/** Runs regular expressions in a thread that can be terminated. */

export interface PatternQuestion {
  readonly pattern: string;
  readonly text: string;
}

export type PatternThreadMessage = 'ready' | 'match' | 'no-match';

const tell = (message: PatternThreadMessage) => parentPort?.postMessage(message);

parentPort?.on('message', ({ pattern, text }: PatternQuestion) => {
  tell(new RegExp(pattern, 'iu').test(text) ? 'match' : 'no-match');
});
tell('ready');
