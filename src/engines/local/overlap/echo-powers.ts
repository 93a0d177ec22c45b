import { FRAME_SAMPLES, HOP_SAMPLES, MEL_BANDS, melPowers } from '../../../common/audio/index.js';

/** Frames of the agent's voice around the one that is due: packets come now earlier, now later. */
const BLURRED = 5;
/** Louder frames than this part of the loudest tell how strong the echo is. */
const LOUD_SHARE = 0.1;
/** Fewer tell nothing. */
const ENOUGH_FRAMES = 20;
/** Frames in which the microphone is this much more powerful than usual hold the caller's own words. */
const OWN_VOICE = 3;
/** The echo of a band is at most so many times as strong as that of the whole. */
const STRONGEST = 4;
/** So many times what is expected is taken away. */
const TAKEN = 1.5;
/** What is left at least of a band. */
const LEAST_SHARE = 0.03;

/** The agent's voice as it came back before the caller spoke, to be taken out of what is heard of the caller. */
export class EchoPowers {
  private readonly latest: Float64Array[] = [];
  private readonly loudest = new Float64Array(MEL_BANDS);

  private constructor(private readonly strength: Float64Array) {}

  /**
   * @param before Of the microphone, before the voice.
   * @param sent What the agent had sent so long before, as late as its echo is.
   * @param gain What the microphone's samples are multiplied by.
   * @returns Undefined where they don't tell how strong the echo is.
   */
  static of(before: Int16Array, sent: Int16Array, gain: number): EchoPowers | undefined {
    const echo = new EchoPowers(new Float64Array(MEL_BANDS));
    const pairs: { readonly heard: Float64Array; readonly sent: Float64Array }[] = [];
    for (let at = 0; at + FRAME_SAMPLES <= before.length; at += HOP_SAMPLES) {
      const heard = new Float64Array(MEL_BANDS);
      melPowers(before.subarray(at, at + FRAME_SAMPLES), gain, heard);
      pairs.push({ heard, sent: echo.follow(sent.subarray(at, at + FRAME_SAMPLES)).slice() });
    }
    const loudest = Math.max(0, ...pairs.map((pair) => totalOf(pair.sent)));
    const loud = pairs.filter((pair) => loudest > 0 && totalOf(pair.sent) >= LOUD_SHARE * loudest);
    const ratios = loud.map((pair) => totalOf(pair.heard) / totalOf(pair.sent)).sort((a, b) => a - b);
    const usual = ratios[ratios.length >> 1] ?? 0;
    const alone = loud.filter((pair) => totalOf(pair.heard) <= OWN_VOICE * usual * totalOf(pair.sent));
    if (alone.length < ENOUGH_FRAMES) return undefined;
    for (let band = 0; band < MEL_BANDS; band++) {
      const [heardSum, sentSum] = [sumOf(alone, 'heard', band), sumOf(alone, 'sent', band)];
      echo.strength[band] = sentSum > 0 ? Math.min(heardSum / sentSum, STRONGEST * usual) : 0;
    }
    return echo;
  }

  /** Takes the next frame of what the agent sent. */
  follow(sent: Int16Array): Float64Array {
    const powers = (this.latest.length === BLURRED && this.latest.shift()) || new Float64Array(MEL_BANDS);
    melPowers(sent, 1, powers);
    this.latest.push(powers);
    this.loudest.fill(0);
    for (const each of this.latest) {
      for (let band = 0; band < MEL_BANDS; band++)
        this.loudest[band] = Math.max(this.loudest[band] ?? 0, each[band] ?? 0);
    }
    return this.loudest;
  }

  /** Takes what comes back of that out of a frame of the microphone, in place. */
  takeFrom(powers: Float64Array): void {
    for (let band = 0; band < MEL_BANDS; band++) {
      const heard = powers[band] ?? 0;
      const expected = (this.strength[band] ?? 0) * (this.loudest[band] ?? 0);
      powers[band] = Math.max(LEAST_SHARE * heard, heard - TAKEN * expected);
    }
  }
}

function totalOf(powers: Float64Array): number {
  return powers.reduce((sum, power) => sum + power, 0);
}

function sumOf<K extends string>(pairs: readonly Readonly<Record<K, Float64Array>>[], key: K, band: number) {
  return pairs.reduce((sum, pair) => sum + (pair[key][band] ?? 0), 0);
}
