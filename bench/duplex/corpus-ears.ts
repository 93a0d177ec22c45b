import { MEL_FRAME_SAMPLES, MEL_BANDS, melPowers } from '../../src/audio/index.js';
import { resample } from '../../test/stand-ins/audio/pcm.js';
import type { DuplexEvent } from './corpus.js';
import type { SpokenPart } from './turn-corpus.js';

const RATE_HZ = 16_000;
const HOP_SAMPLES = 640;
/** Mel bands that are pooled. */
const POOLED = 4;
const BANDS = MEL_BANDS / POOLED;
const FLOOR = 1e-5;
const SILENCE = Math.log10(FLOOR);
/** The heard audio must contain at least this part of the event. */
const LEAST_PART = 0.6;
/** The most similar sounds that are compared closely: in babble the right one may not be among the first 16. */
const CANDIDATES = 64;
/** Sample rate for comparing waveforms; codecs preserve frequencies below half of it. */
const WAVE_RATE_HZ = 2_000;
/** Search range around the position found. */
const AROUND_MS = 30;
/** Correlation above which waveforms are the same, through a codec and with noise. */
const SAME_WAVE = 0.35;
/** The same when only a part of the heard audio is matched. */
const SAME_PART = 0.5;
/** Certain: nothing else is compared there, because a recognizer should take no time of its own. */
const SURELY_SAME = 0.9;

interface Heard {
  /** Logarithmic power per band and 40 ms, above silence. */
  readonly above: Float64Array;
  readonly sums: Sums;
}

interface Known extends Heard {
  readonly words: string;
  readonly shape: Float64Array;
  /** At `WAVE_RATE_HZ`. */
  readonly wave: Int16Array;
}

interface Place {
  readonly match: number;
  /** Frames of heard audio before the event. */
  readonly lag: number;
}

/**
 * A perfect recognizer of this bench's callers: it knows all their sounds and finds them in its input. So the cascade
 * is judged by its turn-taking, like other systems given perfect transcripts.
 */
export class CorpusEars {
  private readonly known: readonly Known[];

  constructor(events: readonly DuplexEvent[]) {
    this.known = events
      .filter(({ samples }) => samples.length > 0)
      .map((event) => known(wordsOf(event), event.samples));
  }

  /** @returns Undefined where none of it is in there. */
  wordsIn(samples: Int16Array, sampleRateHz: number): string | undefined {
    const sound = resample(samples, sampleRateHz, RATE_HZ);
    const heard = framesOf(sound);
    const wave = waveOf(sound);
    const alone = this.best(wave, SAME_WAVE, (known) => bestPlace(heard, known));
    if (alone && alone.match > SURELY_SAME) return alone.words;
    // In babble short words explain little of the heard audio.
    const amongOthers = this.best(wave, SAME_PART, ({ shape }) => placeOfPart(heard, shape));
    return (amongOthers && amongOthers.match > (alone?.match ?? 0) ? amongOthers : alone)?.words;
  }

  /** The best candidate at those positions, confirmed by its waveform. */
  private best(wave: Int16Array, same: number, placeOf: (known: Known) => Place) {
    let best: { readonly words: string; readonly match: number } | undefined;
    for (const { known, lag } of mostLikely(this.known, placeOf)) {
      const match = waveMatch(wave, known.wave, lag);
      if (match > (best?.match ?? same)) best = { words: known.words, match };
      if (match > SURELY_SAME) break;
    }
    return best;
  }
}

/** In frames of the heard audio. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Found extends Stretch {
  readonly words: string;
  readonly match: number;
}

/** The same for turns with several parts: it finds each of them, however many have been said. */
export class TurnEars {
  private readonly known: readonly Known[];

  constructor(parts: readonly SpokenPart[]) {
    this.known = parts.map(({ words, samples }) => known(words, samples));
  }

  /** @returns Undefined where none of it is in there. */
  wordsIn(samples: Int16Array, sampleRateHz: number): string | undefined {
    const sound = resample(samples, sampleRateHz, RATE_HZ);
    const heard = framesOf(sound);
    const wave = waveOf(sound);
    const found: Found[] = [];
    for (const { known, lag } of mostLikely(this.known, ({ shape }) => placeOfPart(heard, shape))) {
      const span = { words: known.words, from: lag, to: lag + known.above.length / BANDS };
      if (found.some((other) => other.match > SURELY_SAME && overlap(other, span))) continue;
      const match = waveMatch(wave, known.wave, lag);
      if (match > SAME_PART) found.push({ ...span, match });
    }
    found.sort((first, second) => second.match - first.match);
    const parts: Found[] = [];
    for (const one of found) {
      if (!parts.some((other) => overlap(other, one))) parts.push(one);
    }
    if (parts.length === 0) return undefined;
    return parts
      .sort((first, second) => first.from - second.from)
      .map(({ words }) => words)
      .join(' ');
  }
}

/** Candidates with the highest similarity, most likely first. */
function mostLikely(all: readonly Known[], placeOf: (known: Known) => Place) {
  return all
    .map((known) => ({ known, ...placeOf(known) }))
    .sort((first, second) => second.match - first.match)
    .slice(0, CANDIDATES);
}

/** By more than consecutive words overlap. */
function overlap(one: Stretch, other: Stretch): boolean {
  return one.to > other.from + 2 && one.from < other.to - 2;
}

function known(words: string, samples: Int16Array): Known {
  const frames = framesOf(samples);
  return { words, ...frames, shape: shapeOf(frames.above), wave: waveOf(samples) };
}

/** Averages, so that the result does not depend on the position of the first sample. */
function waveOf(samples: Int16Array): Int16Array {
  const step = RATE_HZ / WAVE_RATE_HZ;
  const wave = new Int16Array(Math.floor(samples.length / step));
  for (let index = 0; index < wave.length; index++) {
    let sum = 0;
    for (let at = index * step; at < (index + 1) * step; at++) sum += samples[at] as number;
    wave[index] = sum / step;
  }
  return wave;
}

/** The transcript of an event; empty for a cough. */
export function wordsOf({ kind, group, text }: DuplexEvent): string {
  if (group === 'body') return '';
  if (kind === 'backchannel' && group === 'hum') return 'mm-hmm';
  // Recordings are named after their words, or by a number.
  return /\d/.test(text) ? 'that is something else' : text.replace(/^vm-/, '').replaceAll('-', ' ');
}

function framesOf(samples: Int16Array): Heard {
  const count = Math.max(0, Math.floor((samples.length - MEL_FRAME_SAMPLES) / HOP_SAMPLES) + 1);
  const above = new Float64Array(count * BANDS);
  const powers = new Float64Array(MEL_BANDS);
  for (let frame = 0; frame < count; frame++) {
    const from = frame * HOP_SAMPLES;
    melPowers(samples.subarray(from, from + MEL_FRAME_SAMPLES), 1, powers);
    for (let band = 0; band < BANDS; band++) {
      const pooled = powers
        .subarray(band * POOLED, (band + 1) * POOLED)
        .reduce((sum, power) => sum + power, 0);
      above[frame * BANDS + band] = Math.log10(pooled + FLOOR) - SILENCE;
    }
  }
  return { above, sums: sumsOf(above) };
}

/** How well an event explains the heard audio, with silence around it, at its best position; -1 to 1. */
function bestPlace(heard: Heard, { above, sums }: Known): Place {
  const [heardFrames, eventFrames] = [heard.above.length / BANDS, above.length / BANDS];
  const least = Math.ceil(LEAST_PART * eventFrames);
  let best: Place = { match: -1, lag: 0 };
  for (let lag = least - eventFrames; lag <= heardFrames - least; lag++) {
    const [from, to] = [Math.max(0, -lag) * BANDS, Math.min(eventFrames, heardFrames - lag) * BANDS];
    if (to - from < least * BANDS) continue;
    let product = 0;
    for (let at = from, there = from + lag * BANDS; at < to; at++, there++)
      product += (heard.above[there] as number) * (above[at] as number);
    const match = correlation(heard.above.length, total(heard.sums), between(sums, from, to), product);
    if (match > best.match) best = { match, lag };
  }
  return best;
}

/** Where the heard audio is most similar to a part, whatever the rest is. */
function placeOfPart({ above, sums }: Heard, shape: Float64Array): Place {
  let best: Place = { match: -1, lag: 0 };
  for (let at = 0; at + shape.length <= above.length; at += BANDS) {
    let product = 0;
    for (let index = 0; index < shape.length; index++)
      product += (above[at + index] as number) * (shape[index] as number);
    const { plain, squares } = between(sums, at, at + shape.length);
    const spread = squares - plain ** 2 / shape.length;
    const match = spread > 0 ? product / Math.sqrt(spread) : 0;
    if (match > best.match) best = { match, lag: at / BANDS };
  }
  return best;
}

/** Prefix sums of values and of their squares. */
interface Sums {
  readonly plain: Float64Array;
  readonly squares: Float64Array;
}

interface Sum {
  readonly plain: number;
  readonly squares: number;
}

function sumsOf(values: Float64Array): Sums {
  const [plain, squares] = [new Float64Array(values.length + 1), new Float64Array(values.length + 1)];
  values.forEach((value, at) => {
    plain[at + 1] = (plain[at] ?? 0) + value;
    squares[at + 1] = (squares[at] ?? 0) + value ** 2;
  });
  return { plain, squares };
}

function between({ plain, squares }: Sums, from: number, to: number): Sum {
  return {
    plain: (plain[to] ?? 0) - (plain[from] ?? 0),
    squares: (squares[to] ?? 0) - (squares[from] ?? 0),
  };
}

const total = (sums: Sums): Sum => between(sums, 0, sums.plain.length - 1);

/** Normalized to zero mean and unit length, so that a dot product is a correlation. */
function shapeOf(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const length = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  return values.map((value) => (value - mean) / length);
}

/** Correlation of two series of `count` values, from their sums and the sum of their products. */
function correlation(count: number, a: Sum, b: Sum, products: number): number {
  const spread = (count * a.squares - a.plain ** 2) * (count * b.squares - b.plain ** 2);
  return spread > 0 ? (count * products - a.plain * b.plain) / Math.sqrt(spread) : 0;
}

/** Correlation of the waveforms where they overlap, near that position; 0 to 1. */
function waveMatch(heard: Int16Array, event: Int16Array, lagFrames: number): number {
  const middle = Math.round((lagFrames * HOP_SAMPLES * WAVE_RATE_HZ) / RATE_HZ);
  const around = (AROUND_MS * WAVE_RATE_HZ) / 1_000;
  let best = 0;
  for (let lag = middle - around; lag <= middle + around; lag++) {
    const [from, to] = [Math.max(0, -lag), Math.min(event.length, heard.length - lag)];
    let [product, heardPower, eventPower] = [0, 0, 0];
    for (let at = from; at < to; at++) {
      const x = heard[lag + at] as number;
      const y = event[at] as number;
      product += x * y;
      heardPower += x * x;
      eventPower += y * y;
    }
    const power = heardPower * eventPower;
    if (power > 0) best = Math.max(best, Math.abs(product) / Math.sqrt(power));
  }
  return best;
}
