import type { BrainReply } from '../stand-ins/index.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { useModel } from '../support/account-model.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { BookingDesk } from '../tools/support/booking-desk.js';

const book = (day: string, more: object = {}): BrainReply => ({
  kind: 'call',
  name: 'book_table',
  arguments: JSON.stringify({ day, ...more }),
});
const LAST = { replaces: 'last' };
const forget: BrainReply = { kind: 'call', name: 'undo', arguments: '{"tool":"book_table"}' };

interface CallOnRecord {
  readonly id: string;
  readonly name: string;
  readonly undoes?: string;
}

describe('what a caller corrects', () => {
  let model: OpenAiStandIn;
  let desk: BookingDesk;
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;
  let next: BrainReply;
  let told: string[];

  beforeAll(async () => {
    service = sharedApp();
    call = httpClient(service.baseUrl);
    model = await OpenAiStandIn.start({
      brain: ({ history }) => {
        const last = history.at(-1);
        if (last?.role !== 'tool') return next;
        told.push(last.output);
        return { kind: 'say', text: 'All right.' };
      },
    });
    account = await service.createAccount();
    key = await service.createKey(account);
    await useModel(service, key, model.url, 'openai');
  });
  beforeEach(async () => {
    desk = await BookingDesk.start();
    told = [];
  });
  afterEach(() => desk.close());
  afterAll(async () => {
    await service?.close();
    await model?.close();
  });

  /** Each message of the caller, and what the model does about it. */
  async function chat(
    turns: readonly (readonly [said: string, does: BrainReply])[],
    order?: 'after' | 'before',
  ): Promise<readonly CallOnRecord[]> {
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      prompt: 'You book tables.',
      models: { traditional: { llm: { provider: 'openai' } } },
      tools: desk.tools(order),
    });
    let conversationId: string | undefined;
    for (const [message, does] of turns) {
      next = does;
      const body = conversationId === undefined ? { clientEnv: 'draft', message } : { message };
      const path = ['debug-chat', ...(conversationId === undefined ? [] : [conversationId])].join('/');
      const { body: answer } = await call('POST', `/v1/agents/${agentId}/${path}`, { key, body });
      conversationId = String(answer.conversationId);
    }
    const { body } = await call('GET', `/v1/conversations/${conversationId}`, { key });
    const events: { kind: string; details: CallOnRecord }[] = body.conversation.events;
    return events.filter(({ kind }) => kind === 'tool-call').map(({ details }) => details);
  }

  it('is done anew, and then undone, each once', async () => {
    const calls = await chat([
      ['a table on Thursday', book('Thursday')],
      ['no, Friday', book('Friday', LAST)],
      ['sorry, I meant Saturday', book('Saturday', LAST)],
    ]);
    expect(desk.daysOf()).toEqual(['Saturday']);
    expect(desk.requests).toEqual(['/tables', '/tables', '/cancellations', '/tables', '/cancellations']);
    expect(desk.cancelled).toEqual(['B1', 'B2']);
    const [thursday, ...others] = calls.filter(({ name }) => name === 'book_table');
    expect(calls.filter(({ name }) => name === 'cancel_table').map(({ undoes }) => undoes)).toEqual([
      thursday?.id,
      others[0]?.id,
    ]);
    expect(told[1]).toContain('The earlier call was undone');
  });

  it('stands where the new one fails, and the model learns of it', async () => {
    desk.full.add('Friday');
    await chat([
      ['a table on Thursday', book('Thursday')],
      ['no, Friday', book('Friday', LAST)],
    ]);
    expect([desk.daysOf(), desk.requests]).toEqual([['Thursday'], ['/tables', '/tables']]);
    expect(told[1]).toContain('still stands');
  });

  it('is undone first where both cannot exist at once', async () => {
    desk.full.add('Saturday');
    await chat(
      [
        ['a table on Thursday', book('Thursday')],
        ['no, Friday', book('Friday', LAST)],
        ['no, Saturday', book('Saturday', LAST)],
      ],
      'before',
    );
    expect(desk.requests).toEqual(['/tables', '/cancellations', '/tables', '/cancellations', '/tables']);
    expect(desk.daysOf()).toEqual([]);
    expect(told[2]).toContain('nothing stands now');
  });

  it('is undone alone where nothing is wanted instead, and only once', async () => {
    await chat([
      ['a table on Thursday', book('Thursday')],
      ['forget that', forget],
      ['forget that', forget],
      [
        'cancel it',
        { kind: 'call', name: 'cancel_table', arguments: '{"id":"B1","reason":"instead of Thursday"}' },
      ],
    ]);
    expect([desk.daysOf(), desk.cancelled, desk.strange]).toEqual([[], ['B1'], []]);
  });

  it('is not what was said only, and a second order undoes nothing until the caller agrees', async () => {
    await chat([
      ['a table on Thursday', book('Thursday')],
      ['and another table for two on Friday', book('Friday', LAST)],
      ['no, leave it', book('Friday', LAST)],
      ['what was it again', forget],
    ]);
    expect([desk.daysOf(), desk.cancelled]).toEqual([['Thursday'], []]);
    expect(told[1]).toContain('Ask the caller whether');
    desk.booked.length = 0;
    await chat([
      ['a table on Thursday', book('Thursday')],
      ['Friday it is', book('Friday', LAST)],
      ['yes, please', book('Friday', LAST)],
    ]);
    expect(desk.daysOf()).toEqual(['Friday']);
  });

  it('is named where several orders stand', async () => {
    await chat([
      [
        'two tables on Thursday',
        {
          ...book('Thursday'),
          also: [{ name: 'book_table', arguments: '{"day":"Thursday","guest":"Bo"}' }],
        } as BrainReply,
      ],
      ['no, Friday', book('Friday', LAST)],
    ]);
    expect([desk.daysOf(), desk.daysOf('Bo')]).toEqual([['Thursday'], ['Thursday']]);
    expect(told.at(-1)).toContain('several calls of book_table stand');
  });
});
