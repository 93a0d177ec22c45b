import type { SynthesisRequest } from '../flite/flite-synthesizer.js';
import type { RecognisedWord, VoiceProfile } from '../pocketsphinx/recogniser.js';
import type { Vocabulary } from '../pocketsphinx/vocabulary.js';

/** What a worker is started with. Modules are compiled once and files loaded once; all workers share them. */
export interface SpeechWorkerData {
  readonly flite: WebAssembly.Module;
  readonly pocketsphinx: WebAssembly.Module;
  /** The acoustic model by file name, in shared memory. */
  readonly acousticModel: ReadonlyMap<string, Uint8Array>;
  /** Recognisers that the worker keeps at the most, in use or waiting. */
  readonly maxRecognisers: number;
}

/** What a worker is asked. Utterances and jobs are numbered by the asker. */
export type SpeechWorkerRequest =
  | { readonly kind: 'synthesise'; readonly job: number; readonly request: SynthesisRequest }
  | { readonly kind: 'pronounce'; readonly job: number; readonly words: readonly string[] }
  /** Makes the vocabulary known, and a recogniser ready for it. */
  | { readonly kind: 'prepare'; readonly job: number; readonly vocabulary: Vocabulary }
  | {
      readonly kind: 'begin';
      readonly utterance: number;
      readonly vocabulary: Vocabulary;
      readonly voice: VoiceProfile;
    }
  | { readonly kind: 'audio'; readonly utterance: number; readonly samples: Int16Array }
  | { readonly kind: 'end'; readonly utterance: number }
  | { readonly kind: 'cancel'; readonly utterance: number };

export interface Heard {
  readonly words: readonly RecognisedWord[];
  /** What was learned of the caller's voice. */
  readonly voice: VoiceProfile;
}

/** What a worker answers. */
export type SpeechWorkerReply =
  | { readonly kind: 'synthesised'; readonly job: number; readonly samples: Int16Array }
  | { readonly kind: 'pronounced'; readonly job: number; readonly sounds: readonly (readonly string[])[] }
  | { readonly kind: 'prepared'; readonly job: number }
  | { readonly kind: 'job-failed'; readonly job: number; readonly message: string }
  /** The words so far, after the audio of `samples` more samples was taken. */
  | {
      readonly kind: 'hearing';
      readonly utterance: number;
      readonly samples: number;
      readonly words: readonly RecognisedWord[];
    }
  | { readonly kind: 'heard'; readonly utterance: number; readonly heard: Heard }
  | { readonly kind: 'utterance-failed'; readonly utterance: number; readonly message: string };
