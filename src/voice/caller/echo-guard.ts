import { LagFits } from './lag-fits.js';

/** How loud what the agent sent so many milliseconds ago was: root mean square, 0 to 1; 0 where it was silent. */
export type AgentLevelAgo = (agoMs: number) => number;

const FRAME_MS = 20;
const FULL_SCALE = 32_768;
/** An echo comes back within this: network both ways, jitter buffer, loudspeaker and room. */
const LONGEST_ECHO_MS = 1_000;
const LAGS = LONGEST_ECHO_MS / FRAME_MS;
/** What is softer than this is silence. */
const FLOOR_DB = -70;
/** The agent or the caller speaks when what is heard of them is louder. */
const SPEECH_DB = -45;
const SPEECH_LEVEL = 10 ** (SPEECH_DB / 20);
/** Frames (20 ms) after which it shows whether the caller's level moves as an echo does. */
const ENOUGH_FRAMES = 30;
/** Frames after which a caller of whom nothing comes back is taken to have no echo. */
const LEARNING_FRAMES = 60;
/** Levels of the caller's audio and of the agent's voice that go together so well are one sound. */
const SAME_SOUND = 0.7;
/** Those that go together less than this have nothing to do with each other. */
const OTHER_SOUND = 0.45;
/** An echo moves by at least this part of what the agent's level does; a crowd or music that fits by chance doesn't. */
const LEAST_SLOPE = 0.4;
/** A caller's own voice at the lag that happens to fit would not be so much softer than the agent's. */
const LOUDEST_ECHO_DB = -8;
/** The caller's own voice is at least this much louder than the echo that is expected. */
const MARGIN_DB = 5;
/** The same where levels go together so well that this echo is as good as known. */
const SURE_MARGIN_DB = 3;
const SURE = 0.9;
/** Louder frames in a row that show that the caller speaks. */
const FRAMES_OF_VOICE = 2;
/** As many where an echo is known: it shakes, and a voice that isn't one makes the agent softer. */
const SURE_FRAMES_OF_VOICE = 3;
/** All of what follows within these frames is the caller's: the soft sounds of words as well. */
const HELD_FRAMES = 15;
/** While it isn't clear yet, what is this much softer than the agent's voice is taken for its echo. */
const UNKNOWN_ECHO_DB = -12;
/** What is left of an echo. */
export const ECHO_LEFT = 0.02;

/** What a frame of the caller is, as far as the agent's echo goes. */
export interface EchoVerdict {
  /** There is nothing but an echo in it. */
  readonly mutes: boolean;
  /** It shows no voice of the caller. */
  readonly hides: boolean;
}

/** All that can be said of a frame; each of fifty a second would be an object. */
const LEAVING = [
  { mutes: false, hides: false },
  { mutes: false, hides: true },
] as const;
const MUTING = [
  { mutes: true, hides: false },
  { mutes: true, hides: true },
] as const;

/**
 * Tells the agent's own voice, which comes back from the caller's loudspeaker, from the caller's: their levels go up
 * and down together, always so much later and so much softer. What is no louder than that echo is made silent. A caller
 * without an echo is not touched, but for what is far softer than the agent in the agent's first second.
 */
export class EchoGuard {
  private readonly fits = new LagFits(LAGS);
  private readonly agentDb = new Float64Array(LAGS);
  private readonly agentLevels = new Float64Array(LAGS);
  private framesWithAgent = 0;
  /** The caller's latest two levels: timing that shakes by a frame must not hide what goes together. */
  private latestDb: readonly [number, number] = [FLOOR_DB, FLOOR_DB];
  private louderInARow = 0;
  private heldFrames = 0;
  private sureFrames = 0;
  private gain = 1;
  private knownLag: number | undefined;
  /** The agent spoke within the longest echo. */
  private agentIsHeard = false;

  /** @param agentSilentForMs For how long nothing but silence was sent, in milliseconds. */
  constructor(
    private readonly agentLevelAgo: AgentLevelAgo,
    private readonly agentSilentForMs: () => number = () => 0,
  ) {}

  /**
   * What is to be done with a frame; each frame is asked about once, in order.
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
   * Makes an echo silent, in place.
   * @param verdict What `judge` said of this frame.
   * @param frames The frame, and the same at another rate.
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
    // Most of a call the agent is silent, and logarithms are dear.
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

  /** The loudest that the agent was about then: rooms smear, and clocks jitter. */
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
