/** Summary of measured values. */
export interface Sample {
  readonly count: number;
  readonly mean: number;
  /** Unbiased; 0 with fewer than two values. */
  readonly variance: number;
}

export function sampleOf(values: readonly number[]): Sample {
  const count = values.length;
  const mean = count === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { count, mean, variance: count < 2 ? 0 : squares / (count - 1) };
}
