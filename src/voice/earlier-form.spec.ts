import { earlierForm } from './earlier-form.js';
import type { EarlierEntry } from './earlier-words.js';

const values = { people: 2 };
const form = (phase: string) => ({ phase, state: { form: 'table', values } });
const call = (argumentsText: string, more: object = {}): EarlierEntry => ({
  kind: 'tool',
  callId: 'tcall_1',
  name: 'book_table',
  arguments: argumentsText,
  ...more,
});
const said: EarlierEntry = { kind: 'said', speaker: 'agent', text: 'Is that right?' };

describe('form of a resumed call', () => {
  it.each<[string, string, EarlierEntry[], number | undefined]>([
    ['was not confirmed', 'open', [said], undefined],
    ['was confirmed, and its tool not called', 'acting', [said], undefined],
    ['has had its tool called', 'acting', [said, call('')], 1],
    ['has had its tool answer', 'acting', [said, call('{"people":2}', { answer: 'ok' })], 1],
    ['was kept before its tool was called', 'open', [said, call('{"people":2}')], 1],
    [
      'is another one than a tool was called for',
      'open',
      [call('{"people":3}', { answer: 'ok' }), said],
      undefined,
    ],
    [
      'was changed since its tool answered',
      'open',
      [call('{"people":2}', { answer: 'full' }), said],
      undefined,
    ],
  ])('%s', (_how, phase, entries, calledAt) => {
    const found = earlierForm({ entries, form: form(phase) });
    expect(found).toEqual({
      kept: form(calledAt === undefined ? 'open' : 'acting'),
      ...(calledAt !== undefined && { calledAt }),
    });
  });

  it('is undefined for an invalid snapshot', () => {
    for (const kept of [undefined, null, 7, {}, { phase: 'open' }, { phase: 'open', state: { values: 3 } }])
      expect(earlierForm({ entries: [], form: kept })).toBeUndefined();
  });
});
