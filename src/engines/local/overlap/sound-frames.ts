import { BackgroundPowers } from './background-powers.js';
import { EchoPowers } from './echo-powers.js';
import { FRAME_SAMPLES, HOP_SAMPLES, MEL_BANDS, melPowers } from '../../../common/audio/index.js';

/** The level that the network was trained with. */
const TRAINED_LEVEL_DBFS = -26;
/** A caller who is much louder or softer than that is brought to it only so far. */
const MOST_GAIN_DB = 20;
/** Keeps the logarithm of silence finite; in units of power of samples between -1 and 1. */
const FLOOR = 1e-6;

/**
 * What the network is given of a voice, one frame each 10 ms: at the level it was trained with, and without what goes
 * on around the caller or comes back of the agent's own voice.
 */
export class SoundFrames {
  private readonly gain: number;
  private readonly window = new Int16Array(FRAME_SAMPLES);
  private readonly sent = new Int16Array(FRAME_SAMPLES);
  private readonly powers = new Float64Array(MEL_BANDS);
  private readonly frame = new Float32Array(MEL_BANDS);
  private readonly echo: EchoPowers | undefined;
  private readonly background: BackgroundPowers | undefined;
  private filled = FRAME_SAMPLES - HOP_SAMPLES;

  /**
   * @param take Is given each frame, and may not keep it.
   * @param before Of the microphone, before the voice.
   * @param sentBefore What the agent had sent, as late as its echo is; as long as `before`. Undefined: no echo.
   */
  constructor(
    private readonly take: (frame: Float32Array) => void,
    before: Int16Array,
    sentBefore: Int16Array | undefined,
    usualLevelDbfs = TRAINED_LEVEL_DBFS,
  ) {
    const gainDb = Math.max(-MOST_GAIN_DB, Math.min(MOST_GAIN_DB, TRAINED_LEVEL_DBFS - usualLevelDbfs));
    this.gain = 10 ** (gainDb / 20);
    this.echo = sentBefore && EchoPowers.of(before, sentBefore, this.gain);
    this.background = this.echo ? undefined : new BackgroundPowers(before, this.gain);
  }

  /**
   * @param samples Mono, 16 kHz.
   * @param sent As long as `samples`.
   */
  push(samples: Int16Array, sent?: Int16Array): void {
    for (let at = 0; at < samples.length;) {
      const part = samples.subarray(at, at + FRAME_SAMPLES - this.filled);
      this.window.set(part, this.filled);
      if (this.echo && sent) this.sent.set(sent.subarray(at, at + part.length), this.filled);
      else this.sent.fill(0, this.filled, this.filled + part.length);
      this.filled += part.length;
      at += part.length;
      if (this.filled === FRAME_SAMPLES) this.finish();
    }
  }

  private finish(): void {
    melPowers(this.window, this.gain, this.powers);
    this.echo?.follow(this.sent);
    this.echo?.takeFrom(this.powers);
    this.background?.takeFrom(this.powers);
    for (let band = 0; band < MEL_BANDS; band++) this.frame[band] = logOfBand(this.powers[band] ?? 0);
    this.window.copyWithin(0, HOP_SAMPLES);
    this.sent.copyWithin(0, HOP_SAMPLES);
    this.filled = FRAME_SAMPLES - HOP_SAMPLES;
    this.take(this.frame);
  }
}

/** The logarithm of the power in a band, scaled as the network was trained with it. */
function logOfBand(powerInBand: number): number {
  return (Math.log(powerInBand + FLOOR) + 2) / 4;
}
