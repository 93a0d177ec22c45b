/** How loud what the agent sent so many milliseconds ago was: root mean square, 0 to 1; 0 where it was silent. */
export type AgentLevelAgo = (agoMs: number) => number;

const FRAME_MS = 20;
/** An echo comes back within this: network both ways, jitter buffer, loudspeaker and room. */
const LONGEST_ECHO_MS = 700;
const LAGS = LONGEST_ECHO_MS / FRAME_MS;
/** What is softer than this is silence. */
const FLOOR_DB = -70;
/** The agent or the caller speaks when what is heard of them is louder. */
const SPEECH_DB = -45;
/** What was learned fades within some two seconds of the agent's voice. */
const FADE = 0.99;
/** Frames (20 ms) after which something can be said. */
const ENOUGH_FRAMES = 30;
/** Frames after which a caller of whom nothing comes back is taken to have no echo. */
const LEARNING_FRAMES = 60;
/** Levels of the caller's audio and of the agent's voice that go together so well are one sound. */
const SAME_SOUND = 0.75;
/** An echo that changes less than this (standard deviation) can't be told from a steady noise. */
const STEADY_DB = 3;
/** A caller's own voice at the lag that happens to fit would not be so much softer than the agent's. */
const LOUDEST_ECHO_DB = -8;
/** The caller's own voice is at least so much louder than the echo that is expected. */
const MARGIN_DB = 5;
/** So many frames in a row that are louder show that the caller speaks. */
const FRAMES_OF_VOICE = 2;
/** All of what follows within these frames is the caller's: the soft sounds of words as well. */
const HELD_FRAMES = 15;
/** While nothing is known yet, what is so much softer than the agent's voice is taken for its echo. */
const UNKNOWN_ECHO_DB = -12;
/** What is left of an echo. */
const SUPPRESSED = 0.02;

/** What goes together at one lag, the latest most: x is the agent's level, y the caller's, in dB. */
interface Fit {
  weight: number;
  x: number;
  y: number;
  xx: number;
  yy: number;
  xy: number;
  /** The difference where the agent was loud: how strong the echo would be. */
  loud: number;
  difference: number;
}

/**
 * Tells the agent's own voice, which comes back from the caller's loudspeaker, from the caller's: their levels go up
 * and down together, always so much later and so much softer. What is no louder than that echo is made silent. A caller
 * without an echo is not touched, but for what is far softer than the agent in the agent's first second.
 */
export class EchoGuard {
  private readonly fits: Fit[] = Array.from({ length: LAGS }, () => {
    return { weight: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0, loud: 0, difference: 0 };
  });
  private readonly agentDb = new Float64Array(LAGS);
  private framesWithAgent = 0;
  private louderInARow = 0;
  private heldFrames = 0;
  private gain = 1;

  constructor(private readonly agentLevelAgo: AgentLevelAgo) {}

  /**
   * Makes an echo silent, in place.
   * @param samples 20 ms of the caller.
   * @param lateMs How long ago they were spoken.
   */
  clean(samples: Int16Array, lateMs: number): void {
    const wanted = this.hides(decibels(rms(samples)), lateMs) ? SUPPRESSED : 1;
    if (wanted === 1 && this.gain === 1) return;
    const step = (wanted - this.gain) / samples.length;
    for (let index = 0; index < samples.length; index++) {
      samples[index] = Math.round((samples[index] ?? 0) * (this.gain + step * index));
    }
    this.gain = wanted;
  }

  private hides(callerDb: number, lateMs: number): boolean {
    const isEcho = this.isEcho(callerDb, lateMs);
    this.louderInARow = isEcho || callerDb < SPEECH_DB ? 0 : this.louderInARow + 1;
    this.heldFrames = this.louderInARow >= FRAMES_OF_VOICE ? HELD_FRAMES : Math.max(0, this.heldFrames - 1);
    return isEcho && this.heldFrames === 0;
  }

  private isEcho(callerDb: number, lateMs: number): boolean {
    let loudestDb = FLOOR_DB;
    for (let lag = 0; lag < LAGS; lag++) {
      const level = decibels(this.agentLevelAgo(lateMs + lag * FRAME_MS));
      this.agentDb[lag] = level;
      loudestDb = Math.max(loudestDb, level);
    }
    if (loudestDb < SPEECH_DB) return false;
    this.framesWithAgent++;
    this.fits.forEach((fit, lag) => learn(fit, this.agentDb[lag] ?? FLOOR_DB, callerDb));
    const echo = this.echo();
    if (echo) return callerDb < this.expectedDb(echo.lag) + echo.gainDb + MARGIN_DB;
    return this.framesWithAgent < LEARNING_FRAMES && callerDb < loudestDb + UNKNOWN_ECHO_DB;
  }

  /** The lag that fits best, where one does. */
  private echo(): { readonly lag: number; readonly gainDb: number } | undefined {
    let [lag, best] = [-1, SAME_SOUND];
    this.fits.forEach((fit, index) => {
      const match = correlation(fit);
      if (match > best) [lag, best] = [index, match];
    });
    const fit = this.fits[lag];
    if (!fit || fit.loud === 0) return undefined;
    const gainDb = fit.difference / fit.loud;
    return gainDb < LOUDEST_ECHO_DB ? { lag, gainDb } : undefined;
  }

  /** The loudest that the agent was about then: rooms smear, and clocks jitter. */
  private expectedDb(lag: number): number {
    let expected = FLOOR_DB;
    for (let near = Math.max(0, lag - 1); near <= Math.min(LAGS - 1, lag + 3); near++) {
      expected = Math.max(expected, this.agentDb[near] ?? FLOOR_DB);
    }
    return expected;
  }
}

function learn(fit: Fit, x: number, y: number): void {
  const isLoud = x > SPEECH_DB ? 1 : 0;
  fit.weight = fit.weight * FADE + 1;
  fit.x = fit.x * FADE + x;
  fit.y = fit.y * FADE + y;
  fit.xx = fit.xx * FADE + x * x;
  fit.yy = fit.yy * FADE + y * y;
  fit.xy = fit.xy * FADE + x * y;
  fit.loud = fit.loud * FADE + isLoud;
  fit.difference = fit.difference * FADE + isLoud * (y - x);
}

function correlation({ weight, x, y, xx, yy, xy }: Fit): number {
  if (weight < ENOUGH_FRAMES * 0.8) return 0;
  const varianceOfX = xx / weight - (x / weight) ** 2;
  const varianceOfY = yy / weight - (y / weight) ** 2;
  if (varianceOfX < STEADY_DB ** 2 || varianceOfY < STEADY_DB ** 2) return 0;
  return (xy / weight - (x / weight) * (y / weight)) / Math.sqrt(varianceOfX * varianceOfY);
}

function rms(samples: Int16Array): number {
  let sum = 0;
  for (let index = 0; index < samples.length; index++) sum += ((samples[index] ?? 0) / 32_768) ** 2;
  return Math.sqrt(sum / Math.max(1, samples.length));
}

function decibels(level: number): number {
  return Math.max(FLOOR_DB, 20 * Math.log10(Math.max(level, 1e-9)));
}
