/** Sample rate of all caller audio. */
export const CALLER_RATE_HZ = 16_000;

/** Inputs and outputs of one kind of engine, as cloneable types. */
export interface EngineTypes {
  /** The configuration to load. */
  readonly setup: unknown;
  /** Its properties after loading. */
  readonly facts: unknown;
  /** A job that runs to completion, and its outcome. */
  readonly job: unknown;
  readonly outcome: unknown;
  /** The options of an utterance, its partial words, and its final result. */
  readonly utterance: unknown;
  readonly words: unknown;
  readonly heard: unknown;
}

/** Requests to a worker. The requester numbers jobs and utterances. */
export type WorkerRequest<E extends EngineTypes> =
  /** First, and once. */
  | { readonly kind: 'load'; readonly setup: E['setup'] }
  /** One at a time. */
  | { readonly kind: 'job'; readonly job: number; readonly request: E['job'] }
  | { readonly kind: 'cancel-job'; readonly job: number }
  | { readonly kind: 'begin'; readonly utterance: number; readonly how: E['utterance'] }
  | { readonly kind: 'audio'; readonly utterance: number; readonly samples: Int16Array }
  | { readonly kind: 'end'; readonly utterance: number }
  | { readonly kind: 'cancel'; readonly utterance: number };

export type UtteranceReply<E extends EngineTypes> =
  /** The words after `samples` more samples were processed. */
  | {
      readonly kind: 'hearing';
      readonly utterance: number;
      readonly samples: number;
      readonly words: E['words'];
    }
  | { readonly kind: 'heard'; readonly utterance: number; readonly heard: E['heard'] }
  | { readonly kind: 'utterance-failed'; readonly utterance: number; readonly message: string };

export type WorkerReply<E extends EngineTypes> =
  | { readonly kind: 'loaded'; readonly facts: E['facts'] }
  | { readonly kind: 'load-failed'; readonly message: string }
  /** The job has started: earlier work is done. */
  | { readonly kind: 'begun'; readonly job: number }
  | { readonly kind: 'piece'; readonly job: number; readonly samples: Int16Array }
  | { readonly kind: 'done'; readonly job: number; readonly outcome: E['outcome'] }
  | { readonly kind: 'job-failed'; readonly job: number; readonly message: string }
  | UtteranceReply<E>;
