import type { SynthesisRequest as FliteRequest } from '../flite/flite-synthesizer.js';
import type { RecognisedWord, VoiceProfile } from '../pocketsphinx/recogniser.js';
import type { Vocabulary } from '../pocketsphinx/vocabulary.js';
import type { SynthesisRequest } from '../voice/voice.js';

/** What a worker is started with. Modules are compiled once and files loaded once; all workers share them. */
export interface SpeechWorkerData {
  readonly pocketsphinx: WebAssembly.Module;
  /** The acoustic model by file name, in shared memory. */
  readonly acousticModel: ReadonlyMap<string, Uint8Array>;
  /** Recognisers that the worker keeps at most, in use or idle. */
  readonly maxRecognisers: number;
}

export interface Heard {
  readonly words: readonly RecognisedWord[];
  /** What was learned of the caller's voice. */
  readonly voice: VoiceProfile;
}

/** The built-in speech engines in one worker. */
export interface SpeechEngineTypes {
  readonly setup: SpeechWorkerData;
  readonly facts: undefined;
  readonly job:
    | {
        readonly kind: 'synthesise';
        readonly flite: WebAssembly.Module;
        readonly request: FliteRequest;
      }
    | {
        readonly kind: 'pronounce';
        readonly flite: WebAssembly.Module;
        readonly words: readonly string[];
      }
    /** Speaks in the natural voice, piece by piece. */
    | { readonly kind: 'speak'; readonly request: SynthesisRequest }
    /** Loads the natural voice, so that nobody waits for it later. */
    | { readonly kind: 'load' }
    /** Makes vectors of what texts mean (`embeddings/sentence-embedder.ts`). */
    | { readonly kind: 'embed'; readonly texts: readonly string[] }
    /** Makes the vocabulary known, and a recogniser ready for it. */
    | { readonly kind: 'prepare'; readonly vocabulary: Vocabulary };
  readonly outcome:
    | { readonly kind: 'synthesised'; readonly samples: Int16Array }
    | { readonly kind: 'spoken' }
    | { readonly kind: 'loaded' }
    | { readonly kind: 'pronounced'; readonly sounds: readonly (readonly string[])[] }
    | { readonly kind: 'embedded'; readonly vectors: readonly Float32Array[] }
    | { readonly kind: 'prepared' };
  readonly utterance: { readonly vocabulary: Vocabulary; readonly voice: VoiceProfile };
  readonly words: readonly RecognisedWord[];
  readonly heard: Heard;
}
