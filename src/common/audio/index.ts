/** Codecs and resampling without any notion of calls, for whoever handles audio. Works in worker threads too. */
export { isPause, meanEnergy } from './energy.js';
export { LeadingSilence } from './leading-silence.js';
export { OpusLibrary } from './opus-library.js';
export { createResampler, loadResampler, type Resampler } from './resampler.js';
