import { FRAME_SAMPLES, MEL_BANDS, melPowers } from '../../common/audio/index.js';
import { RecentSamples } from './recent-samples.js';

/** From one frame to the next: 20 ms at 16 kHz. */
const HOP_MS = 20;
const HOP_SAMPLES = 320;
/** An echo comes back within so many frames. */
const LAGS = 50;
/** A voice is found up to so many frames after it began. */
const FOUND_LATE = 30;
/** Frames that are compared: fewer tell nothing, and among more the word of a caller would be lost. */
const LEAST_FRAMES = 12;
const MOST_FRAMES = 24;
/** So many bands of the mel scale are taken together: a codec doesn't keep more. */
const POOLED = 2;
const BANDS = MEL_BANDS / POOLED;
const FLOOR = 1e-4;
/** Voices are alike in their bands, and loudspeakers colour what they play: so much of what is usual is left out. */
const USUAL_TAKEN = 0.5;
const TAKEN_TWICE = 2 * USUAL_TAKEN - USUAL_TAKEN ** 2;
/** Jitter buffers play now earlier, now later. */
const SHAKEN_FRAMES = 1;
/** A voice that is hardly softer than the agent's is no echo of it. */
const LOUDEST_ECHO = 10 ** (-8 / 10);

/** Sums over frames, by band where they are arrays. */
interface Sums {
  readonly bands: Float64Array;
  readonly squares: number;
  readonly power: number;
}

/** A frame, and the sums of all before it. */
interface Frame {
  /** Logarithms of the power in each band. */
  readonly bands: Float64Array;
  readonly before: Sums;
  readonly until: Sums;
}

const NOTHING: Sums = { bands: new Float64Array(BANDS), squares: 0, power: 0 };

/**
 * Compares a voice with what the agent said in the second before, band by band: how well it is explained by the agent's
 * own voice, which comes back always as much later and softer. It needs to know nothing of the way that this takes, so
 * it tells in the first seconds of a call, too, and when the way has changed.
 */
export class OwnVoice {
  private readonly heard = new RecentSamples(samplesOf(FOUND_LATE));
  private readonly sent = new RecentSamples(samplesOf(FOUND_LATE + LAGS));
  /** Of the voice that is followed, and of what the agent had sent until then; the latest last. */
  private voice: Frame[] = [];
  private agent: Frame[] = [];
  private readonly matches = new Float64Array(LAGS);
  private readonly worst = new Float64Array(LAGS);
  private following = false;
  /** The voice is over. */
  private isOver = false;

  get isFollowing(): boolean {
    return this.following;
  }

  /**
   * Takes all that the caller sends, at 16 kHz, 20 ms at a time.
   * @param sent What the agent sent when it was spoken; as long, silence where there was none.
   * @returns How well the voice that is followed is explained by now, up to 1; undefined where nothing can be said.
   */
  hear(samples: Int16Array, sent: Int16Array): number | undefined {
    this.heard.push(samples);
    this.sent.push(sent);
    if (!this.following) return undefined;
    append(this.voice, this.heard.last(FRAME_SAMPLES), MOST_FRAMES);
    append(this.agent, this.sent.last(FRAME_SAMPLES), MOST_FRAMES + LAGS);
    if (this.voice.length < LEAST_FRAMES) return undefined;
    this.following = !this.isOver;
    return this.compare();
  }

  /** A voice began so long before what was heard last. */
  begin(sinceOnsetMs: number): void {
    const frames = Math.max(0, Math.min(Math.floor(sinceOnsetMs / HOP_MS), MOST_FRAMES));
    this.following = true;
    this.isOver = false;
    this.worst.fill(1);
    this.voice = framesOf(this.heard, frames);
    this.agent = framesOf(this.sent, frames + LAGS);
  }

  /** The voice has ended. Something is told of it, however short it was. */
  end(): void {
    this.isOver = true;
    if (this.voice.length >= LEAST_FRAMES) this.following = false;
  }

  /** There is nothing that it could be the echo of, or another voice begins. */
  stop(): void {
    this.following = false;
  }

  /** What no single way explains from its beginning on is no echo: each lag counts by its worst moment. */
  private compare(): number {
    const { matches, worst } = this;
    for (let lag = 0; lag < LAGS; lag++) matches[lag] = this.matchAt(lag);
    let best = -1;
    for (let lag = 0; lag < LAGS; lag++) {
      let near = -1;
      for (let at = Math.max(0, lag - SHAKEN_FRAMES); at <= Math.min(LAGS - 1, lag + SHAKEN_FRAMES); at++)
        near = Math.max(near, matches[at] ?? -1);
      worst[lag] = Math.min(worst[lag] ?? 1, near);
      best = Math.max(best, worst[lag] ?? -1);
    }
    return best;
  }

  /** As a correlation over all frames and bands; -1 where the voice is too loud for an echo. */
  private matchAt(lag: number): number {
    const { voice, agent } = this;
    const count = voice.length;
    const from = agent.length - lag - count;
    const [x, y] = [sumsOf(voice, 0, count), sumsOf(agent, from, count)];
    if (!x || !y || x.power >= y.power * LOUDEST_ECHO) return -1;
    let products = 0;
    for (let at = 0; at < count; at++) {
      const [one, other] = [voice[at]?.bands, agent[from + at]?.bands];
      if (!one || !other) return -1;
      for (let band = 0; band < BANDS; band++) products += (one[band] ?? 0) * (other[band] ?? 0);
    }
    const covariance = spreadOf(products, x, y, count);
    const spread = spreadOf(x.squares, x, x, count) * spreadOf(y.squares, y, y, count);
    return spread > 0 ? covariance / Math.sqrt(spread) : -1;
  }
}

const samplesOf = (frames: number) => FRAME_SAMPLES + frames * HOP_SAMPLES;

function framesOf(samples: RecentSamples, count: number): Frame[] {
  const all = samples.last(samplesOf(count - 1));
  const frames: Frame[] = [];
  for (let at = 0; at + FRAME_SAMPLES <= all.length; at += HOP_SAMPLES) {
    append(frames, all.subarray(at, at + FRAME_SAMPLES), count);
  }
  return frames;
}

const powers = new Float64Array(MEL_BANDS);

function append(frames: Frame[], samples: Int16Array, most: number): void {
  const before = frames.at(-1)?.until ?? NOTHING;
  melPowers(samples, 1, powers);
  const [bands, sums] = [new Float64Array(BANDS), new Float64Array(BANDS)];
  let { squares, power } = before;
  for (let band = 0; band < BANDS; band++) {
    const pooled = (powers[POOLED * band] ?? 0) + (powers[POOLED * band + 1] ?? 0);
    const level = Math.log10(pooled + FLOOR);
    bands[band] = level;
    sums[band] = (before.bands[band] ?? 0) + level;
    squares += level ** 2;
    power += pooled;
  }
  frames.push({ bands, before, until: { bands: sums, squares, power } });
  if (frames.length > most) frames.shift();
}

function sumsOf(frames: readonly Frame[], from: number, count: number): Sums | undefined {
  const [first, last] = [frames[from]?.before, frames[from + count - 1]?.until];
  if (!first || !last) return undefined;
  const bands = last.bands.map((sum, band) => sum - (first.bands[band] ?? 0));
  return { bands, squares: last.squares - first.squares, power: last.power - first.power };
}

/** Of the products of two times so many frames, once what is usual in each band has been left out of both. */
function spreadOf(products: number, x: Sums, y: Sums, frames: number): number {
  let [usual, sumOfX, sumOfY] = [0, 0, 0];
  for (let band = 0; band < BANDS; band++) {
    const [a, b] = [x.bands[band] ?? 0, y.bands[band] ?? 0];
    usual += a * b;
    sumOfX += a;
    sumOfY += b;
  }
  const left = products - (TAKEN_TWICE * usual) / frames;
  return left - ((1 - USUAL_TAKEN) ** 2 * sumOfX * sumOfY) / (frames * BANDS);
}
