/** How adapters that find out about turns by themselves hear the caller. */
export { CallerEar, type CallerVoiceEvent } from './caller-ear.js';
export { loadDetector } from './load-detector.js';
export { VoiceClock } from './voice-clock.js';
