import { LeadingSilence } from '../../audio/index.js';
import type { TurnLatency } from '../../voice/agent-adapter.js';

/** Times of the caller's turn for measuring the answer's latency, on the monotonic clock. */
export interface CallerTurnTimes {
  /** When the caller fell silent. */
  readonly endedAtMs: number;
  /** When the turn was considered ended; undefined if a server decides that and does not report it. */
  readonly takenAtMs: number | undefined;
  /** When its words were known, possibly after the answer began. */
  transcriptAtMs?: number;
}

/** One answer of the agent, and how much of it was played. */
export class AgentTurn {
  /** No more audio of it may be played. */
  silenced = false;
  /** The provider has sent all of it. */
  complete = false;
  /** Some of it was audible. */
  hasAudio = false;
  /** All of it was heard. */
  finished = false;
  /** Items that the caller has heard nothing of, or that were withdrawn: a cancelled answer leaves none of them. */
  readonly unheard = new Set<string>();
  /** Cut from the beginning of its first item, in milliseconds. */
  trimmedMs = 0;
  readonly lead: LeadingSilence;
  /** When its first words or audio arrived, on the monotonic clock. */
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

/** The parts of an answer's latency; see `TurnLatency`. */
export function answerLatency(caller: CallerTurnTimes, answer: AnswerTimes): TurnLatency {
  const since = (atMs: number) => Math.max(0, Math.round(atMs - caller.endedAtMs));
  const { takenAtMs, transcriptAtMs } = caller;
  return {
    ...(takenAtMs !== undefined && { endOfTurnMs: since(takenAtMs) }),
    // Words that were known before the end of the turn added no latency.
    ...(transcriptAtMs !== undefined && { transcriptMs: since(Math.max(transcriptAtMs, takenAtMs ?? 0)) }),
    ...(answer.firstTokenAtMs !== undefined && { firstTokenMs: since(answer.firstTokenAtMs) }),
    firstAudioMs: since(answer.firstAudioAtMs),
    heardMs: since(answer.heardAtMs),
  };
}
