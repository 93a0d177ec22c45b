import type { OverlapJudge, OverlapStream } from '../../../voice/caller/voice-activity-detector.js';
import {
  loadOverlapWeights,
  OverlapNetwork,
  type OverlapClasses,
  type OverlapWeights,
} from './overlap-network.js';
import { SoundFrames } from './sound-frames.js';

/** Audio before the onset that the network receives. */
const LEAD_MS = 300;
/** Number of averaged verdicts: 60 ms. */
const AVERAGED = 3;
const SMALLEST = 1e-5;

type Verdict = NonNullable<ReturnType<OverlapStream['push']>>;

/** Judges with the network of `assets/overlap`; see `OverlapNetwork`. */
export class SoundJudge implements OverlapJudge {
  readonly leadMs = LEAD_MS;

  private constructor(private readonly weights: OverlapWeights) {}

  static async load(): Promise<SoundJudge> {
    return new SoundJudge(await loadOverlapWeights());
  }

  open(usualLevelDbfs: number | undefined): OverlapStream {
    return new SoundStream(new OverlapNetwork(this.weights), usualLevelDbfs);
  }
}

class SoundStream implements OverlapStream {
  private readonly frames: SoundFrames;
  private readonly latest: OverlapClasses[] = [];
  private judged = 0;

  constructor(
    private readonly network: OverlapNetwork,
    usualLevelDbfs: number | undefined,
  ) {
    this.frames = new SoundFrames((frame) => this.judge(frame), usualLevelDbfs);
  }

  push(samples: Int16Array): Verdict | undefined {
    const before = this.judged;
    this.frames.push(samples);
    return this.judged > before ? this.verdict() : undefined;
  }

  private judge(frame: Float32Array): void {
    const classes = this.network.take(frame);
    if (!classes) return;
    this.latest.push(classes);
    if (this.latest.length > AVERAGED) this.latest.shift();
    this.judged++;
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
