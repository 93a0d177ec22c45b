/** The local engines, which need neither a key nor a download: see `SpeechEngines` and `VoiceActivityDetector`. */
export type { DictatedKind } from './moonshine/dictation-words.js';
export type { RecognitionRequest, Recognized } from './moonshine/recognizer.js';
export { SpeechEngines, type SpeechEnginesOptions } from './workers/speech-engines.js';
export { markedSounds } from './voice/sounds/international.js';
export { FORMER_VOICES, VOICE_NAMES } from './workers/speech-engine-types.js';
export { VOICE_RATE_HZ } from './voice/wave/voice-frames.js';
export { SileroDetector } from './voice-activity/silero-detector.js';
