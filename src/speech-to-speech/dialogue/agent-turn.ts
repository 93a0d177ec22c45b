import { LeadingSilence } from '../../common/audio/index.js';
import type { TurnLatency } from '../../voice/agent-adapter.js';

/** Times of the caller's turn that an answer is measured against, on the monotonic clock. */
export interface CallerTurnTimes {
  /** When the caller fell silent. */
  readonly endedAtMs: number;
  /** When the turn was taken to be over; unknown where a server decides about that and doesn't tell. */
  readonly takenAtMs: number | undefined;
  /** When its words were known, which may be while the answer has begun already. */
  transcriptAtMs?: number;
}

/** One answer of the agent: what it says, and how far it got. */
export class AgentTurn {
  /** Nothing more of it may reach the caller. */
  silenced = false;
  /** The provider has sent all of it. */
  complete = false;
  /** Something of it could be heard. */
  hasAudio = false;
  /** All of it was heard. */
  finished = false;
  /** Of the beginning of its first item, in milliseconds. */
  trimmedMs = 0;
  readonly lead: LeadingSilence;
  /** When the first of its words or its audio came, on the monotonic clock. */
  firstTokenAtMs: number | undefined;
  readonly turnId: string;
  readonly responseId: string;
  private readonly texts = new Map<string, string>();

  constructor(turnId: string, responseId: string, sampleRateHz: number) {
    this.lead = new LeadingSilence(sampleRateHz, Infinity);
    this.turnId = turnId;
    this.responseId = responseId;
  }

  get itemIds(): readonly string[] {
    return [...this.texts.keys()];
  }

  get text(): string {
    return [...this.texts.values()].join(' ').trim();
  }

  textOf(itemId: string): string {
    return this.texts.get(itemId) ?? '';
  }

  addText(itemId: string, delta: string): void {
    this.texts.set(itemId, this.textOf(itemId) + delta);
  }

  setText(itemId: string, text: string): void {
    this.texts.set(itemId, text);
  }
}

/** When an answer reached its stages, on the monotonic clock. */
export interface AnswerTimes {
  readonly firstTokenAtMs: number | undefined;
  readonly firstAudioAtMs: number;
  readonly heardAtMs: number;
}

/** Where the time of an answer went; see `TurnLatency`. */
export function answerLatency(caller: CallerTurnTimes, answer: AnswerTimes): TurnLatency {
  const since = (atMs: number) => Math.max(0, Math.round(atMs - caller.endedAtMs));
  const { takenAtMs, transcriptAtMs } = caller;
  return {
    ...(takenAtMs !== undefined && { endOfTurnMs: since(takenAtMs) }),
    // Words that were known before the turn had ended took no time of their own.
    ...(transcriptAtMs !== undefined && { transcriptMs: since(Math.max(transcriptAtMs, takenAtMs ?? 0)) }),
    ...(answer.firstTokenAtMs !== undefined && { firstTokenMs: since(answer.firstTokenAtMs) }),
    firstAudioMs: since(answer.firstAudioAtMs),
    heardMs: since(answer.heardAtMs),
  };
}
