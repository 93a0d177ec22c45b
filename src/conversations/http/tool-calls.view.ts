import type { ConversationEvent, Turn } from '../../generated/prisma/client.js';
import type { ToolCallView } from './conversation.schema.js';

const OUTCOMES = ['ok', 'error', 'timeout'] as const;

/**
 * Tool calls by turn id. A call whose turn is unknown, or was never played, belongs to the latest turn begun before it.
 */
export function toolCallsByTurn(
  turns: readonly Turn[],
  events: readonly ConversationEvent[],
): ReadonlyMap<string, readonly ToolCallView[]> {
  const known = new Set(turns.map(({ id }) => id));
  const calls = new Map<string, ToolCallView[]>();
  for (const event of events) {
    if (event.kind !== 'tool-call') continue;
    const details = new Map<string, unknown>(Object.entries((event.details ?? {}) as object));
    const named = text(details.get('turnId'));
    const turnId = named !== null && known.has(named) ? named : latestAt(turns, event.at)?.id;
    if (turnId === undefined) continue;
    calls.set(turnId, [...(calls.get(turnId) ?? []), viewOf(event, details)]);
  }
  return calls;
}

function latestAt(turns: readonly Turn[], at: Date): Turn | undefined {
  return turns.findLast(({ startedAt }) => startedAt <= at) ?? turns[0];
}

function viewOf({ at }: ConversationEvent, details: ReadonlyMap<string, unknown>): ToolCallView {
  const outcome = details.get('outcome');
  return {
    id: text(details.get('id')),
    name: text(details.get('name')) ?? '',
    at: at.toISOString(),
    outcome: OUTCOMES.find((known) => known === outcome) ?? 'unknown',
    code: text(details.get('code')),
    arguments: text(details.get('arguments')),
    answer: text(details.get('answer')),
    status: number(details.get('status')),
    attempts: number(details.get('attempts')),
    durationMs: number(details.get('durationMs')),
  };
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
