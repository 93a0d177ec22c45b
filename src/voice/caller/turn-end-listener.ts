import { RecentSamples } from './recent-samples.js';
import type { TurnEndJudge } from './turn-end-judge.js';

const SAMPLES_PER_MS = 16;
/** Audio from before a turn was found to begin. */
const LEAD_MS = 300;

/** Keeps the end of the open turn, and has it judged whenever the caller falls silent. */
export class TurnEndListener {
  private readonly kept: RecentSamples;
  private endMs = -Infinity;
  private fromMs: number | undefined;
  /** Judgements of what the caller said before it went on don't count. */
  private asked = 0;

  /** @param judged How likely the turn is over. */
  constructor(
    private readonly judge: TurnEndJudge,
    private readonly judged: (probability: number) => void,
  ) {
    this.kept = new RecentSamples(judge.longestMs * SAMPLES_PER_MS);
  }

  /** Takes all that the caller sends, at 16 kHz. */
  hear(samples: Int16Array, endMs: number): void {
    this.kept.push(samples);
    this.endMs = endMs;
  }

  begin(fromMs: number): void {
    this.fromMs = fromMs;
  }

  end(): void {
    this.fromMs = undefined;
    this.wentOn();
  }

  wentOn(): void {
    this.asked++;
  }

  fellSilent(): void {
    const { fromMs, endMs, kept } = this;
    if (fromMs === undefined) return;
    const number = ++this.asked;
    const lengthMs = Math.max(0, endMs - fromMs + LEAD_MS);
    const samples = kept.last(Math.round(lengthMs * SAMPLES_PER_MS));
    void this.judge.judge(samples).then((probability) => {
      if (probability !== undefined && number === this.asked) this.judged(probability);
    });
  }
}
