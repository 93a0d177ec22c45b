import { newId } from '../../common/ids/index.js';
import type { AgentContext } from '../../voice/agent-adapter.js';
import type { CallerListener, CallerVoiceEvent } from '../../voice/caller/index.js';
import type { AwaitedAnswer, SpeechToText, StageChain, Transcript } from '../stages/index.js';
import { isEnglish } from '../../voice/turns/index.js';
import { AgentWords } from '../words/index.js';
import { CallerTurn } from './caller-turn.js';
import type { PipelineOptions } from './pipeline-options.js';

export interface CallerSideOptions {
  readonly context: AgentContext;
  readonly listener: CallerListener;
  readonly chain: StageChain<SpeechToText>;
  /** For the words, once a turn is over. */
  readonly budgetMs: number;
  /** Silence after which an open turn may be understood in advance, in milliseconds; 0: never. */
  readonly anticipateAfterMs: number;
  /** How often it is after that silence; later on only after a longer one, or where much more was said. */
  readonly anticipateTimes: number;
  /** Whether also where, in noise, the caller only seems to fall silent. */
  readonly anticipatesFading: boolean;
  readonly nowMs: () => number;
  readonly completeness?: PipelineOptions['completeness'];
  readonly awaited?: () => AwaitedAnswer | undefined;
  /** What was understood of the open turn so far; once more with its `completeness`, where somebody tells that. */
  heard(soFar: Transcript): void;
}

/** A silence this long, in milliseconds, is hardly one within a sentence. */
const LONGER_SILENCE_MS = 250;

interface OpenTurn {
  readonly turnId: string;
  readonly words: CallerTurn;
  /** The words that were told while they were spoken. */
  toldText: string;
  heard: Transcript | undefined;
  /** When the silence began that the caller is in, as far as is known; undefined while it speaks. */
  hushEndMs: number | undefined;
}

/** The caller's side of a conversation: the turn that is open at the moment, on its way to words. */
export class CallerSide {
  private readonly ended = new AbortController();
  private readonly caller = {};
  private turn: OpenTurn | undefined;
  private anticipation: NodeJS.Timeout | undefined;

  private readonly words: AgentWords;

  constructor(private readonly options: CallerSideOptions) {
    this.words = new AgentWords(options.context.agent);
  }

  /** Begins to understand what was said since `fromMs`. */
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

  /** Follows the caller's voice within the open turn: a silence may be the end of it. */
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

  /** Where a voice that faded ended later than it seemed, what was understood lacks its end: it is understood anew. */
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

  /** Who pauses often, or is among others who talk, would have its recogniser asked the same again and again. */
  private silenceBefore(words: CallerTurn): number {
    const { anticipateAfterMs, anticipateTimes } = this.options;
    if (words.timesAnticipated < anticipateTimes || words.hasGrown) return anticipateAfterMs;
    return Math.max(anticipateAfterMs, LONGER_SILENCE_MS);
  }

  /** Forgets the open turn. */
  discard(): void {
    const turn = this.take();
    turn?.words.cancel();
    // What was shown as the beginning of a turn doesn't stay one for ever.
    if (turn && turn.toldText !== '') this.tell(turn, turn.toldText, true);
  }

  /**
   * Ends the open turn and understands it, which takes a moment.
   *
   * @returns What was said; undefined when no turn was open.
   * @throws AgentFault when no provider understood. @throws Cancelled
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

  /** Where nobody tells whether the words are all of what the caller has to say, grammar does. */
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
