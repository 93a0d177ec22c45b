/**
 * Silero's voice activity network at 16 kHz, in AssemblyScript, in 32-bit floats, four at once. It judges a window each of
 * some streams layer by layer, so that weights are fetched from memory once for all of them. Weights and tables are
 * written by whoever loads it (`silero-kernel.ts`).
 *
 * `npm run build:silero` makes kernel.wasm of it.
 */

const FLOAT: usize = 4;
const VECTOR: usize = 16;

/** Windows of 576 samples (the last 64 of the one before among them), reflected by 64 at the end, in four frames. */
const SAMPLES: usize = 576;
const REFLECTED: usize = 64;
const FRAME: usize = 256;
const HOP: usize = 128;
const BINS: usize = 129;
const FIRST: usize = 128;
const SECOND: usize = 64;
const MEMORY: usize = 128;

/** Streams that are judged at once, at most. */
export const streams: i32 = 8;

/** Bytes between what belongs to one stream and to the next. */
export const samplesRoom: usize = 640 * 4;
export const memoryRoom: usize = MEMORY * FLOAT;
const binsRoom: usize = 6 * 129 * 4;
const firstsRoom: usize = 5 * 128 * 4;
const secondsRoom: usize = 2 * 64 * 4;
const thirdsRoom: usize = 64 * 4;
const inputsRoom: usize = 256 * 4;
const gatesRoom: usize = 512 * 4;

// Of whoever calls.
export const samplesAt: usize = memory.data(8 * 640 * 4, 16);
export const hiddenAt: usize = memory.data(8 * 128 * 4, 16);
export const cellAt: usize = memory.data(8 * 128 * 4, 16);
export const probabilitiesAt: usize = memory.data(8 * 4, 16);
// Of whoever loads: the window's shape, cosines and sines of a circle in 256 parts, where samples go in bit-reversed order.
export const windowAt: usize = memory.data(256 * 4, 16);
export const circleAt: usize = memory.data(256 * 4, 16);
export const orderAt: usize = memory.data(256 * 4, 16);
export const firstAt: usize = memory.data(387 * 128 * 4, 16);
export const firstBiasAt: usize = memory.data(128 * 4, 16);
export const secondAt: usize = memory.data(384 * 64 * 4, 16);
export const secondBiasAt: usize = memory.data(64 * 4, 16);
export const thirdAt: usize = memory.data(128 * 64 * 4, 16);
export const thirdBiasAt: usize = memory.data(64 * 4, 16);
export const fourthAt: usize = memory.data(64 * 128 * 4, 16);
export const fourthBiasAt: usize = memory.data(128 * 4, 16);
export const gatesAt: usize = memory.data(256 * 512 * 4, 16);
export const gatesBiasAt: usize = memory.data(512 * 4, 16);
export const outputAt: usize = memory.data(128 * 4, 16);
export const outputBiasAt: usize = memory.data(4, 16);

/** Two spectra of two frames each: the real and the imaginary part of one, and those of the other. */
const spectra: usize = memory.data(256 * 16, 16);
/** Frames of 129 bins, one of silence before the first and one behind the last. */
const bins: usize = memory.data(8 * 6 * 129 * 4, 16);
/** Frames of the first layer, one of silence before them. */
const firsts: usize = memory.data(8 * 5 * 128 * 4, 16);
/** Frames of the second layer. */
const seconds: usize = memory.data(8 * 2 * 64 * 4, 16);
const thirds: usize = memory.data(8 * 64 * 4, 16);
/** What goes into the memory: the fourth layer, and what the memory gave last. */
const inputs: usize = memory.data(8 * 256 * 4, 16);
const gates: usize = memory.data(8 * 512 * 4, 16);

/** How likely the windows of the first `count` streams hold a voice. */
export function judge(count: i32): void {
  const all = count as usize;
  for (let stream: usize = 0; stream < all; stream++)
    hear(samplesAt + stream * samplesRoom, bins + stream * binsRoom);
  for (let block: usize = 0; block < FIRST; block += 8) {
    for (let stream: usize = 0; stream < all; stream++) {
      layerOfFour(block, bins + stream * binsRoom, firsts + stream * firstsRoom);
    }
  }
  layer(all, firsts, firstsRoom, 384, secondAt, secondBiasAt, seconds, secondsRoom, SECOND);
  layer(
    all,
    firsts + 2 * FIRST * FLOAT,
    firstsRoom,
    384,
    secondAt,
    secondBiasAt,
    seconds + SECOND * FLOAT,
    secondsRoom,
    SECOND,
  );
  rectify(seconds, all * secondsRoom);
  layer(all, seconds, secondsRoom, 128, thirdAt, thirdBiasAt, thirds, thirdsRoom, SECOND);
  rectify(thirds, all * thirdsRoom);
  layer(all, thirds, thirdsRoom, 64, fourthAt, fourthBiasAt, inputs, inputsRoom, FIRST);
  for (let stream: usize = 0; stream < all; stream++) {
    const at = inputs + stream * inputsRoom;
    rectify(at, FIRST * FLOAT);
    memory.copy(at + FIRST * FLOAT, hiddenAt + stream * memoryRoom, memoryRoom);
  }
  layer(all, inputs, inputsRoom, 256, gatesAt, gatesBiasAt, gates, gatesRoom, 4 * MEMORY);
  for (let stream: usize = 0; stream < all; stream++) {
    const hidden = hiddenAt + stream * memoryRoom;
    remember(gates + stream * gatesRoom, cellAt + stream * memoryRoom, hidden);
    store<f32>(probabilitiesAt + stream * FLOAT, sigmoid(output(hidden)));
  }
}

/** The spectra of a window's four frames. */
function hear(samples: usize, to: usize): void {
  for (let at: usize = 0; at < REFLECTED; at++) {
    store<f32>(samples + (SAMPLES + at) * FLOAT, load<f32>(samples + (SAMPLES - 2 - at) * FLOAT));
  }
  transform(samples, 0, 0);
  transform(samples, 2, 8);
  for (let half: usize = 1; half < FRAME; half *= 2) butterflies(half);
  magnitudes(to);
}

/** Takes two frames as the real and the imaginary part of one, so that one transform serves both. */
function transform(samples: usize, frame: usize, offset: usize): void {
  const from = samples + frame * HOP * FLOAT;
  for (let byte: usize = 0; byte < FRAME * FLOAT; byte += FLOAT) {
    const to = spectra + (load<i32>(orderAt + byte) as usize) * VECTOR + offset;
    const shape = load<f32>(windowAt + byte);
    store<f32>(to, shape * load<f32>(from + byte));
    store<f32>(to + FLOAT, shape * load<f32>(from + byte + HOP * FLOAT));
  }
}

/** One pass of a transform of radix 2 over spans of `half` pairs, of both spectra at once. */
function butterflies(half: usize): void {
  const step = HOP / half;
  const span = half * VECTOR;
  for (let pair: usize = 0; pair < half; pair++) {
    const turn = circleAt + pair * step * 2 * FLOAT;
    const cosine = v128.load32_splat(turn);
    const sine = f32x4.mul(v128.load32_splat(turn + FLOAT), f32x4(1, -1, 1, -1));
    for (let at = spectra + pair * VECTOR; at < spectra + FRAME * VECTOR; at += 2 * span) {
      const low = v128.load(at);
      const high = v128.load(at + span);
      const turned = f32x4.add(
        f32x4.mul(high, cosine),
        f32x4.mul(v128.shuffle<f32>(high, high, 1, 0, 3, 2), sine),
      );
      v128.store(at, f32x4.add(low, turned));
      v128.store(at + span, f32x4.sub(low, turned));
    }
  }
}

/** Parts the spectra of two frames that were transformed as one. */
function magnitudes(bins: usize): void {
  for (let bin: usize = 0; bin < BINS; bin++) {
    const one = v128.load(spectra + bin * VECTOR);
    const mirrored = v128.load(spectra + ((FRAME - bin) & (FRAME - 1)) * VECTOR);
    // The conjugate.
    const other = f32x4.mul(mirrored, f32x4(1, -1, 1, -1));
    const evens = f32x4.add(one, other);
    const odds = f32x4.sub(one, other);
    const to = bins + (BINS + bin) * FLOAT;
    store<f32>(to, half(evens, 0));
    store<f32>(to + BINS * FLOAT, half(odds, 0));
    store<f32>(to + 2 * BINS * FLOAT, half(evens, 2));
    store<f32>(to + 3 * BINS * FLOAT, half(odds, 2));
  }
}

function half(pairs: v128, at: i32): f32 {
  const squares = f32x4.mul(pairs, pairs);
  const sum =
    at === 0
      ? f32x4.extract_lane(squares, 0) + f32x4.extract_lane(squares, 1)
      : f32x4.extract_lane(squares, 2) + f32x4.extract_lane(squares, 3);
  return Mathf.sqrt(sum) * 0.5;
}

/** Eight outputs of the first layer in all of its four frames. */
function layerOfFour(block: usize, bins: usize, firsts: usize): void {
  const bias = firstBiasAt + block * FLOAT;
  const biasLow = v128.load(bias);
  const biasHigh = v128.load(bias, VECTOR);
  let low0 = biasLow,
    low1 = biasLow,
    low2 = biasLow,
    low3 = biasLow;
  let high0 = biasHigh,
    high1 = biasHigh,
    high2 = biasHigh,
    high3 = biasHigh;
  let weights = firstAt + block * 387 * FLOAT;
  const end = bins + 387 * FLOAT;
  for (let input = bins; input < end; input += FLOAT) {
    const low = v128.load(weights);
    const high = v128.load(weights, VECTOR);
    weights += 2 * VECTOR;
    const in0 = v128.load32_splat(input);
    const in1 = v128.load32_splat(input, 129 * 4);
    const in2 = v128.load32_splat(input, 2 * 129 * 4);
    const in3 = v128.load32_splat(input, 3 * 129 * 4);
    low0 = v128.relaxed_madd<f32>(low, in0, low0);
    high0 = v128.relaxed_madd<f32>(high, in0, high0);
    low1 = v128.relaxed_madd<f32>(low, in1, low1);
    high1 = v128.relaxed_madd<f32>(high, in1, high1);
    low2 = v128.relaxed_madd<f32>(low, in2, low2);
    high2 = v128.relaxed_madd<f32>(high, in2, high2);
    low3 = v128.relaxed_madd<f32>(low, in3, low3);
    high3 = v128.relaxed_madd<f32>(high, in3, high3);
  }
  const to = firsts + (FIRST + block) * FLOAT;
  const zero = f32x4.splat(0);
  v128.store(to, f32x4.max(low0, zero));
  v128.store(to, f32x4.max(high0, zero), VECTOR);
  v128.store(to, f32x4.max(low1, zero), 512);
  v128.store(to, f32x4.max(high1, zero), 512 + VECTOR);
  v128.store(to, f32x4.max(low2, zero), 1024);
  v128.store(to, f32x4.max(high2, zero), 1024 + VECTOR);
  v128.store(to, f32x4.max(low3, zero), 1536);
  v128.store(to, f32x4.max(high3, zero), 1536 + VECTOR);
}

/** Outputs by 32: the weights of an input for 32 outputs lie side by side, and serve one stream after the other. */
function layer(
  all: usize,
  from: usize,
  fromRoom: usize,
  count: usize,
  weights: usize,
  bias: usize,
  to: usize,
  toRoom: usize,
  outputs: usize,
): void {
  for (let block: usize = 0; block < outputs; block += 32) {
    for (let stream: usize = 0; stream < all; stream++) {
      thirtyTwo(from + stream * fromRoom, count, weights, bias, to + stream * toRoom);
    }
    weights += count * 32 * FLOAT;
    bias += 32 * FLOAT;
    to += 32 * FLOAT;
  }
}

function thirtyTwo(from: usize, count: usize, weights: usize, bias: usize, to: usize): void {
  const end = from + count * FLOAT;
  let sum0 = v128.load(bias),
    sum1 = v128.load(bias, 16),
    sum2 = v128.load(bias, 32),
    sum3 = v128.load(bias, 48);
  let sum4 = v128.load(bias, 64),
    sum5 = v128.load(bias, 80),
    sum6 = v128.load(bias, 96),
    sum7 = v128.load(bias, 112);
  for (let at = from; at < end; at += FLOAT) {
    const input = v128.load32_splat(at);
    sum0 = v128.relaxed_madd<f32>(v128.load(weights), input, sum0);
    sum1 = v128.relaxed_madd<f32>(v128.load(weights, 16), input, sum1);
    sum2 = v128.relaxed_madd<f32>(v128.load(weights, 32), input, sum2);
    sum3 = v128.relaxed_madd<f32>(v128.load(weights, 48), input, sum3);
    sum4 = v128.relaxed_madd<f32>(v128.load(weights, 64), input, sum4);
    sum5 = v128.relaxed_madd<f32>(v128.load(weights, 80), input, sum5);
    sum6 = v128.relaxed_madd<f32>(v128.load(weights, 96), input, sum6);
    sum7 = v128.relaxed_madd<f32>(v128.load(weights, 112), input, sum7);
    weights += 128;
  }
  v128.store(to, sum0);
  v128.store(to, sum1, 16);
  v128.store(to, sum2, 32);
  v128.store(to, sum3, 48);
  v128.store(to, sum4, 64);
  v128.store(to, sum5, 80);
  v128.store(to, sum6, 96);
  v128.store(to, sum7, 112);
}

function rectify(at: usize, bytes: usize): void {
  const end = at + bytes;
  for (; at < end; at += VECTOR) v128.store(at, f32x4.max(v128.load(at), f32x4.splat(0)));
}

/** The gates of an LSTM, in PyTorch's order: in, forget, cell, out. */
function remember(gates: usize, cellAt: usize, hiddenAt: usize): void {
  for (let at: usize = 0; at < memoryRoom; at += VECTOR) {
    const enters = sigmoids(v128.load(gates + at));
    const stays = sigmoids(v128.load(gates + at, 512));
    const candidate = tangents(v128.load(gates + at, 1024));
    const leaves = sigmoids(v128.load(gates + at, 1536));
    const cell = f32x4.add(f32x4.mul(stays, v128.load(cellAt + at)), f32x4.mul(enters, candidate));
    v128.store(cellAt + at, cell);
    v128.store(hiddenAt + at, f32x4.mul(leaves, tangents(cell)));
  }
}

function output(hiddenAt: usize): f32 {
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < memoryRoom; at += VECTOR) {
    const hidden = f32x4.max(v128.load(hiddenAt + at), f32x4.splat(0));
    sum = f32x4.add(sum, f32x4.mul(hidden, v128.load(outputAt + at)));
  }
  const pairs = f32x4.add(sum, v128.shuffle<f32>(sum, sum, 2, 3, 0, 1));
  return f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1) + load<f32>(outputBiasAt);
}

function sigmoid(value: f32): f32 {
  return f32x4.extract_lane(sigmoids(f32x4.splat(value)), 0);
}

function sigmoids(values: v128): v128 {
  const one = f32x4.splat(1);
  return f32x4.div(one, f32x4.add(one, exponentials(f32x4.neg(values))));
}

function tangents(values: v128): v128 {
  const two = f32x4.splat(2);
  return f32x4.sub(f32x4.mul(two, sigmoids(f32x4.mul(two, values))), f32x4.splat(1));
}

/** e to the power of each: a power of two, and Taylor's series for what is left of it, below half of ln 2. */
function exponentials(values: v128): v128 {
  const bounded = f32x4.max(f32x4.min(values, f32x4.splat(80)), f32x4.splat(-80));
  const twos = f32x4.nearest(f32x4.mul(bounded, f32x4.splat(1.44269504)));
  const rest = f32x4.sub(
    f32x4.sub(bounded, f32x4.mul(twos, f32x4.splat(0.693359375))),
    f32x4.mul(twos, f32x4.splat(-0.00021219444)),
  );
  let series = f32x4.splat(1 / 720);
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1 / 120));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1 / 24));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1 / 6));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(0.5));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(twos), i32x4.splat(127)), 23);
  return f32x4.mul(series, power);
}
