const FULL_SCALE = 32_768;

/** Converts 16-bit samples to the engines' range of -1 to 1. */
export function toFloats(samples: Int16Array): Float32Array {
  return Float32Array.from(samples, (sample) => sample / FULL_SCALE);
}

/** Converts an engine's output to 16-bit samples, clipped at full scale. */
export function toSamples(floats: Float32Array): Int16Array {
  return Int16Array.from(floats, (value) =>
    Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(value * FULL_SCALE))),
  );
}
