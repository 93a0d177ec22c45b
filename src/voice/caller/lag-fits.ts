/** What is softer than this (dB below full scale) is no speech of the agent. */
const SPEECH_DB = -45;
/** What was learned fades within some two seconds of the agent's voice. */
const FADE = 0.99;
/** Weight (frames of 20 ms, faded) from which on something can be said. */
const ENOUGH_WEIGHT = 24;
/** An echo that changes less than this (standard deviation) can't be told from a steady noise. */
const STEADY_DB = 3;

/** The lag at which levels go together best. */
export interface BestFit {
  /** How well, as a correlation; 0 where nothing goes together, or nothing is known yet. */
  readonly match: number;
  /** In frames. */
  readonly lag: number;
  /** By how much the caller's level was above the agent's where the agent spoke. */
  readonly gainDb: number;
  /** How many dB the caller's level moves for each dB of the agent's. */
  readonly slope: number;
}

/**
 * How well the caller's levels go together with those of the agent at each lag, the latest counting most. Sums of the
 * products, in arrays: it is done for fifty lags and fifty times a second.
 */
export class LagFits {
  /** Of the caller's levels, which are the same for all lags. */
  private weight = 0;
  private y = 0;
  private yy = 0;
  private readonly x: Float64Array;
  private readonly xx: Float64Array;
  private readonly xy: Float64Array;
  /** How often the agent was loud, and the difference there: how strong the echo would be. */
  private readonly loud: Float64Array;
  private readonly difference: Float64Array;

  constructor(private readonly lags: number) {
    const sums = () => new Float64Array(lags);
    [this.x, this.xx, this.xy, this.loud, this.difference] = [sums(), sums(), sums(), sums(), sums()];
  }

  /**
   * @param agentDb The agent's level at each lag; means of three neighbours are taken.
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
