import { type BandTables, ILB } from './tables.js';

const ZEROS = 6;
const MOST_POLE_2 = 12_288;
const POLE_1_ROOM = 15_360;

/** To 16 bits. */
export const saturate = (value: number): number =>
  value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;

/**
 * One of the two bands of G.722: an adaptive predictor with two poles and six zeros, and the adaptive scale of its
 * quantiser (ITU-T G.722, 3.5 and 3.6, `block 4`). Identical in encoder and decoder.
 */
export class SubBand {
  /** The predicted next sample. */
  prediction = 0;
  scale: number;
  private log = 0;
  private zeroPart = 0;
  private pole1 = 0;
  private pole2 = 0;
  private readonly zeros = new Int32Array(ZEROS);
  private readonly differences = new Int32Array(ZEROS);
  private rebuilt1 = 0;
  private rebuilt2 = 0;
  private partial1 = 0;
  private partial2 = 0;

  constructor(private readonly tables: BandTables) {
    this.scale = tables.firstScale;
  }

  /** Processes the code of a sample and updates the predictor. Returns the dequantised difference. */
  take(code: number): number {
    const { values, logSteps } = this.tables;
    const difference = (this.scale * (values[code] ?? 0)) >> 15;
    this.adaptScale(logSteps[code] ?? 0);
    this.adaptPredictor(difference);
    return difference;
  }

  private adaptScale(step: number): void {
    const { mostLog, shift } = this.tables;
    const log = ((this.log * 127) >> 7) + step;
    this.log = log < 0 ? 0 : log > mostLog ? mostLog : log;
    const mantissa = ILB[(this.log >> 6) & 31] ?? 0;
    const down = shift - (this.log >> 11);
    this.scale = (down < 0 ? mantissa << -down : mantissa >> down) << 2;
  }

  private adaptPredictor(difference: number): void {
    const rebuilt = saturate(this.prediction + difference);
    const partial = saturate(this.zeroPart + difference);
    const pole2 = this.nextPole2(partial);
    const pole1 = this.nextPole1(partial, pole2);
    this.adaptZeros(difference);
    this.partial2 = this.partial1;
    this.partial1 = partial;
    this.rebuilt2 = this.rebuilt1;
    this.rebuilt1 = rebuilt;
    this.pole1 = pole1;
    this.pole2 = pole2;
    const polePart = ((pole1 * saturate(2 * rebuilt)) >> 15) + ((pole2 * saturate(2 * this.rebuilt2)) >> 15);
    this.prediction = saturate(saturate(polePart) + this.zeroPart);
  }

  private nextPole2(partial: number): number {
    const sign = partial >> 15;
    const four = saturate(this.pole1 << 2);
    const first = Math.min(32_767, sign === this.partial1 >> 15 ? -four : four);
    const second = sign === this.partial2 >> 15 ? 128 : -128;
    const pole = (first >> 7) + second + ((this.pole2 * 32_512) >> 15);
    return Math.max(-MOST_POLE_2, Math.min(MOST_POLE_2, pole));
  }

  private nextPole1(partial: number, pole2: number): number {
    const step = partial >> 15 === this.partial1 >> 15 ? 192 : -192;
    const pole = saturate(step + ((this.pole1 * 32_640) >> 15));
    const most = saturate(POLE_1_ROOM - pole2);
    return Math.max(-most, Math.min(most, pole));
  }

  private adaptZeros(difference: number): void {
    const { zeros, differences } = this;
    const step = difference === 0 ? 0 : 128;
    const sign = difference >> 15;
    let sum = 0;
    for (let index = ZEROS - 1; index >= 0; index -= 1) {
      const before = differences[index] ?? 0;
      const zero = saturate((before >> 15 === sign ? step : -step) + (((zeros[index] ?? 0) * 32_640) >> 15));
      const now = index === 0 ? difference : (differences[index - 1] ?? 0);
      zeros[index] = zero;
      differences[index] = now;
      sum = saturate(sum + ((zero * saturate(2 * now)) >> 15));
    }
    this.zeroPart = sum;
  }
}
