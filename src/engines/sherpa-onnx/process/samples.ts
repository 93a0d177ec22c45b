const FULL_SCALE = 32_768;

/** 16-bit samples as the engines want them, from -1 to 1. */
export function toFloats(samples: Int16Array): Float32Array {
  return Float32Array.from(samples, (sample) => sample / FULL_SCALE);
}

/** What an engine made as 16-bit samples; what is louder than full scale is cut off. */
export function toSamples(floats: Float32Array): Int16Array {
  return Int16Array.from(floats, (value) =>
    Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(value * FULL_SCALE))),
  );
}
