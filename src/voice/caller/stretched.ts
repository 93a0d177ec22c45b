/** At another rate, well enough to know how loud it is in each band. */
export function stretched(samples: Int16Array, length: number): Int16Array {
  if (samples.length === length) return samples;
  const step = samples.length / length;
  return Int16Array.from({ length }, (_, index) => samples[Math.floor(index * step)] ?? 0);
}
