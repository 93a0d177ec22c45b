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
  /** Identifies the caller across its turns. */
  readonly caller: object;
  readonly wantsPartials: boolean;
  readonly awaited?: () => AwaitedAnswer | undefined;
  /** For the final words after the turn has ended. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
  onWords(soFar: Transcript): void;
  readonly used: (usage: ProviderUsage) => void;
  /** Corrects the transcript with the document's vocabulary. */
  readonly meant: (heard: Transcript) => Transcript;
}

/** Growth that counts as much more speech. */
const GROWN = 1.25;

/**
 * Recognition of one caller turn. The first provider listens while the caller speaks; the audio is kept so that a
 * fallback can recognize all of it. Turn-taking limits the length of a turn.
 */
export class CallerTurn {
  private readonly cancelled = new AbortController();
  private readonly outcome: Promise<Transcript>;
  private pieces: Int16Array[] = [];
  private samples = 0;
  /** How many times the turn was recognized in advance, and its length at the last one. */
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
    // Handled when the turn ends, which may be after it fails.
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

  /** True if the turn is much longer than at its last recognition in advance. */
  get hasGrown(): boolean {
    return this.samples >= GROWN * this.anticipated.samples;
  }

  /** @throws AgentFault if every provider failed. @throws Cancelled */
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
