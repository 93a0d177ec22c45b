export const VOICE_RATE_HZ = 24_000;
/** The network describes hops of 12.5 ms. */
export const VOICE_HOP_SAMPLES = 300;
/** A frame overlaps the three after it. */
export const VOICE_FRAME_SAMPLES = 4 * VOICE_HOP_SAMPLES;
/** Frequency bins of a frame, 20 Hz apart. */
export const BINS = VOICE_FRAME_SAMPLES / 2 + 1;

/** Periodic Hann window. */
export const HANN = Float64Array.from(
  { length: VOICE_FRAME_SAMPLES },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / VOICE_FRAME_SAMPLES),
);
