import type { Looked } from '../moonshine/look.js';
import type { RecognitionRequest, Recognized } from '../moonshine/recognizer.js';
import type { SynthesisRequest } from '../voice/voice.js';

/** The local voices; the first is the default. */
export const VOICE_NAMES = ['heart'] as const;

/** Former voices, which documents and test cases may still name. The default voice replaces them. */
export const FORMER_VOICES = ['slt', 'rms', 'awb', 'kal16'] as const;

/** The engines in one worker. */
export interface SpeechEngineTypes {
  readonly setup: undefined;
  readonly facts: undefined;
  readonly job:
    | { readonly kind: 'transcribe'; readonly request: RecognitionRequest }
    /** Transcribes speech in progress; without samples, only loads the recognizer. */
    | { readonly kind: 'look'; readonly samples: Int16Array }
    /** Synthesizes speech, piece by piece. */
    | { readonly kind: 'speak'; readonly request: SynthesisRequest }
    /** Computes sentence embeddings (`embeddings/sentence-embedder.ts`). */
    | { readonly kind: 'embed'; readonly texts: readonly string[] }
    /** Estimates whether the caller's words are complete. */
    | { readonly kind: 'complete'; readonly text: string }
    | { readonly kind: 'load'; readonly model: 'voice' | 'recognizer' | 'embedder' };
  readonly outcome:
    | { readonly kind: 'transcribed'; readonly recognized: Recognized }
    | { readonly kind: 'looked'; readonly looked: Looked & { readonly cpuMs: number } }
    | { readonly kind: 'spoken' }
    | { readonly kind: 'embedded'; readonly vectors: readonly Float32Array[] }
    | { readonly kind: 'completeness'; readonly likely: number }
    | { readonly kind: 'loaded' };
  readonly utterance: undefined;
  readonly words: undefined;
  readonly heard: undefined;
}
