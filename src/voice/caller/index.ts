/** The caller's audio, for engines that detect turns themselves. */
export { VoiceFinder } from './voice-finder.js';
export {
  CallerListener,
  type AgentSent,
  type CallerVoiceEvent,
  type TracedListener,
  type TracedWindow,
} from './caller-listener.js';
export { loadDetector, loadNoise, type NoiseOptions } from './loading.js';
export { SpeechSegmenter, type SegmenterEvent } from './speech-segmenter.js';
export type { VoiceActivityDetector } from './voice-activity-detector.js';
export type { WordSpotter, WordsSeen } from './word-looks.js';
export { VoiceClock } from './voice-clock.js';
