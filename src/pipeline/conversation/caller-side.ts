import { newId } from '../../common/ids/index.js';
import type { AgentContext } from '../../voice/agent-adapter.js';
import type { CallerEar, CallerVoiceEvent } from '../../voice/caller/index.js';
import type { SpeechToText, StageChain } from '../stages/index.js';
import { CallerTurn } from '../stt/caller-turn.js';

export interface CallerSideOptions {
  readonly context: AgentContext;
  readonly ear: CallerEar;
  readonly chain: StageChain<SpeechToText>;
  /** For the words, once a turn is over. */
  readonly budgetMs: number;
  /** Silence after which an open turn may be understood in advance, in milliseconds; 0: never. */
  readonly anticipateAfterMs: number;
  /** Words of the open turn so far. */
  heard(text: string): void;
}

interface OpenTurn {
  readonly turnId: string;
  readonly words: CallerTurn;
}

/** The caller's side of a conversation: the turn that is open at the moment, on its way to words. */
export class CallerSide {
  readonly #options: CallerSideOptions;
  readonly #ended = new AbortController();
  #turn: OpenTurn | undefined;
  #anticipation: NodeJS.Timeout | undefined;

  constructor(options: CallerSideOptions) {
    this.#options = options;
  }

  /** Begins to understand what was said since `fromMs`. */
  begin(fromMs: number): void {
    this.discard();
    const { chain, context, budgetMs, ear } = this.#options;
    const turnId = newId('turn');
    const words = new CallerTurn({
      chain,
      agent: context.agent,
      budgetMs,
      signal: this.#ended.signal,
      onWords: (text) => {
        if (this.#turn?.turnId === turnId) this.#hear(turnId, text);
      },
    });
    this.#turn = { turnId, words };
    ear.listen(fromMs, (samples) => words.push(samples));
  }

  /** Follows the caller's voice within the open turn: a silence may be the end of it. */
  follow(event: CallerVoiceEvent): void {
    if (event.kind === 'caller-suspected' || event.kind === 'caller-heard') return;
    clearTimeout(this.#anticipation);
    if (event.kind === 'caller-started') return this.#turn?.words.goOn();
    const { anticipateAfterMs } = this.#options;
    if (!this.#turn || anticipateAfterMs === 0) return;
    const { words } = this.#turn;
    const waitMs = event.endMs + anticipateAfterMs - performance.now();
    this.#anticipation = setTimeout(() => words.anticipate(), Math.max(0, waitMs));
  }

  /** Forgets the open turn. */
  discard(): void {
    clearTimeout(this.#anticipation);
    this.#options.ear.ignore();
    this.#turn?.words.cancel();
    this.#turn = undefined;
  }

  /**
   * Ends the open turn and understands it, which takes a moment.
   *
   * @returns Its words, none for a mere noise; undefined when no turn was open.
   * @throws AgentFault when no provider understood. @throws Cancelled
   */
  async end(): Promise<string | undefined> {
    const turn = this.#turn;
    if (!turn) return undefined;
    clearTimeout(this.#anticipation);
    this.#turn = undefined;
    this.#options.ear.ignore();
    const text = await turn.words.end();
    if (text !== '' && !this.#ended.signal.aborted) this.#tell(turn.turnId, text, true);
    return text;
  }

  close(): void {
    clearTimeout(this.#anticipation);
    this.#ended.abort();
    this.#turn?.words.cancel();
  }

  #hear(turnId: string, text: string): void {
    this.#tell(turnId, text, false);
    this.#options.heard(text);
  }

  #tell(turnId: string, text: string, final: boolean): void {
    this.#options.context.emit({ kind: 'transcript', speaker: 'caller', turnId, text, final });
  }
}
