/** How loud parts of a window are together; 0 where there are none. */
export function rootMeanSquare(levels: readonly number[]): number {
  return Math.sqrt(levels.reduce((sum, level) => sum + level ** 2, 0) / Math.max(1, levels.length));
}
