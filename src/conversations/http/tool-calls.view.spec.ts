import type { ConversationEvent, Turn } from '../../generated/prisma/client.js';
import { toolCallsByTurn } from './tool-calls.view.js';

const at = (second: number) => new Date(Date.UTC(2026, 4, 4, 9, 30, second));

const turn = (id: string, second: number) => ({ id, startedAt: at(second) }) as Turn;

const event = (second: number, details: object, kind = 'tool-call'): ConversationEvent => ({
  id: `cev_${second}`,
  conversationId: 'conv_1',
  position: second,
  kind,
  at: at(second),
  details: { name: 'look_up', outcome: 'ok', durationMs: 1, ...details },
});

const idsOf = (turns: readonly Turn[], events: readonly ConversationEvent[]) =>
  [...toolCallsByTurn(turns, events)].map(([turnId, calls]) => [turnId, calls.map(({ id }) => id)]);

describe('tool calls in a record', () => {
  const turns = [turn('turn_a', 0), turn('turn_b', 10), turn('turn_c', 20)];

  it('belong to their turn, or to the latest one before them', () => {
    const events = [
      event(25, { id: 'tcall_1', turnId: 'turn_b' }),
      event(12, { id: 'tcall_2', turnId: 'turn_never_heard' }),
      event(15, { id: 'tcall_3' }),
      event(21, { id: 'tcall_4' }),
      event(16, { source: 'function' }, 'fault'),
    ];
    expect(idsOf(turns, events)).toEqual([
      ['turn_a', []],
      ['turn_b', ['tcall_1', 'tcall_2', 'tcall_3']],
      ['turn_c', ['tcall_4']],
    ]);
  });

  it('include only the fields earlier releases recorded', () => {
    expect(toolCallsByTurn(turns, [event(1, {})]).get('turn_a')).toEqual([
      {
        id: null,
        name: 'look_up',
        undoes: null,
        at: at(1).toISOString(),
        outcome: 'ok',
        code: null,
        arguments: null,
        answer: null,
        status: null,
        attempts: null,
        durationMs: 1,
      },
    ]);
    expect(idsOf([], [event(1, {})])).toEqual([]);
  });
});
