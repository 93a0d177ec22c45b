import type { TurnLatency } from '../agent-adapter.js';

/** Times of the caller's turn that an answer is measured against, on the monotonic clock. */
export interface CallerTurnTimes {
  /** When the caller fell silent. */
  readonly endedAtMs: number;
  /** When the turn was taken to be over. */
  readonly takenAtMs: number;
}

/** One answer of the agent: what it says, and how far it got. */
export class AgentTurn {
  /** Nothing more of it may reach the caller. */
  silenced = false;
  /** The provider has sent all of it. */
  complete = false;
  hasAudio = false;
  readonly turnId: string;
  readonly responseId: string;
  readonly #texts = new Map<string, string>();

  constructor(turnId: string, responseId: string) {
    this.turnId = turnId;
    this.responseId = responseId;
  }

  get itemIds(): readonly string[] {
    return [...this.#texts.keys()];
  }

  get text(): string {
    return [...this.#texts.values()].join(' ').trim();
  }

  textOf(itemId: string): string {
    return this.#texts.get(itemId) ?? '';
  }

  addText(itemId: string, delta: string): void {
    this.#texts.set(itemId, this.textOf(itemId) + delta);
  }

  setText(itemId: string, text: string): void {
    this.#texts.set(itemId, text);
  }
}

/** Where the time of an answer went; see `TurnLatency`. */
export function answerLatency(
  caller: CallerTurnTimes,
  firstAudioAtMs: number,
  heardAtMs: number,
): TurnLatency {
  const since = (atMs: number) => Math.max(0, Math.round(atMs - caller.endedAtMs));
  return {
    endOfTurnMs: since(caller.takenAtMs),
    firstAudioMs: since(firstAudioAtMs),
    heardMs: since(heardAtMs),
  };
}
