import { MAX_CHARACTERS, MAX_ROWS, OpenConversation } from './open-conversation.js';
import type { UnsavedBudget } from './record-options.js';

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

describe('open conversation record', () => {
  it('retries a failed write together with its journal', () => {
    const conversation = begin();
    conversation.keep(() => 'so far');
    const first = conversation.take();
    expect(first.map(({ table }) => table)).toEqual(['conversation', 'journal']);
    conversation.putBack(first);
    conversation.confirm();
    expect(conversation.take()).toEqual(first);
  });

  it("follows the fault's retry advice", () => {
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

  it('marks omitted data when storage is full and still closes the open turn', () => {
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

  it('takes no more turns or events than one response can hold, and says so', () => {
    const at = new Date(1_000);
    const many = begin();
    for (let turn = 0; turn < MAX_ROWS; turn += 1)
      many.turn({ turnId: String(turn), speaker: 'caller', text: 'Hi.', startedAt: at });
    many.turn({ turnId: '7', speaker: 'caller', text: 'Hi there.', startedAt: at });
    many.turn({ turnId: 'more', speaker: 'caller', text: 'Hi.', startedAt: at });
    many.event({ kind: 'fault', at, source: 'provider', code: 'PROVIDER_TIMEOUT' });
    const rows = many.take();
    expect(rows).toHaveLength(1 + MAX_ROWS);
    expect(rows[0]?.columns).toMatchObject({ unrecorded: 'record-size', api_errors: 1 });
    expect(rows.some(({ columns }) => columns.text === 'Hi there.')).toBe(true);

    const long = begin();
    const text = 'x'.repeat(MAX_CHARACTERS / 10);
    for (let turn = 0; turn < 11; turn += 1)
      long.turn({ turnId: String(turn), speaker: 'caller', text, startedAt: at });
    expect(long.take().filter(({ table }) => table === 'turn')).toHaveLength(10);
  });

  it('includes the end in the retry when an earlier write failed before it', () => {
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
