/** Combined level of the parts of a window; 0 without any. */
export function rootMeanSquare(levels: readonly number[]): number {
  return Math.sqrt(levels.reduce((sum, level) => sum + level ** 2, 0) / Math.max(1, levels.length));
}
