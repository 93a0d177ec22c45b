import { LagFits } from './lag-fits.js';

/** Level of the audio that the agent sent that many milliseconds ago: root mean square, 0 to 1; 0 for silence. */
export type AgentLevelAgo = (agoMs: number) => number;

const FRAME_MS = 20;
const FULL_SCALE = 32_768;
/** Longest echo delay: network both ways, jitter buffer, loudspeaker and room. */
const LONGEST_ECHO_MS = 1_000;
const LAGS = LONGEST_ECHO_MS / FRAME_MS;
/** Softer audio is silence. */
const FLOOR_DB = -70;
/** Louder audio is speech of the agent or the caller. */
const SPEECH_DB = -45;
const SPEECH_LEVEL = 10 ** (SPEECH_DB / 20);
/** Frames (20 ms) needed to see whether the caller's level follows the agent's. */
const ENOUGH_FRAMES = 30;
/** Frames after which a caller without any returned audio is considered free of echo. */
const LEARNING_FRAMES = 60;
/** Minimum correlation of levels for the same sound. */
const SAME_SOUND = 0.7;
/** Levels with a lower correlation are unrelated. */
const OTHER_SOUND = 0.45;
/** Minimum slope of an echo's level against the agent's. Babble or music that correlates by chance stays below it. */
const LEAST_SLOPE = 0.4;
/** Maximum level of an echo relative to the agent: a caller who correlates by chance would not be this soft. */
const LOUDEST_ECHO_DB = -8;
/** Minimum level of the caller's own voice above the expected echo. */
const MARGIN_DB = 5;
/** The same if the correlation makes the echo almost certain. */
const SURE_MARGIN_DB = 3;
const SURE = 0.9;
/** Consecutive louder frames that prove that the caller speaks. */
const FRAMES_OF_VOICE = 2;
/** The same with a known echo: its level fluctuates, and a false detection makes the agent softer. */
const SURE_FRAMES_OF_VOICE = 3;
/** Frames after speech that count as the caller's, including the soft sounds of words. */
const HELD_FRAMES = 15;
/** While the echo is unknown, audio this far below the agent's voice counts as echo. */
const UNKNOWN_ECHO_DB = -12;
/** Gain of a suppressed echo. */
export const ECHO_LEFT = 0.02;

/** The echo classification of a caller frame. */
export interface EchoVerdict {
  /** The frame contains only echo. */
  readonly mutes: boolean;
  /** The frame contains no caller voice. */
  readonly hides: boolean;
}

/** All possible verdicts, to avoid allocating fifty objects per second. */
const LEAVING = [
  { mutes: false, hides: false },
  { mutes: false, hides: true },
] as const;
const MUTING = [
  { mutes: true, hides: false },
  { mutes: true, hides: true },
] as const;

/**
 * Detects the agent's own voice, returning from the caller's loudspeaker: its level follows the agent's with a constant
 * delay and attenuation. Mutes audio that is no louder than this echo. Callers without an echo are not affected, except
 * for audio far softer than the agent in the agent's first second.
 */
export class EchoGuard {
  private readonly fits = new LagFits(LAGS);
  private readonly agentDb = new Float64Array(LAGS);
  private readonly agentLevels = new Float64Array(LAGS);
  private framesWithAgent = 0;
  /** The caller's latest two levels: jitter of one frame must not hide a correlation. */
  private latestDb: readonly [number, number] = [FLOOR_DB, FLOOR_DB];
  private louderInARow = 0;
  private heldFrames = 0;
  private sureFrames = 0;
  private gain = 1;
  private knownLag: number | undefined;
  /** The agent spoke within the longest echo delay. */
  private agentIsHeard = false;

  /** @param agentSilentForMs How long only silence has been sent, in milliseconds. */
  constructor(
    private readonly agentLevelAgo: AgentLevelAgo,
    private readonly agentSilentForMs: () => number = () => 0,
  ) {}

  /**
   * Classifies a frame; call it once per frame, in order.
   * @param samples 20 ms of the caller.
   * @param lateMs How long ago they were spoken.
   */
  judge(samples: Int16Array, lateMs: number): EchoVerdict {
    const callerDb = decibels(rms(samples));
    const isEcho = this.isEcho(callerDb, lateMs);
    this.louderInARow = isEcho || callerDb < SPEECH_DB ? 0 : this.louderInARow + 1;
    const isKnown = this.knownLag !== undefined && this.agentIsHeard;
    this.heldFrames = this.louderInARow >= FRAMES_OF_VOICE ? HELD_FRAMES : Math.max(0, this.heldFrames - 1);
    this.sureFrames =
      this.louderInARow >= SURE_FRAMES_OF_VOICE ? HELD_FRAMES : Math.max(0, this.sureFrames - 1);
    const mutes = isEcho && this.heldFrames === 0;
    const hides = (isEcho || isKnown) && this.sureFrames === 0;
    return mutes ? MUTING[hides ? 1 : 0] : LEAVING[hides ? 1 : 0];
  }

  /**
   * Mutes an echo, in place.
   * @param verdict The result of `judge` for this frame.
   * @param frames The frame, and its copy at another rate.
   */
  mute({ mutes }: EchoVerdict, ...frames: readonly Int16Array[]): void {
    const wanted = mutes ? ECHO_LEFT : 1;
    if (wanted === 1 && this.gain === 1) return;
    for (const frame of frames) fade(frame, this.gain, wanted);
    this.gain = wanted;
  }

  private isEcho(callerDb: number, lateMs: number): boolean {
    this.agentIsHeard = false;
    if (this.agentSilentForMs() > lateMs + LONGEST_ECHO_MS) return false;
    let loudest = 0;
    for (let lag = 0; lag < LAGS; lag++) {
      const level = this.agentLevelAgo(lateMs + lag * FRAME_MS);
      this.agentLevels[lag] = level;
      if (level > loudest) loudest = level;
    }
    // The agent is silent for most of a call, and logarithms are expensive.
    this.agentIsHeard = loudest >= SPEECH_LEVEL;
    if (!this.agentIsHeard) return false;
    for (let lag = 0; lag < LAGS; lag++) this.agentDb[lag] = decibels(this.agentLevels[lag] ?? 0);
    const loudestDb = decibels(loudest);
    this.framesWithAgent++;
    this.learn(callerDb);
    const { match, lag, gainDb, slope } = this.fits.best();
    const moves = slope >= LEAST_SLOPE;
    const isKnown = moves && match > SAME_SOUND && gainDb < LOUDEST_ECHO_DB;
    if (isKnown) this.knownLag = lag;
    else if (!moves || match < OTHER_SOUND) this.knownLag = undefined;
    const marginDb = match > SURE ? SURE_MARGIN_DB : MARGIN_DB;
    if (isKnown) return callerDb < this.expectedDb(lag) + gainDb + marginDb;
    const mayBe = moves && (this.framesWithAgent < LEARNING_FRAMES || match > OTHER_SOUND);
    const isUnclear = mayBe || this.framesWithAgent < ENOUGH_FRAMES;
    return isUnclear && callerDb < loudestDb + UNKNOWN_ECHO_DB;
  }

  /** Levels are means of three frames. */
  private learn(callerDb: number): void {
    const [before, latest] = this.latestDb;
    const caller = (before + latest + callerDb) / 3;
    this.latestDb = [latest, callerDb];
    this.fits.learn(this.agentDb, caller);
  }

  /** The agent's highest level around that time, because rooms smear and clocks jitter. */
  private expectedDb(lag: number): number {
    let expected = FLOOR_DB;
    for (let near = Math.max(0, lag - 3); near <= Math.min(LAGS - 1, lag + 3); near++) {
      expected = Math.max(expected, this.agentDb[near] ?? FLOOR_DB);
    }
    return expected;
  }
}

function fade(samples: Int16Array, from: number, to: number): void {
  const step = (to - from) / samples.length;
  for (let index = 0; index < samples.length; index++) {
    samples[index] = Math.round((samples[index] ?? 0) * (from + step * index));
  }
}

function rms(samples: Int16Array): number {
  let sum = 0;
  for (let index = 0; index < samples.length; index++) {
    const sample = samples[index] ?? 0;
    sum += sample * sample;
  }
  return Math.sqrt(sum / Math.max(1, samples.length)) / FULL_SCALE;
}

function decibels(level: number): number {
  return Math.max(FLOOR_DB, 20 * Math.log10(Math.max(level, 1e-9)));
}
