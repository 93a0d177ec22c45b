/* eslint-disable @typescript-eslint/no-non-null-assertion -- indices lie within the arrays, which are equally long */

/** Complex numbers. */
interface Numbers {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
}

/** Cosines and sines of all steps of one turn, clockwise. */
export interface Turns {
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
}

/**
 * Makes transforms of `done * factor` numbers out of those of `done` numbers: turns each input by its place, and
 * transforms `factor` of them.
 */
export interface Stage {
  readonly factor: number;
  readonly run: (done: number, from: Numbers, to: Numbers, turns: Turns) => void;
}

const SIN_THIRD = Math.sin((2 * Math.PI) / 3);
const COS_FIFTH = Math.cos((2 * Math.PI) / 5);
const SIN_FIFTH = Math.sin((2 * Math.PI) / 5);
const COS_TWO_FIFTHS = Math.cos((4 * Math.PI) / 5);
const SIN_TWO_FIFTHS = Math.sin((4 * Math.PI) / 5);

export const STAGES: readonly Stage[] = [
  { factor: 4, run: byFour },
  { factor: 3, run: byThree },
  { factor: 5, run: byFive },
];

function byThree(done: number, from: Numbers, to: Numbers, { cosines, sines }: Turns): void {
  const { real: x, imaginary: y } = from;
  const stride = x.length / 3;
  const groups = stride / done;
  for (let at = 0; at < done; at++) {
    const c1 = cosines[groups * at]!;
    const s1 = sines[groups * at]!;
    const c2 = cosines[2 * groups * at]!;
    const s2 = sines[2 * groups * at]!;
    for (let i = at, o = at; i < stride; i += done, o += 3 * done) {
      const i1 = i + stride;
      const i2 = i + 2 * stride;
      const a0 = x[i]!;
      const b0 = y[i]!;
      const a1 = x[i1]! * c1 - y[i1]! * s1;
      const b1 = x[i1]! * s1 + y[i1]! * c1;
      const a2 = x[i2]! * c2 - y[i2]! * s2;
      const b2 = x[i2]! * s2 + y[i2]! * c2;
      const a = a0 - (a1 + a2) / 2;
      const b = b0 - (b1 + b2) / 2;
      const u = SIN_THIRD * (b1 - b2);
      const v = SIN_THIRD * (a2 - a1);
      put(to, o, a0 + a1 + a2, b0 + b1 + b2);
      put(to, o + done, a + u, b + v);
      put(to, o + 2 * done, a - u, b - v);
    }
  }
}

function byFour(done: number, from: Numbers, to: Numbers, { cosines, sines }: Turns): void {
  const { real: x, imaginary: y } = from;
  const stride = x.length / 4;
  const groups = stride / done;
  for (let at = 0; at < done; at++) {
    const c1 = cosines[groups * at]!;
    const s1 = sines[groups * at]!;
    const c2 = cosines[2 * groups * at]!;
    const s2 = sines[2 * groups * at]!;
    const c3 = cosines[3 * groups * at]!;
    const s3 = sines[3 * groups * at]!;
    for (let i = at, o = at; i < stride; i += done, o += 4 * done) {
      const i1 = i + stride;
      const i2 = i + 2 * stride;
      const i3 = i + 3 * stride;
      const a0 = x[i]!;
      const b0 = y[i]!;
      const a1 = x[i1]! * c1 - y[i1]! * s1;
      const b1 = x[i1]! * s1 + y[i1]! * c1;
      const a2 = x[i2]! * c2 - y[i2]! * s2;
      const b2 = x[i2]! * s2 + y[i2]! * c2;
      const a3 = x[i3]! * c3 - y[i3]! * s3;
      const b3 = x[i3]! * s3 + y[i3]! * c3;
      put(to, o, a0 + a2 + a1 + a3, b0 + b2 + b1 + b3);
      put(to, o + done, a0 - a2 + b1 - b3, b0 - b2 - a1 + a3);
      put(to, o + 2 * done, a0 + a2 - a1 - a3, b0 + b2 - b1 - b3);
      put(to, o + 3 * done, a0 - a2 - b1 + b3, b0 - b2 + a1 - a3);
    }
  }
}

function byFive(done: number, from: Numbers, to: Numbers, turns: Turns): void {
  const { real: x, imaginary: y } = from;
  const stride = x.length / 5;
  const groups = stride / done;
  const { real: a, imaginary: b } = five;
  for (let at = 0; at < done; at++) {
    for (let i = at, o = at; i < stride; i += done, o += 5 * done) {
      for (let input = 0; input < 5; input++) {
        const cos = turns.cosines[input * groups * at]!;
        const sin = turns.sines[input * groups * at]!;
        const real = x[i + input * stride]!;
        const imaginary = y[i + input * stride]!;
        a[input] = real * cos - imaginary * sin;
        b[input] = real * sin + imaginary * cos;
      }
      transformFive(to, o, done);
    }
  }
}

const five: Numbers = { real: new Float64Array(5), imaginary: new Float64Array(5) };

function transformFive(to: Numbers, o: number, done: number): void {
  const { real: a, imaginary: b } = five;
  // Sums and differences of the inputs that turn in opposite directions.
  const p = a[1]! + a[4]!;
  const q = b[1]! + b[4]!;
  const r = a[2]! + a[3]!;
  const s = b[2]! + b[3]!;
  const t = a[1]! - a[4]!;
  const u = b[1]! - b[4]!;
  const v = a[2]! - a[3]!;
  const w = b[2]! - b[3]!;
  const e1 = a[0]! + COS_FIFTH * p + COS_TWO_FIFTHS * r;
  const f1 = b[0]! + COS_FIFTH * q + COS_TWO_FIFTHS * s;
  const e2 = a[0]! + COS_TWO_FIFTHS * p + COS_FIFTH * r;
  const f2 = b[0]! + COS_TWO_FIFTHS * q + COS_FIFTH * s;
  const g1 = SIN_FIFTH * u + SIN_TWO_FIFTHS * w;
  const h1 = SIN_FIFTH * t + SIN_TWO_FIFTHS * v;
  const g2 = SIN_TWO_FIFTHS * u - SIN_FIFTH * w;
  const h2 = SIN_TWO_FIFTHS * t - SIN_FIFTH * v;
  put(to, o, a[0]! + p + r, b[0]! + q + s);
  put(to, o + done, e1 + g1, f1 - h1);
  put(to, o + 2 * done, e2 + g2, f2 - h2);
  put(to, o + 3 * done, e2 - g2, f2 + h2);
  put(to, o + 4 * done, e1 - g1, f1 + h1);
}

function put({ real, imaginary }: Numbers, at: number, x: number, y: number): void {
  real[at] = x;
  imaginary[at] = y;
}
