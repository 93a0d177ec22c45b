import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { ConversationEvent, Turn } from '../../generated/prisma/client.js';

const ToolDetails = Type.Object({
  turnId: Type.Optional(Type.String()),
  name: Type.String(),
  outcome: Type.String(),
  arguments: Type.Optional(Type.String()),
  answer: Type.Optional(Type.String()),
});

const ToolArguments = Type.Record(Type.String(), Type.Unknown());

interface RecordedTool {
  readonly name: string;
  readonly arguments: Static<typeof ToolArguments>;
  readonly answer: string;
}

/** What the caller said, and all that the agent did until the caller spoke again. */
export interface RecordedExchange {
  /** Undefined: before the caller's first words. */
  readonly said: string | undefined;
  readonly replies: readonly string[];
  readonly tools: readonly RecordedTool[];
  /** When the transcript was complete; the audio came before. */
  readonly saidUntil: Date | undefined;
  /** It interrupted the agent. */
  readonly cutsOff: boolean;
}

export interface RecordedCall {
  readonly exchanges: readonly RecordedExchange[];
}

interface Parts {
  readonly turns: readonly Pick<Turn, 'id' | 'speaker' | 'text' | 'interrupted' | 'startedAt' | 'endedAt'>[];
  readonly events: readonly Pick<ConversationEvent, 'kind' | 'details'>[];
}

/**
 * Reconstructs a conversation from its record; undefined if the words were not stored, or the caller said none.
 * @param parts Both in order.
 */
export function recordedCall({ turns, events }: Parts): RecordedCall | undefined {
  const tools = toolsByTurn(events);
  const exchanges: Writable[] = [exchangeOf(undefined, undefined, false)];
  let wasCutOff = false;
  for (const { id, speaker, text, interrupted, startedAt, endedAt } of turns) {
    if (text === null) return undefined;
    let last = exchanges.at(-1);
    if (speaker === 'caller') {
      if (text.trim() === '') continue;
      const saidUntil = endedAt ?? startedAt;
      const goesOn = last?.said !== undefined && last.replies.length + last.tools.length === 0;
      // Consecutive caller turns, without agent action in between, are one.
      if (goesOn && last) Object.assign(last, { said: `${last.said} ${text}`, saidUntil });
      else exchanges.push(exchangeOf(text, saidUntil, wasCutOff));
      last = exchanges.at(-1);
    } else if (text !== '') last?.replies.push(text);
    wasCutOff = speaker === 'agent' && interrupted;
    last?.tools.push(...(tools.get(id) ?? []));
  }
  return exchanges.length > 1 ? { exchanges } : undefined;
}

type Writable = { replies: string[]; tools: RecordedTool[] } & RecordedExchange;

const exchangeOf = (said: string | undefined, saidUntil: Date | undefined, cutsOff: boolean): Writable => ({
  ...{ said, saidUntil, cutsOff },
  ...{ replies: [], tools: [] },
});

/** Calls without a known turn are skipped: there is nothing to compare them with. */
function toolsByTurn(events: Parts['events']): ReadonlyMap<string, readonly RecordedTool[]> {
  const byTurn = new Map<string, RecordedTool[]>();
  for (const { kind, details } of events) {
    if (kind !== 'tool-call' || !Value.Check(ToolDetails, details) || details.turnId === undefined) continue;
    const { turnId, name, answer = '' } = details;
    const known = byTurn.get(turnId) ?? [];
    byTurn.set(turnId, [...known, { name, arguments: argumentsOf(details.arguments), answer }]);
  }
  return byTurn;
}

/** Long arguments are truncated on record and can't be parsed then; they count as none. */
function argumentsOf(text: string | undefined): RecordedTool['arguments'] {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return Value.Check(ToolArguments, value) ? value : {};
  } catch {
    return {};
  }
}
