/** The built-in speech engines, which need neither a key nor a download: see `SpeechEngines` and `VoiceActivityDetector`. */
export {
  FLITE_SAMPLE_RATE_HZ,
  fliteVoice,
  type FliteVoice,
  type SynthesisRequest,
} from './flite/flite-synthesizer.js';
export { splitSentences } from './flite/sentences.js';
export type { RecognisedWord, VoiceProfile } from './pocketsphinx/recogniser.js';
export { isNoise, isOtherSpeech, wordsOf, type Vocabulary } from './pocketsphinx/vocabulary.js';
export { SpeechEngines, type SpeechEnginesOptions } from './workers/speech-engines.js';
export type { Utterance } from './workers/speech-worker-handle.js';
export type { Heard } from './workers/speech-worker-protocol.js';
export { SileroDetector } from './voice-activity/silero-detector.js';
