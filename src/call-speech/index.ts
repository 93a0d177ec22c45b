export { AgentRates } from './agent-rates.js';
export { CallVoice } from './call-voice.js';
export { playHoldSound } from './hold-sound.js';
export { speechOf } from './recorded-speech.js';
export { type Announcement, sayOnce } from './say-once.js';
export { TurnSounds } from './turn-sounds.js';
export { RateConverter } from './rate-bridge.js';
export { VoiceMixer } from './voice-mixer.js';
export { waitForPlayout } from './wait-for-playout.js';
