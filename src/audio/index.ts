/** Codecs and resampling, independent of calls. Works in worker threads too. */
export { audioPieces, type AudioPiece } from './audio-stream.js';
export { isPause, meanEnergy } from './energy.js';
export { giveBack, joinedSamples, pcmOf, samplesOf } from './pcm.js';
export { isAudible, LeadingSilence } from './leading-silence.js';
export { MEL_FRAME_SAMPLES, MEL_HOP_SAMPLES, MEL_BANDS, melPowers } from './mel-powers.js';
export { loadNoiseSuppression, type NoiseSuppression, type NoiseSuppressor } from './noise-suppression.js';
export { OpusLibrary } from './opus-library.js';
export { resampled } from './resampled.js';
export { createResampler, loadResampler, type Resampler } from './resampler.js';
export { TrailingSilence } from './trailing-silence.js';
export { UnplayableAudio } from './audio-signature.js';
export { WavReader } from './wav-reader.js';
