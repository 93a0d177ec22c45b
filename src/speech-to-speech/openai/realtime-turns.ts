import type { CallerTurnTimes, TurnCarrier, TurnOutcome } from '../dialogue/index.js';
import { isBackchannel } from '../../voice/turns/index.js';
import { deleteItem } from './protocol/client-events.js';
import type { RealtimeLink } from './realtime-protocol.js';
import { ResponseSlot } from './response-slot.js';

/** Longer than any "mhm" or cough: a voice that goes on for so long says something. */
const VOICE_THAT_IS_WORDS_MS = 1_000;

/** How long the agent waits in silence for the words of what paused it; it then counts as an interruption. */
const TRANSCRIPT_PATIENCE_MS = 1_500;

/** Tells a Realtime server of the caller's turns, when its own voice detection is off. */
export class RealtimeTurns implements TurnCarrier {
  readonly takesBack = true;
  readonly voiceThatIsWordsMs = VOICE_THAT_IS_WORDS_MS;
  readonly responses: ResponseSlot;
  readonly #link: () => RealtimeLink | undefined;
  readonly #ended: (times: CallerTurnTimes) => void;
  /** What the turn that ended last became; unknown until the server tells. */
  #itemId: string | undefined;
  #tellWords: ((text: string) => void) | undefined;

  /** @param ended Told of each turn that the server makes an item of. */
  constructor(link: () => RealtimeLink | undefined, ended: (times: CallerTurnTimes) => void) {
    this.#link = link;
    this.#ended = ended;
    this.responses = new ResponseSlot((event) => link()?.session?.send(event));
  }

  begin(): void {
    this.#link()?.beginTurn();
  }

  send(samples: Int16Array): void {
    this.#link()?.sendAudio(samples);
  }

  discard(): void {
    this.#link()?.discardTurn();
  }

  end(times: CallerTurnTimes): void {
    this.#itemId = undefined;
    this.#ended(times);
    this.#link()?.endTurn();
  }

  async understand(): Promise<TurnOutcome> {
    const text = await this.#words();
    if (text === undefined) return 'words';
    if (text !== '') return isBackchannel(text) ? 'backchannel' : 'words';
    if (this.#itemId !== undefined) this.#link()?.session?.send(deleteItem(this.#itemId));
    return 'nothing';
  }

  answer(): void {
    this.responses.ask(undefined);
  }

  cancelAnswer(): void {
    this.responses.cancel();
  }

  /** The server made an item of the turn that ended last. */
  itemCreated(itemId: string): void {
    this.#itemId ??= itemId;
  }

  /** The server knows the words of an item. */
  wordsKnown(itemId: string, text: string): void {
    if (itemId === this.#itemId) this.#tellWords?.(text.trim());
  }

  /** The words of the turn that has just ended; undefined when they don't come in time. */
  async #words(): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<string | undefined>((resolve) => {
        this.#tellWords = resolve;
        timer = setTimeout(() => resolve(undefined), TRANSCRIPT_PATIENCE_MS).unref();
      });
    } finally {
      clearTimeout(timer);
      this.#tellWords = undefined;
    }
  }
}
