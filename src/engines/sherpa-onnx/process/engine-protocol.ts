import type { EngineConfig } from '../models/engine-config.js';

/** Rate of all audio of callers. */
export const CALLER_RATE_HZ = 16_000;

/** What the process that asks and the one that runs the engine say to each other. Jobs and utterances are numbered by the asker. */
export type JobRequest =
  | { readonly kind: 'transcribe'; readonly samples: Int16Array }
  | { readonly kind: 'speak'; readonly text: string; readonly speaker: number; readonly speed: number };

export type EngineRequest =
  /** Comes first, and once. */
  | { readonly kind: 'load'; readonly engine: EngineConfig; readonly packageDirectory: string }
  /** One at a time. */
  | { readonly kind: 'job'; readonly job: number; readonly request: JobRequest }
  | { readonly kind: 'cancel-job'; readonly job: number }
  | { readonly kind: 'begin'; readonly utterance: number }
  | { readonly kind: 'audio'; readonly utterance: number; readonly samples: Int16Array }
  | { readonly kind: 'end'; readonly utterance: number }
  | { readonly kind: 'cancel'; readonly utterance: number };

/** What is known of a loaded engine. */
export interface EngineFacts {
  /** Rate at which a voice speaks. */
  readonly sampleRateHz: number;
  /** Speakers of a voice. */
  readonly speakers: number;
}

export type EngineReply =
  | { readonly kind: 'loaded'; readonly facts: EngineFacts }
  | { readonly kind: 'load-failed'; readonly message: string }
  | { readonly kind: 'piece'; readonly job: number; readonly samples: Int16Array }
  | { readonly kind: 'done'; readonly job: number; readonly text: string }
  | { readonly kind: 'job-failed'; readonly job: number; readonly message: string }
  /** The words so far, after `samples` more samples were taken. */
  | {
      readonly kind: 'hearing';
      readonly utterance: number;
      readonly samples: number;
      readonly text: string;
    }
  | { readonly kind: 'heard'; readonly utterance: number; readonly text: string }
  | { readonly kind: 'utterance-failed'; readonly utterance: number; readonly message: string };
