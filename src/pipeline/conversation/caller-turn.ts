import type { ProviderUsage, ReportedUsage } from '../../voice/provider-usage.js';
import type { AgentDocument } from '../../agent-document/index.js';
import {
  type AwaitedAnswer,
  beforeDeadline,
  Cancelled,
  type SpeechToText,
  type StageChain,
  type StageChoice,
  type Transcript,
  type Transcription,
} from '../stages/index.js';

export interface CallerTurnOptions {
  readonly chain: StageChain<SpeechToText>;
  readonly agent: AgentDocument;
  /** Stands for the caller in all of its turns. */
  readonly caller: object;
  readonly wantsPartials: boolean;
  readonly awaited?: () => AwaitedAnswer | undefined;
  /** For the words, once the turn is over. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
  onWords(soFar: Transcript): void;
  readonly used: (usage: ProviderUsage) => void;
  /** What the caller meant, of what was understood. */
  readonly meant: (heard: Transcript) => Transcript;
}

/** So many times as long is much longer. */
const GROWN = 1.25;

/**
 * One turn of the caller on its way to words. The first provider listens while the caller speaks; the audio is kept as
 * well, so that a fallback can still hear all of it. Turn-taking bounds how long a turn can get.
 */
export class CallerTurn {
  private readonly cancelled = new AbortController();
  private readonly outcome: Promise<Transcript>;
  private pieces: Int16Array[] = [];
  private samples = 0;
  /** How often the turn was to be understood in advance, and how long it was then. */
  private readonly anticipated = { times: 0, samples: 0 };
  private anticipating = false;
  private listening: Transcription | undefined;
  private ended: (() => void) | undefined;
  private readonly turnEnd = new Promise<void>((resolve) => (this.ended = resolve));

  constructor(private readonly options: CallerTurnOptions) {
    this.outcome = options.chain.run({
      signal: this.signal,
      attempt: (choice, patienceMs) => this.attempt(choice, patienceMs),
    });
    // It is looked at when the turn ends, which may be later than it fails.
    this.outcome.catch(() => undefined);
  }

  push(samples: Int16Array): void {
    this.pieces.push(samples);
    this.samples += samples.length;
    this.listening?.push(samples);
  }

  /** The caller is silent and may have finished. */
  anticipate(mayLackEnd: boolean): void {
    if (!this.anticipating) {
      this.anticipated.times++;
      this.anticipated.samples = this.samples;
    }
    this.anticipating = true;
    this.listening?.anticipate?.(mayLackEnd);
  }

  /** The caller speaks again. */
  goOn(): void {
    this.anticipating = false;
    this.listening?.goOn?.();
  }

  get timesAnticipated(): number {
    return this.anticipated.times;
  }

  /** Whether it has become much longer since it was understood in advance last. */
  get hasGrown(): boolean {
    return this.samples >= GROWN * this.anticipated.samples;
  }

  /** @throws AgentFault when no provider understood. @throws Cancelled */
  async end(): Promise<Transcript> {
    this.ended?.();
    try {
      return await this.outcome;
    } finally {
      this.pieces = [];
    }
  }

  cancel(): void {
    this.cancelled.abort();
    this.ended?.();
    this.pieces = [];
  }

  private get signal(): AbortSignal {
    return AbortSignal.any([this.options.signal, this.cancelled.signal]);
  }

  private async attempt(
    { member, modelId, options }: StageChoice<SpeechToText>,
    patienceMs: number,
  ): Promise<Transcript> {
    const { agent, caller, wantsPartials, awaited, budgetMs, used, meant } = this.options;
    const onWords = (soFar: Transcript) => this.options.onWords(meant(soFar));
    const { provider, name } = member;
    const onUsage = (usage: ReportedUsage) => used({ stage: 'stt', provider: name, ...usage });
    const transcription = provider.begin({
      ...{ agent, caller, wantsPartials, modelId, options, signal: this.signal, onWords, onUsage },
      ...(awaited && { awaited }),
    });
    this.listening = transcription;
    try {
      for (const samples of this.pieces) transcription.push(samples);
      await this.turnEnd;
      if (this.cancelled.signal.aborted) throw new Cancelled();
      const endedMs = performance.now();
      const heard = await beforeDeadline(transcription.end(), Math.min(budgetMs, patienceMs));
      member.firstAfter(performance.now() - endedMs);
      return meant(heard);
    } finally {
      this.listening = undefined;
      transcription.cancel();
    }
  }
}
