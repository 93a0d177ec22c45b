import { newId } from '../../common/ids/index.js';
import type { CallerListener, CallerVoiceEvent } from '../../voice/caller/index.js';
import type { TranscriberContext } from '../../voice/agent-adapter.js';
import type { AwaitedAnswer, SpeechToText, StageChain, Transcript } from '../stages/index.js';
import { isEnglish } from '../../voice/turns/index.js';
import { AgentWords } from '../words/index.js';
import { CallerTurn } from './caller-turn.js';
import type { PipelineOptions } from './pipeline-options.js';

export interface UserTurnOptions extends Pick<
  PipelineOptions,
  'anticipateAfterMs' | 'anticipateTimes' | 'anticipatesFading' | 'nowMs' | 'completeness'
> {
  readonly context: Pick<TranscriberContext, 'agent' | 'followsWords' | 'emit'>;
  readonly listener: CallerListener;
  readonly chain: StageChain<SpeechToText>;
  /** For the final words after the turn has ended. */
  readonly budgetMs: number;
  readonly awaited?: () => AwaitedAnswer | undefined;
  /** The transcript of the open turn so far; sent again with its `completeness`, if a model rates it. */
  heard(soFar: Transcript): void;
}

/** Pauses within a sentence are rarely this long, in milliseconds. */
const LONGER_SILENCE_MS = 250;

interface OpenTurn {
  readonly turnId: string;
  readonly words: CallerTurn;
  /** The text that was reported while the turn was spoken. */
  toldText: string;
  heard: Transcript | undefined;
  /** When the current silence began, as far as is known; undefined while the caller speaks. */
  hushEndMs: number | undefined;
}

/** Recognizes the caller's open turn. */
export class UserTurn {
  private readonly ended = new AbortController();
  private readonly caller = {};
  private turn: OpenTurn | undefined;
  private anticipation: NodeJS.Timeout | undefined;

  private readonly words: AgentWords;

  constructor(private readonly options: UserTurnOptions) {
    this.words = new AgentWords(options.context.agent);
  }

  /** Opens a turn and recognizes speech from `fromMs` on. */
  begin(fromMs: number): void {
    this.discard();
    const { chain, context, budgetMs, listener, awaited } = this.options;
    const words = new CallerTurn({
      chain,
      ...(awaited && { awaited }),
      agent: context.agent,
      caller: this.caller,
      wantsPartials: context.followsWords ?? false,
      budgetMs,
      signal: this.ended.signal,
      onWords: (soFar) => this.hear(turn, soFar),
      meant: (heard) => this.words.meant(heard),
      used: (usage) => context.emit({ kind: 'usage', usage }),
    });
    const turn: OpenTurn = {
      turnId: newId('turn'),
      words,
      toldText: '',
      heard: undefined,
      hushEndMs: undefined,
    };
    this.turn = turn;
    listener.listen(fromMs, (samples) => words.push(samples));
  }

  /** Follows the VAD events of the open turn; a silence may be its end. */
  follow(event: CallerVoiceEvent): void {
    if (event.kind === 'caller-started' || event.kind === 'caller-went-on') return this.goOn();
    const isFading = event.kind === 'caller-fading' && this.options.anticipatesFading;
    if (isFading || event.kind === 'caller-hushed' || event.kind === 'caller-stopped') this.fallSilent(event);
  }

  private goOn(): void {
    clearTimeout(this.anticipation);
    if (!this.turn) return;
    this.turn.hushEndMs = undefined;
    this.turn.words.goOn();
  }

  /** If a fading voice ended later than it seemed, the transcript lacks its end: recognize it again. */
  private fallSilent({ kind, endMs }: Extract<CallerVoiceEvent, { readonly endMs: number }>): void {
    const { anticipateAfterMs, nowMs } = this.options;
    if (!this.turn || anticipateAfterMs === 0) return;
    const { words, hushEndMs = Infinity } = this.turn;
    if (kind === 'caller-hushed' && endMs > hushEndMs) this.goOn();
    this.turn.hushEndMs = endMs;
    clearTimeout(this.anticipation);
    const waitMs = endMs + this.silenceBefore(words) - nowMs();
    this.anticipation = setTimeout(() => words.anticipate(kind === 'caller-fading'), Math.max(0, waitMs));
  }

  /**
   * Waits longer for callers who pause often or have background speech; otherwise the recognizer repeats the same work.
   */
  private silenceBefore(words: CallerTurn): number {
    const { anticipateAfterMs, anticipateTimes } = this.options;
    if (words.timesAnticipated < anticipateTimes || words.hasGrown) return anticipateAfterMs;
    return Math.max(anticipateAfterMs, LONGER_SILENCE_MS);
  }

  /** Drops the open turn. */
  discard(): void {
    const turn = this.take();
    turn?.words.cancel();
    // Close the partial transcript that clients already show.
    if (turn && turn.toldText !== '') this.tell(turn, turn.toldText, true);
  }

  /**
   * Ends the open turn and waits for its final transcript.
   *
   * @returns The transcript; undefined if no turn was open.
   * @throws AgentFault if every provider failed. @throws Cancelled
   */
  async end(): Promise<Transcript | undefined> {
    const turn = this.take();
    if (!turn) return undefined;
    let text = turn.toldText;
    try {
      const heard = await turn.words.end();
      text = heard.text;
      return heard;
    } finally {
      const wasTold = text !== '' || turn.toldText !== '';
      if (wasTold && !this.ended.signal.aborted) this.tell(turn, text, true);
    }
  }

  close(): void {
    this.ended.abort();
    this.take()?.words.cancel();
  }

  private take(): OpenTurn | undefined {
    clearTimeout(this.anticipation);
    this.options.listener.ignore();
    const turn = this.turn;
    this.turn = undefined;
    return turn;
  }

  private hear(turn: OpenTurn, soFar: Transcript): void {
    if (turn !== this.turn) return;
    if (soFar.text !== '' && soFar.text !== turn.toldText) {
      turn.toldText = soFar.text;
      this.tell(turn, soFar.text, false);
    }
    turn.heard = soFar;
    this.options.heard(soFar);
    if (turn.hushEndMs !== undefined && soFar.text !== '') void this.judge(turn, soFar);
  }

  /** If the provider does not rate completeness, a grammar model does. */
  private async judge(turn: OpenTurn, soFar: Transcript): Promise<void> {
    const { completeness: judge, context } = this.options;
    if (!judge || !isEnglish(context.agent.languageCode)) return;
    const completeness = await judge(soFar.text).catch(() => undefined);
    const isLatest = turn === this.turn && turn.heard === soFar && turn.hushEndMs !== undefined;
    if (completeness !== undefined && isLatest) this.options.heard({ ...soFar, completeness });
  }

  private tell({ turnId }: OpenTurn, text: string, final: boolean): void {
    this.options.context.emit({ kind: 'transcript', speaker: 'caller', turnId, text, final });
  }
}
