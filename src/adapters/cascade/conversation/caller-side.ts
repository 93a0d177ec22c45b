import { newId } from '../../../common/ids/index.js';
import type { AgentContext } from '../../agent-adapter.js';
import type { CallerEar } from '../../listening/index.js';
import type { SpeechToText, StageChain } from '../stages/index.js';
import { CallerTurn } from '../stt/caller-turn.js';

export interface CallerSideOptions {
  readonly context: AgentContext;
  readonly ear: CallerEar;
  readonly chain: StageChain<SpeechToText>;
  /** For the words, once a turn is over. */
  readonly budgetMs: number;
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

  /** Forgets the open turn. */
  discard(): void {
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
    this.#turn = undefined;
    this.#options.ear.ignore();
    const text = await turn.words.end();
    if (text !== '' && !this.#ended.signal.aborted) this.#tell(turn.turnId, text, true);
    return text;
  }

  close(): void {
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
