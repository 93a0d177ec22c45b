import { newId } from '../../common/ids/index.js';
import type { AgentEvent, AgentFault } from '../../voice/agent-adapter.js';
import type { RecognisedWord } from '../../engines/built-in/index.js';
import type { Ear } from './ear.js';
import { kindOfSpeech, understand, type KindOfSpeech, type Understanding } from './understanding.js';

/** What the engine failed to understand counts as words that nobody knows, so that the caller is answered. */
const NOT_UNDERSTOOD: Understanding = { words: [], otherSpeechMs: Infinity };

export interface CallerTurnsListener {
  /** What has been understood of the open turn so far. */
  wordsSoFar(heard: Understanding): void;
  /** The engines understood a whole turn. */
  worked(): void;
  failed(fault: AgentFault): void;
  emit(event: AgentEvent): void;
}

interface Turn {
  readonly turnId: string;
  /** The words that were told as interim. */
  shownText: string;
}

export interface EndedTurn {
  readonly heard: Understanding;
  readonly kind: KindOfSpeech;
}

/** The turns of the caller: gives the open one to the ear, and tells its words as they come. */
export class CallerTurns {
  readonly #ear: Ear;
  readonly #listener: CallerTurnsListener;
  #open: Turn | undefined;
  #closed = false;

  constructor(ear: Ear, listener: CallerTurnsListener) {
    this.#ear = ear;
    this.#listener = listener;
  }

  /** @param endMs When the last sample was heard. */
  hear(samples: Int16Array, endMs: number): void {
    this.#ear.hear(samples, endMs);
  }

  /** Begins to understand what was said since `fromMs`. */
  begin(fromMs: number): void {
    const turn: Turn = { turnId: newId('turn'), shownText: '' };
    this.#open = turn;
    try {
      this.#ear.begin(fromMs, (words) => this.#hearSoFar(turn, words));
    } catch (fault) {
      this.#listener.failed(fault as AgentFault);
    }
  }

  /** Forgets the open turn. */
  discard(): void {
    const turn = this.#open;
    this.#open = undefined;
    this.#ear.cancel();
    if (turn && turn.shownText !== '') this.#tell(turn, turn.shownText, true);
  }

  /** Ends the open turn and understands it, which takes a moment; undefined when the conversation was closed meanwhile. */
  async end(): Promise<EndedTurn | undefined> {
    const turn = this.#open ?? { turnId: newId('turn'), shownText: '' };
    this.#open = undefined;
    const heard = await this.#understand();
    if (this.#closed) return undefined;
    const kind = kindOfSpeech(heard);
    if (kind !== 'nothing' || turn.shownText !== '') this.#tell(turn, heard.words.join(' '), true);
    return { heard, kind };
  }

  close(): void {
    this.#closed = true;
    this.#open = undefined;
    this.#ear.cancel();
  }

  async #understand(): Promise<Understanding> {
    try {
      const { words } = await this.#ear.end();
      this.#listener.worked();
      return understand(words);
    } catch (fault) {
      if (!this.#closed) this.#listener.failed(fault as AgentFault);
      return NOT_UNDERSTOOD;
    }
  }

  #hearSoFar(turn: Turn, words: readonly RecognisedWord[]): void {
    if (turn !== this.#open) return;
    const heard = understand(words);
    const text = heard.words.join(' ');
    if (text !== '' && text !== turn.shownText) {
      turn.shownText = text;
      this.#tell(turn, text, false);
    }
    this.#listener.wordsSoFar(heard);
  }

  #tell({ turnId }: Turn, text: string, final: boolean): void {
    this.#listener.emit({ kind: 'transcript', speaker: 'caller', turnId, text, final });
  }
}
