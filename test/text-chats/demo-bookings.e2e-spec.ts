import type { AgentDocument } from '../../src/agent-document/index.js';
import { defaultStarterDocument } from '../../src/pipeline/starter/default-starter-document.js';
import type { TestApp } from '../support/app.js';
import { BookingCaller, randomOf } from '../support/said-booking.js';
import { ChatService } from './support/chat-service.js';

const MS_A_DAY = 86_400_000;
const HALF_PAST_SEVEN = '19:30';

/** A day within the year that is no Sunday, as it is stored and as people say it. */
function dayAhead(days: number): { readonly date: string; readonly said: string } {
  const day = new Date(Date.now() + days * MS_A_DAY);
  if (day.getUTCDay() === 0) return dayAhead(days + 1);
  const style = { month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  return { date: day.toISOString().slice(0, 10), said: day.toLocaleDateString('en-US', style) };
}

describe('demo restaurant', () => {
  let chats: ChatService;
  let service: TestApp;
  let agentId = '';
  const { date, said: day } = dayAhead(30);

  beforeAll(async () => {
    chats = await ChatService.start();
    ({ service } = chats);
  });
  afterAll(() => chats?.close());
  beforeEach(async () => {
    await chats.renew();
    const document: AgentDocument = {
      ...defaultStarterDocument(),
      models: { traditional: { llm: { provider: 'starter' } } },
    };
    agentId = await service.createAgent(chats.account, document);
  });

  const bookings = async () =>
    (await chats.call('GET', '/v1/demo/bookings', { key: chats.key })).body.bookings as {
      id: string;
      conversationId: string;
      createdAt: string;
    }[];

  /** One caller, who may say more later. */
  class Caller {
    id = '';

    async says(...messages: readonly string[]): Promise<string> {
      let answer = '';
      for (const message of messages) {
        const begins = this.id === '' && { clientEnv: 'draft' };
        const { body } = await chats.chat(agentId, { message, ...begins }, this.id);
        this.id = body.conversationId;
        answer = body.response;
      }
      return answer;
    }

    async formEvents(): Promise<unknown[]> {
      const { body } = await chats.call('GET', `/v1/conversations/${this.id}`, { key: chats.key });
      const events = body.conversation.events as { kind: string; details: object }[];
      return events.filter(({ kind }) => kind === 'form').map(({ details }) => details);
    }
  }

  /** Up to the final confirmation. */
  const asks = (people: number, time: string, name = 'Maria Lopez') => [
    `I would like to book a table for ${people} on ${day} at ${time}`,
    name,
    '555 0142',
    'yes',
  ];

  it('stores the confirmed booking as the conversation states it', async () => {
    const caller = new Caller();
    expect(await caller.says(...asks(2, 'half past seven'))).toContain('for Maria Lopez. Is that right?');
    expect(await bookings()).toEqual([]);
    expect(await caller.says('yes')).toContain('Your table is booked, Maria Lopez.');
    const values = { people: 2, date, time: HALF_PAST_SEVEN, name: 'Maria Lopez', phone: '5550142' };
    expect(await bookings()).toEqual([
      { ...values, conversationId: caller.id, id: expect.any(String), createdAt: expect.any(String) },
    ]);
    expect(await caller.formEvents()).toEqual([{ name: 'book-a-table', outcome: 'completed', values }]);
  });

  it('stores the final wishes of callers who change their minds', async () => {
    const callers = Array.from({ length: 8 }, (_one, index) => {
      const wishes = new BookingCaller(randomOf(7_919 * (index + 1)), Date.now());
      return { wishes, caller: new Caller() };
    });
    for (const { wishes, caller } of callers) {
      let said: string | undefined = wishes.begins();
      for (let turns = 0; said !== undefined && turns < 20; turns += 1)
        said = wishes.answers(await caller.says(said));
    }
    const wanted = callers.map(({ wishes, caller }) => ({ ...wishes.wish, conversationId: caller.id }));
    const stored = (await bookings()).map(({ id: _id, createdAt: _at, ...booking }) => booking);
    expect(new Set(stored)).toEqual(new Set(wanted));
  });

  it('reports a full hour and asks for another', async () => {
    for (const people of [8, 8, 3]) await new Caller().says(...asks(people, 'seven pm'), 'yes');
    const late = new Caller();
    const answer = await late.says(...asks(2, 'half past seven'), 'yes');
    expect(answer).toBe('We are full at that hour. There is a table for 2 at 6 pm. At what time?');
    expect(await late.says('six')).toContain('at 6 pm, for Maria Lopez. Is that right?');
    expect(await late.says('yes')).toContain('Your table is booked');
    expect(await bookings()).toHaveLength(4);
    const alone = new Caller();
    expect(await alone.says(...asks(1, 'seven pm'), 'yes')).toContain('Your table is booked');
  });

  it('gives the last table of an hour to one of several concurrent callers', async () => {
    const callers = Array.from({ length: 6 }, () => new Caller());
    await Promise.all(callers.map((caller) => caller.says(...asks(8, 'eight pm'))));
    const answers = await Promise.all(callers.map((caller) => caller.says('yes')));
    const promised = callers.filter((_caller, index) => answers[index]?.includes('is booked'));
    const stored = await bookings();
    expect(stored.map(({ conversationId }) => conversationId).sort()).toEqual(
      promised.map(({ id }) => id).sort(),
    );
    expect(stored).toHaveLength(2);
    expect(answers.filter((answer) => answer.startsWith('We are full at that hour.'))).toHaveLength(4);
  });

  it('hides bookings from other callers, and deletes one with its conversation', async () => {
    const first = new Caller();
    await first.says(...asks(2, 'seven pm', 'Ada Lovelace'), 'yes', 'goodbye');
    const second = new Caller();
    for (const asked of ['who has booked a table', 'do i have a booking', ...asks(2, 'seven pm'), 'yes'])
      expect(await second.says(asked)).not.toMatch(/Ada|Lovelace/);
    expect(await bookings()).toHaveLength(2);
    const url = `/v1/conversations/${first.id}`;
    expect((await chats.call('DELETE', url, { key: chats.key })).status).toBe(204);
    expect((await bookings()).map(({ conversationId }) => conversationId)).toEqual([second.id]);
  });

  it('shows an account only its own bookings', async () => {
    await new Caller().says(...asks(2, 'seven pm'), 'yes');
    await chats.renew();
    expect(await bookings()).toEqual([]);
  });

  it('rejects Sundays, past dates and parties too large for its tables', async () => {
    const sunday = new Date(Date.parse(date) + (7 - new Date(date).getUTCDay()) * MS_A_DAY);
    const said = sunday.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
    const wish = [`I would like to book a table for two on ${said} at seven pm`, 'Ada', '555 0142', 'yes'];
    const caller = new Caller();
    expect(await caller.says(...wish, 'yes')).toBe('We are closed on Sundays. On which day?');
    expect(await caller.says('never mind')).toBe("All right, I've left that.");
    expect(await new Caller().says(...asks(9, 'seven pm'), 'yes')).toBe(
      'Our largest table is for 8. For how many people?',
    );
    expect(await bookings()).toEqual([]);
  });
});
