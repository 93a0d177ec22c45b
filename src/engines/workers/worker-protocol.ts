/** Rate of all audio of callers. */
export const CALLER_RATE_HZ = 16_000;

/** What one kind of engine is given and gives, in types that can be cloned. */
export interface EngineTypes {
  /** What it loads. */
  readonly setup: unknown;
  /** What is known of it once it is loaded. */
  readonly facts: unknown;
  /** A job that runs to completion, and its outcome. */
  readonly job: unknown;
  readonly outcome: unknown;
  /** How an utterance is to be understood, its words so far, and all that was heard. */
  readonly utterance: unknown;
  readonly words: unknown;
  readonly heard: unknown;
}

/** What a worker is asked. Jobs and utterances are numbered by the asker. */
export type WorkerRequest<E extends EngineTypes> =
  /** Comes first, and once. */
  | { readonly kind: 'load'; readonly setup: E['setup'] }
  /** One at a time. */
  | { readonly kind: 'job'; readonly job: number; readonly request: E['job'] }
  | { readonly kind: 'cancel-job'; readonly job: number }
  | { readonly kind: 'begin'; readonly utterance: number; readonly how: E['utterance'] }
  | { readonly kind: 'audio'; readonly utterance: number; readonly samples: Int16Array }
  | { readonly kind: 'end'; readonly utterance: number }
  | { readonly kind: 'cancel'; readonly utterance: number };

export type UtteranceReply<E extends EngineTypes> =
  /** The words so far, after `samples` more samples were taken. */
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
  /** It has come to the job: what was asked before it is done. */
  | { readonly kind: 'begun'; readonly job: number }
  | { readonly kind: 'piece'; readonly job: number; readonly samples: Int16Array }
  | { readonly kind: 'done'; readonly job: number; readonly outcome: E['outcome'] }
  | { readonly kind: 'job-failed'; readonly job: number; readonly message: string }
  | UtteranceReply<E>;
