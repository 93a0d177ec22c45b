import { OpenConversation } from './open-conversation.js';
import type { UnsavedBudget } from './unsaved-budget.js';

const BUDGET: UnsavedBudget<OpenConversation> = {
  reserve: () => true,
  take: () => undefined,
  release: () => undefined,
  changed: () => undefined,
  hurry: () => undefined,
};

const DETAILS = {
  sessionId: 'sess_1',
  accountId: 'acct_1',
  agentId: 'agent-1',
  target: 'live',
  mode: 'echo',
  adapter: 'echo',
  startedAt: new Date(0),
} as const;

const begin = (isFull = () => false) =>
  new OpenConversation(
    DETAILS,
    { instanceId: 'inst_1', storeText: true, isFull, seal: (state) => state, journalMaxBytes: 1_000 },
    BUDGET,
  );

describe('the record of a call', () => {
  it('writes each row again after a write that failed, its own and that of its journal', () => {
    const conversation = begin();
    conversation.keep(() => 'so far');
    const first = conversation.take();
    expect(first.map(({ table }) => table)).toEqual(['conversation', 'journal']);
    conversation.putBack(first);
    conversation.confirm();
    expect(conversation.take()).toEqual(first);
  });

  it('keeps what a fault says to do about it', () => {
    const conversation = begin();
    const fault = {
      kind: 'fault',
      at: new Date(1_000),
      source: 'provider',
      code: 'PROVIDER_PROTOCOL',
    } as const;
    conversation.event({ ...fault, detail: 'It sent MP3.' });
    conversation.event({ ...fault, detail: undefined });
    const events = conversation.take().filter(({ table }) => table === 'event');
    expect(events.map(({ columns }) => columns.details)).toEqual([
      { source: 'provider', code: 'PROVIDER_PROTOCOL', detail: 'It sent MP3.' },
      { source: 'provider', code: 'PROVIDER_PROTOCOL' },
    ]);
  });

  it('says what it leaves out while its account has no room, and ends the turn that had begun before', () => {
    let hasRoom = true;
    const conversation = begin(() => !hasRoom);
    const at = new Date(1_000);
    conversation.turn({ turnId: 'first', speaker: 'agent', text: 'Hel', startedAt: at });
    hasRoom = false;
    conversation.turn({ turnId: 'first', speaker: 'agent', text: 'Hello.', startedAt: at, endedAt: at });
    conversation.turn({ turnId: 'second', speaker: 'caller', text: 'Hi.', startedAt: at });
    conversation.event({ kind: 'fault', at, source: 'provider', code: 'PROVIDER_TIMEOUT' });
    const rows = conversation.take();
    expect(rows.map(({ table }) => table)).toEqual(['conversation', 'turn']);
    expect(rows[0]?.columns).toMatchObject({ unrecorded: 'storage-limit', api_errors: 1 });
    expect(rows[1]?.columns).toMatchObject({ text: 'Hello.' });
  });

  it('has its end in a write that follows one that failed, in which it had not ended', () => {
    const conversation = begin();
    conversation.keep(() => 'so far');
    const first = conversation.take();
    void conversation.end({ at: new Date(1_000), reason: 'client-close', crashed: false });
    conversation.putBack(first);
    expect(conversation.take()).toEqual([
      {
        ...first[0],
        columns: {
          ...first[0]?.columns,
          ended_at: '1970-01-01T00:00:01.000Z',
          end_reason: 'client-close',
          crashed: false,
          failure: null,
        },
      },
    ]);
  });
});
