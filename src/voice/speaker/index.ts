/** Tracks which part of the agent's speech the caller really heard. */
export { heardText } from './heard-text.js';
export { progressOf } from './progress.js';
export { PausableVoice, type PartHeard } from './pausable-voice.js';
