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
  const calls = new Map<string, ToolCallView[]>(turns.map(({ id }) => [id, []]));
  const inTime = [...turns].sort(({ startedAt: a }, { startedAt: b }) => a.getTime() - b.getTime());
  for (const event of events) {
    if (event.kind !== 'tool-call') continue;
    const details = new Map<string, unknown>(Object.entries((event.details ?? {}) as object));
    const called =
      calls.get(text(details.get('turnId')) ?? '') ?? calls.get(latestAt(inTime, event.at)?.id ?? '');
    called?.push(viewOf(event, details));
  }
  return calls;
}

/** Of turns in order of time, by binary search: a record may have thousands of both. */
function latestAt(turns: readonly Turn[], at: Date): Turn | undefined {
  let [from, to] = [0, turns.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const turn = turns[middle];
    if (turn && turn.startedAt <= at) from = middle + 1;
    else to = middle;
  }
  return turns[from - 1] ?? turns[0];
}

function viewOf({ at }: ConversationEvent, details: ReadonlyMap<string, unknown>): ToolCallView {
  const outcome = details.get('outcome');
  return {
    id: text(details.get('id')),
    name: text(details.get('name')) ?? '',
    undoes: text(details.get('undoes')),
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
