/** Tracks which part of the agent's speech the caller really heard. */
export { heardText, progressOf } from './heard-text.js';
export { PausableVoice, type PartHeard } from './pausable-voice.js';
