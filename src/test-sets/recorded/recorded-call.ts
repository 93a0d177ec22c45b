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

/** A tool as it was called and what it answered. */
interface RecordedTool {
  readonly name: string;
  readonly arguments: Static<typeof ToolArguments>;
  readonly answer: string;
}

/** What the caller said, and all that the agent did until the caller spoke again. */
export interface RecordedExchange {
  /** Undefined: before the caller said anything. */
  readonly said: string | undefined;
  readonly replies: readonly string[];
  readonly tools: readonly RecordedTool[];
  /** When all that the caller said was known; its sound came before. */
  readonly saidUntil: Date | undefined;
  /** The caller cut the agent off with it. */
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
 * A conversation as its record tells it; undefined where the words were not kept, or the caller said none.
 * @param parts Both in their order.
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
      // Turns between which the agent did nothing are one.
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

/** Calls without a known turn are left out: there is nothing to compare them with. */
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

/** Long arguments are cut off on record and can't be parsed then; they count as none. */
function argumentsOf(text: string | undefined): RecordedTool['arguments'] {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return Value.Check(ToolArguments, value) ? value : {};
  } catch {
    return {};
  }
}
