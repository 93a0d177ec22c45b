import { FRAME_SAMPLES } from '../../common/audio/index.js';
import { BANDS, BandLevels, noSums, type BandSums } from './band-levels.js';
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
/** Voices are alike in their bands, and loudspeakers colour what they play: so much of what is usual is left out. */
const USUAL_TAKEN = 0.5;
const TAKEN_TWICE = 2 * USUAL_TAKEN - USUAL_TAKEN ** 2;
/** Jitter buffers play now earlier, now later. */
const SHAKEN_FRAMES = 1;
/** A voice that is hardly softer than the agent's is no echo of it. */
const LOUDEST_ECHO = 10 ** (-8 / 10);

/**
 * Compares a voice with what the agent said in the second before, band by band: how well it is explained by the agent's
 * own voice, which comes back always as much later and softer. It needs to know nothing of the way that this takes, so
 * it tells in the first seconds of a call, too, and when the way has changed.
 */
export class OwnVoice {
  private readonly heard = new RecentSamples(samplesOf(FOUND_LATE));
  private readonly sent = new RecentSamples(samplesOf(FOUND_LATE + LAGS));
  /** Of the voice that is followed, and of what the agent had sent until then. */
  private readonly voice = new BandLevels(MOST_FRAMES);
  private readonly agent = new BandLevels(MOST_FRAMES + LAGS);
  /** Of each frame of the voice and the agent's that it would be the echo of, a row a frame; and their sums. */
  private readonly products = new Float32Array(MOST_FRAMES * LAGS);
  private readonly productSums = new Float64Array(LAGS);
  private row = 0;
  private readonly sums = { voice: noSums(), agent: noSums() };
  private readonly frame = new Int16Array(FRAME_SAMPLES);
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
    this.voice.push(this.heard.last(FRAME_SAMPLES, this.frame));
    this.agent.push(this.sent.last(FRAME_SAMPLES, this.frame));
    this.multiply(this.voice.length - 1);
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
    this.voice.set(this.heard.last(samplesOf(frames - 1)), HOP_SAMPLES);
    this.agent.set(this.sent.last(samplesOf(frames + LAGS - 1)), HOP_SAMPLES);
    this.products.fill(0);
    this.productSums.fill(0);
    this.row = 0;
    for (let at = 0; at < this.voice.length; at++) this.multiply(at);
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

  /** A frame of the voice by the agent's of each lag, in the place of the frame that is not compared any more. */
  private multiply(at: number): void {
    const { voice, agent, products, productSums, row } = this;
    const latest = agent.length - voice.length + at;
    for (let lag = 0; lag < LAGS; lag++) {
      // As it is kept, so that what is taken away later is what was added.
      const product = Math.fround(voice.product(at, agent, latest - lag));
      const place = row * LAGS + lag;
      productSums[lag] = (productSums[lag] as number) + product - (products[place] as number);
      products[place] = product;
    }
    this.row = (row + 1) % MOST_FRAMES;
  }

  /** What no single way explains from its beginning on is no echo: each lag counts by its worst moment. */
  private compare(): number {
    const { matches, worst, voice, sums } = this;
    voice.sum(0, voice.length, sums.voice);
    const spread = spreadOf(sums.voice.squares, sums.voice, sums.voice, voice.length);
    for (let lag = 0; lag < LAGS; lag++) matches[lag] = this.matchAt(lag, spread);
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
  private matchAt(lag: number, voiceSpread: number): number {
    const { voice, agent, sums, productSums } = this;
    const count = voice.length;
    agent.sum(agent.length - lag - count, count, sums.agent);
    if (sums.voice.power >= sums.agent.power * LOUDEST_ECHO) return -1;
    const covariance = spreadOf(productSums[lag] ?? 0, sums.voice, sums.agent, count);
    const spread = voiceSpread * spreadOf(sums.agent.squares, sums.agent, sums.agent, count);
    return spread > 0 ? covariance / Math.sqrt(spread) : -1;
  }
}

const samplesOf = (frames: number) => FRAME_SAMPLES + frames * HOP_SAMPLES;

/** Of the products of two times so many frames, once what is usual in each band has been left out of both. */
function spreadOf(products: number, x: BandSums, y: BandSums, frames: number): number {
  const [levels, others] = [x.levels, y.levels];
  let usual = 0;
  let sumOfX = 0;
  let sumOfY = 0;
  for (let band = 0; band < BANDS; band++) {
    const a = levels[band] as number;
    const b = others[band] as number;
    usual += a * b;
    sumOfX += a;
    sumOfY += b;
  }
  const left = products - (TAKEN_TWICE * usual) / frames;
  return left - ((1 - USUAL_TAKEN) ** 2 * sumOfX * sumOfY) / (frames * BANDS);
}
