import { parentPort, workerData } from 'node:worker_threads';
import { CorpusEars, TurnEars } from '../corpus-ears.js';
import type { DuplexEvent } from '../corpus.js';
import type { SpokenPart } from '../turn-corpus.js';

/** Known utterances of the callers. */
export type EarsSetup =
  | { readonly kind: 'events'; readonly known: readonly DuplexEvent[] }
  | { readonly kind: 'parts'; readonly known: readonly SpokenPart[] };

export interface EarsQuestion {
  readonly id: number;
  readonly samples: Int16Array;
  readonly sampleRateHz: number;
}

export interface EarsAnswer {
  readonly id: number;
  readonly words: string | undefined;
}

const setup = workerData as EarsSetup;
const ears = setup.kind === 'events' ? new CorpusEars(setup.known) : new TurnEars(setup.known);

parentPort?.on('message', ({ id, samples, sampleRateHz }: EarsQuestion) => {
  const answer: EarsAnswer = { id, words: ears.wordsIn(samples, sampleRateHz) };
  parentPort?.postMessage(answer);
});
