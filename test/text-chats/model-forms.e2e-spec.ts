import type { AgentDocument } from '../../src/agent-document/index.js';
import { defaultStarterDocument } from '../../src/pipeline/starter/default-starter-document.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { useModel } from '../support/account-model.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { formBrain } from '../support/form-brain.js';
import { httpClient } from '../support/http.js';

const MS_A_DAY = 86_400_000;
/** No Sunday, on which the restaurant is closed. */
const AHEAD = new Date(Date.now() + 10 * MS_A_DAY).getUTCDay() === 0 ? 'in eleven days' : 'in ten days';

/** What the model makes of each sentence. */
const UNDERSTOOD = {
  'a table for two please': { values: { people: 'two' } },
  'then, at seven in the evening': { values: { date: AHEAD, time: 'seven in the evening' } },
  'make that three': { values: { people: 'three' } },
  'ada lovelace': { values: { name: 'Ada Lovelace' } },
  '555 0142': { values: { phone: '555 0142' } },
  yes: { confirmed: true },
  'never mind': { cancel: true },
};

describe('a form in a chat with a language model', () => {
  let model: OpenAiStandIn;
  let service: TestApp;
  let account: TestAccount;
  let key = '';

  beforeAll(async () => {
    model = await OpenAiStandIn.start({ brain: formBrain('book-a-table', UNDERSTOOD) });
    service = sharedApp();
  });
  afterAll(async () => {
    await service.close();
    await model.close();
  });
  beforeEach(async () => {
    account = await service.createAccount();
    key = await service.createKey(account);
    await useModel(service, key, model.url, 'openai');
  });

  /** Each message is answered by a conversation of its own, which knows what the one before has left. */
  async function talk(...messages: readonly string[]) {
    const document: AgentDocument = {
      ...defaultStarterDocument(),
      models: { traditional: { llm: { provider: 'openai' } } },
    };
    const agentId = await service.createAgent(account, document);
    const call = httpClient(service.baseUrl);
    let [id, answer] = ['', ''];
    for (const message of messages) {
      const url = `/v1/agents/${agentId}/debug-chat${id && `/${id}`}`;
      const begins = id === '' && { clientEnv: 'draft' };
      const { body } = await call('POST', url, { key, body: { message, ...begins } });
      [id, answer] = [body.conversationId, body.response];
    }
    const { body } = await call('GET', `/v1/conversations/${id}`, { key });
    const events = body.conversation.events as { kind: string; details: { outcome: string } }[];
    const forms = events.filter(({ kind }) => kind === 'form').map(({ details }) => details.outcome);
    const bookings = (await call('GET', '/v1/demo/bookings', { key })).body.bookings as object[];
    return { answer, forms, bookings };
  }

  const WISH = [
    'a table for two please',
    'then, at seven in the evening',
    'make that three',
    'ada lovelace',
    '555 0142',
  ] as const;

  it('goes on from message to message, and is stored once the caller has confirmed all of it', async () => {
    const read = await talk(...WISH);
    expect([read.answer, read.bookings]).toEqual(['I have 555 0142. Is that right?', []]);
    const review = await talk(...WISH, 'yes');
    expect([review.answer, review.bookings]).toEqual([expect.stringContaining('A table for 3 on'), []]);
    const done = await talk(...WISH, 'yes', 'yes');
    expect(done.answer).toContain('Your table is booked, Ada Lovelace.');
    expect(done.forms).toEqual(['completed']);
    const booked = { people: 3, time: '19:00', name: 'Ada Lovelace', phone: '5550142' };
    expect(done.bookings).toEqual([expect.objectContaining(booked)]);
  });

  it('is left when the caller wants to, with nothing stored', async () => {
    const { forms, bookings } = await talk(...WISH, 'yes', 'never mind', 'yes');
    expect([forms, bookings]).toEqual([['cancelled'], []]);
  });
});
