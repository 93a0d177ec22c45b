import type { OverlapJudge, OverlapStream } from '../../../voice/caller/overlap-judge.js';
import { BackgroundPowers } from './background-powers.js';
import { EchoPowers } from './echo-powers.js';
import { FRAME_SAMPLES, HOP_SAMPLES, logOfBand, MEL_BANDS, melPowers } from './log-mel.js';
import {
  loadOverlapWeights,
  OverlapNetwork,
  type OverlapClasses,
  type OverlapWeights,
} from './overlap-network.js';

/** The level that the network was trained with. */
const TRAINED_LEVEL_DBFS = -26;
/** A caller who is much louder or softer than that is brought to it only so far. */
const MOST_GAIN_DB = 20;
/** What the network was given from before the onset. */
const LEAD_MS = 300;
/** What tells the background: some words of a crowd. */
const BACKGROUND_MS = 2_000;
/** Verdicts that are averaged: 60 ms. */
const AVERAGED = 3;
const SMALLEST = 1e-5;

type Verdict = NonNullable<ReturnType<OverlapStream['push']>>;

/** The network of `assets/overlap` as a judge; see `OverlapNetwork`. */
export class SoundJudge implements OverlapJudge {
  readonly leadMs = LEAD_MS;
  readonly backgroundMs = BACKGROUND_MS;

  private constructor(private readonly weights: OverlapWeights) {}

  static async load(): Promise<SoundJudge> {
    return new SoundJudge(await loadOverlapWeights());
  }

  open(usualLevelDbfs: number | undefined, before: Int16Array, sentBefore?: Int16Array): OverlapStream {
    return new SoundStream(new OverlapNetwork(this.weights), before, sentBefore, usualLevelDbfs);
  }
}

class SoundStream implements OverlapStream {
  private readonly gain: number;
  private readonly window = new Int16Array(FRAME_SAMPLES);
  private readonly sent = new Int16Array(FRAME_SAMPLES);
  private readonly powers = new Float64Array(MEL_BANDS);
  private readonly frame = new Float32Array(MEL_BANDS);
  private readonly echo: EchoPowers | undefined;
  private readonly background: BackgroundPowers | undefined;
  private filled = FRAME_SAMPLES - HOP_SAMPLES;
  private readonly latest: OverlapClasses[] = [];

  constructor(
    private readonly network: OverlapNetwork,
    before: Int16Array,
    sentBefore: Int16Array | undefined,
    usualLevelDbfs = TRAINED_LEVEL_DBFS,
  ) {
    const gainDb = Math.max(-MOST_GAIN_DB, Math.min(MOST_GAIN_DB, TRAINED_LEVEL_DBFS - usualLevelDbfs));
    this.gain = 10 ** (gainDb / 20);
    this.echo = sentBefore && EchoPowers.of(before, sentBefore, this.gain);
    this.background = this.echo ? undefined : new BackgroundPowers(before, this.gain);
  }

  push(samples: Int16Array, sent?: Int16Array): Verdict | undefined {
    let isNew = false;
    for (let at = 0; at < samples.length;) {
      const part = samples.subarray(at, at + FRAME_SAMPLES - this.filled);
      this.window.set(part, this.filled);
      if (this.echo && sent) this.sent.set(sent.subarray(at, at + part.length), this.filled);
      else this.sent.fill(0, this.filled, this.filled + part.length);
      this.filled += part.length;
      at += part.length;
      if (this.filled === FRAME_SAMPLES) isNew = this.judge() || isNew;
    }
    return isNew ? this.verdict() : undefined;
  }

  private judge(): boolean {
    melPowers(this.window, this.gain, this.powers);
    this.echo?.follow(this.sent);
    this.echo?.takeFrom(this.powers);
    this.background?.takeFrom(this.powers);
    for (let band = 0; band < MEL_BANDS; band++) this.frame[band] = logOfBand(this.powers[band] ?? 0);
    this.window.copyWithin(0, HOP_SAMPLES);
    this.sent.copyWithin(0, HOP_SAMPLES);
    this.filled = FRAME_SAMPLES - HOP_SAMPLES;
    const classes = this.network.take(this.frame);
    if (!classes) return false;
    this.latest.push(classes);
    if (this.latest.length > AVERAGED) this.latest.shift();
    return true;
  }

  private verdict(): Verdict {
    const mean = (of: (classes: OverlapClasses) => number) =>
      this.latest.reduce((sum, classes) => sum + of(classes), 0) / this.latest.length;
    return {
      interruption: mean(({ interruption }) => logOdds(interruption)),
      notDirected: mean(({ notDirected }) => notDirected),
      backchannel: mean(({ backchannel }) => backchannel),
      tic: mean(({ tic }) => tic),
    };
  }
}

function logOdds(probability: number): number {
  return Math.log((probability + SMALLEST) / (1 - probability + SMALLEST));
}
