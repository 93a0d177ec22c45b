/**
 * The built-in speech engines, which need neither a key nor a download: see `SpeechEngines` and
 * `VoiceActivityDetector`.
 */
export { FLITE_SAMPLE_RATE_HZ, FLITE_VOICES, fliteVoice } from './flite/flite-synthesizer.js';
export type { RecognisedWord, VoiceProfile } from './pocketsphinx/recogniser.js';
export { isNoise, isOtherSpeech, wordsOf, type Vocabulary } from './pocketsphinx/vocabulary.js';
export { canTakeSoLong } from './moonshine/sentence-length.js';
export type { Found } from './moonshine/second-pass-types.js';
export type { Likely } from './moonshine/sentence-search.js';
export { SecondPass } from './moonshine/second-pass.js';
export { SpeechEngines, type SpeechEnginesOptions } from './workers/speech-engines.js';
export type { Heard } from './workers/speech-engine-types.js';
export { FORMER_VOICES, VOICE_NAMES } from './voice/voice-names.js';
export { VOICE_RATE_HZ } from './voice/wave/frames.js';
export { SileroDetector } from './voice-activity/silero-detector.js';
