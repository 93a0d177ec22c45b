/** Below this level (dBFS) there is no agent speech. */
const SPEECH_DB = -45;
/** Learned statistics decay within some two seconds of agent speech. */
const FADE = 0.99;
/** Weight (decayed frames of 20 ms) needed for a result. */
const ENOUGH_WEIGHT = 24;
/** An echo that varies less than this (standard deviation) cannot be distinguished from steady noise. */
const STEADY_DB = 3;

/** The lag with the best correlation of levels. */
export interface BestFit {
  /** The correlation; 0 if there is none, or not enough data. */
  readonly match: number;
  /** In frames. */
  readonly lag: number;
  /** The caller's level minus the agent's while the agent spoke. */
  readonly gainDb: number;
  /** Change of the caller's level in dB per dB of the agent's. */
  readonly slope: number;
}

/**
 * Correlates the caller's levels with the agent's at each lag, weighting recent ones more. Keeps sums of products in
 * arrays, because it runs for fifty lags fifty times per second.
 */
export class LagFits {
  /** Sums of the caller's levels, which are the same for all lags. */
  private weight = 0;
  private y = 0;
  private yy = 0;
  private readonly x: Float64Array;
  private readonly xx: Float64Array;
  private readonly xy: Float64Array;
  /** How often the agent was loud, and the level difference at those times: the strength of a possible echo. */
  private readonly loud: Float64Array;
  private readonly difference: Float64Array;

  constructor(private readonly lags: number) {
    const sums = () => new Float64Array(lags);
    [this.x, this.xx, this.xy, this.loud, this.difference] = [sums(), sums(), sums(), sums(), sums()];
  }

  /**
   * @param agentDb The agent's level at each lag; means of three neighbors are used.
   * @param callerDb The caller's level.
   */
  learn(agentDb: Float64Array, callerDb: number): void {
    const { lags, x, xx, xy, loud, difference } = this;
    this.weight = this.weight * FADE + 1;
    this.y = this.y * FADE + callerDb;
    this.yy = this.yy * FADE + callerDb * callerDb;
    for (let lag = 0; lag < lags; lag++) {
      const before = agentDb[Math.max(0, lag - 1)] ?? 0;
      const after = agentDb[Math.min(lags - 1, lag + 1)] ?? 0;
      const level = (before + (agentDb[lag] ?? 0) + after) / 3;
      const isLoud = level > SPEECH_DB ? 1 : 0;
      x[lag] = (x[lag] ?? 0) * FADE + level;
      xx[lag] = (xx[lag] ?? 0) * FADE + level * level;
      xy[lag] = (xy[lag] ?? 0) * FADE + level * callerDb;
      loud[lag] = (loud[lag] ?? 0) * FADE + isLoud;
      difference[lag] = (difference[lag] ?? 0) * FADE + isLoud * (callerDb - level);
    }
  }

  best(): BestFit {
    let [lag, match] = [0, 0];
    const varianceOfY = this.yy / this.weight - (this.y / this.weight) ** 2;
    if (this.weight >= ENOUGH_WEIGHT && varianceOfY >= STEADY_DB ** 2) {
      for (let index = 0; index < this.lags; index++) {
        const fits = this.correlation(index, varianceOfY);
        if (fits > match) [lag, match] = [index, fits];
      }
    }
    const loud = this.loud[lag] ?? 0;
    const gainDb = loud > 0 ? (this.difference[lag] ?? 0) / loud : 0;
    return { match, lag, gainDb, slope: this.slope(lag) };
  }

  private slope(lag: number): number {
    const { weight } = this;
    const x = (this.x[lag] ?? 0) / weight;
    const varianceOfX = (this.xx[lag] ?? 0) / weight - x ** 2;
    return varianceOfX > 0 ? ((this.xy[lag] ?? 0) / weight - x * (this.y / weight)) / varianceOfX : 0;
  }

  private correlation(lag: number, varianceOfY: number): number {
    const { weight } = this;
    const x = (this.x[lag] ?? 0) / weight;
    const varianceOfX = (this.xx[lag] ?? 0) / weight - x ** 2;
    if (varianceOfX < STEADY_DB ** 2) return 0;
    return ((this.xy[lag] ?? 0) / weight - x * (this.y / weight)) / Math.sqrt(varianceOfX * varianceOfY);
  }
}
