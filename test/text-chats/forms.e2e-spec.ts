import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentDocument } from '../../src/agent-document/index.js';
import type { TestApp } from '../support/app.js';
import { ChatService } from './support/chat-service.js';

describe('form in a conversation with the starter agent', () => {
  let chats: ChatService;
  let service: TestApp;
  let bookings: Server;
  let booked: unknown[] = [];
  let status = 200;
  let url = '';

  beforeAll(async () => {
    chats = await ChatService.start();
    ({ service } = chats);
    bookings = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        booked.push(JSON.parse(Buffer.concat(pieces).toString()));
        response.writeHead(status, { 'content-type': 'application/json' }).end('{"ok":true}');
      });
    });
    await new Promise<void>((resolve) => bookings.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(bookings.address() as AddressInfo).port}/bookings`;
  });
  afterAll(async () => {
    await chats?.close();
    bookings.close();
  });
  beforeEach(async () => {
    await chats.renew();
    [booked, status] = [[], 200];
  });

  const restaurant = (): AgentDocument => ({
    schemaVersion: 1,
    greeting: 'Hello.',
    languageCode: 'en-GB',
    timeZone: 'Europe/London',
    models: { traditional: { llm: { provider: 'starter' } } },
    intents: [
      {
        name: 'parking',
        examples: ['where can i park', 'is there parking'],
        reply: 'You can park behind the house.',
      },
      { name: 'goodbye', examples: ['goodbye'], reply: 'Goodbye!', endsCall: true },
    ],
    forms: [
      {
        name: 'book-a-table',
        when: ['i want to book a table', 'book a table for two', 'can i make a reservation'],
        fields: [
          { name: 'people', type: 'number', ask: 'For how many people?' },
          { name: 'date', type: 'date', ask: 'On which day?' },
          { name: 'time', type: 'time', ask: 'At what time?', from: '17:00', until: '22:00' },
          { name: 'name', type: 'name', ask: 'What name is it under?' },
        ],
        review:
          'A table for {{form.people}} on {{form.date}} at {{form.time}}, for {{form.name}}. Is that right?',
        then: {
          tool: 'book_table',
          say: 'Your table is booked, {{form.name}}.',
          failed: 'I could not book it.',
        },
      },
    ],
    tools: [
      {
        name: 'book_table',
        description: 'Books a table.',
        parameters: {
          type: 'object',
          properties: { people: { type: 'number' } },
          required: ['people', 'date', 'time', 'name'],
        },
        http: { method: 'POST', url },
      },
    ],
  });

  async function talk(agentId: string, ...said: readonly string[]) {
    let id = '';
    const answers: string[] = [];
    for (const message of said) {
      const { body } = await chats.chat(agentId, { message, ...(id === '' && { clientEnv: 'draft' }) }, id);
      answers.push(body.response);
      id = body.conversationId;
    }
    const { body } = await chats.call('GET', `/v1/conversations/${id}`, { key: chats.key });
    const events = body.conversation.events as { kind: string; details: object }[];
    return { answers, forms: events.filter(({ kind }) => kind === 'form').map(({ details }) => details) };
  }

  it('is filled from several sentences, corrected, read back, sent to its tool and recorded', async () => {
    const agentId = await service.createAgent(chats.account, restaurant());
    const { answers, forms } = await talk(
      agentId,
      'I want to book a table for two at half past seven',
      'where can i park',
      'the first of December 2030',
      'no, for three',
      'Anna Kowalski',
      'yes',
    );
    const question = 'On which day?';
    expect(answers).toEqual([
      `7:30 pm. ${question}`,
      `You can park behind the house. ${question}`,
      'Sunday 1 December. What name is it under?',
      'All right, 3. What name is it under?',
      'A table for 3 on Sunday 1 December at 7:30 pm, for Anna Kowalski. Is that right?',
      'Your table is booked, Anna Kowalski.',
    ]);
    const values = { people: 3, date: '2030-12-01', time: '19:30', name: 'Anna Kowalski' };
    expect(booked).toEqual([values]);
    expect(forms).toEqual([{ name: 'book-a-table', outcome: 'completed', values }]);
  });

  it('promises nothing before its tool has succeeded', async () => {
    status = 500;
    const agentId = await service.createAgent(chats.account, restaurant());
    const { answers, forms } = await talk(
      agentId,
      'I want to book a table',
      'four people on the second of March 2031 at eight',
      'it is Smith',
      'yes',
      'goodbye',
    );
    expect(answers.slice(-2)).toEqual(['I could not book it.', 'Goodbye!']);
    expect(forms).toMatchObject([{ outcome: 'failed', values: { people: 4, name: 'Smith' } }]);
  });

  it('is not sent to its tool when cancelled or incomplete', async () => {
    const agentId = await service.createAgent(chats.account, restaurant());
    const cancelled = await talk(agentId, 'I want to book a table', 'two', 'never mind', 'where can i park');
    expect(cancelled.answers.slice(-2)).toEqual([
      "All right, I've left that.",
      'You can park behind the house.',
    ]);
    const unanswered = await talk(agentId, 'I want to book a table', 'well', 'hmm', 'blah');
    expect(unanswered.answers.at(-1)).toContain("Let's leave that, then.");
    expect([...cancelled.forms, ...unanswered.forms]).toEqual([
      { name: 'book-a-table', outcome: 'cancelled', values: {} },
      { name: 'book-a-table', outcome: 'left', values: {} },
    ]);
    expect(booked).toEqual([]);
  });

  it('keeps its values out of the record when the agent stores no text', async () => {
    const agentId = await service.createAgent(chats.account, {
      ...restaurant(),
      privacy: { storeText: false },
    });
    const said = [
      'I want to book a table',
      'two people on the second of March 2031 at eight',
      'Smith',
      'yes',
    ];
    const { forms } = await talk(agentId, ...said);
    expect(booked).toHaveLength(1);
    expect(forms).toEqual([{ name: 'book-a-table', outcome: 'completed' }]);
  });

  it('is rejected on save when it cannot be completed, with a valid example', async () => {
    const agentId = await service.createAgent(chats.account, restaurant());
    const [form] = restaurant().forms ?? [];
    const draft = `/v1/agents/${agentId}/draft`;
    const { revision } = (await chats.call('GET', draft, { key: chats.key })).body;
    const save = (change: object) => {
      const document = { ...restaurant(), forms: [{ ...form, ...change }] };
      return chats.call('PUT', draft, { key: chats.key, body: { revision, document } });
    };
    const refused = await Promise.all([
      save({ then: { tool: 'book' } }),
      save({ fields: [{ name: 'people', type: 'numbr', ask: 'How many?' }] }),
      save({ fields: form?.fields.slice(1) }),
      save({
        fields: [{ name: 'date', type: 'date', ask: 'When, {{form.name}}?' }, ...(form?.fields ?? [])],
      }),
      save({ unanswered: 'transfer' }),
    ]);
    expect(refused.map(({ status: code }) => code)).toEqual([400, 400, 400, 400, 400]);
    expect(refused.map(({ body }) => body.error)).toEqual([
      expect.stringContaining(
        '/forms/0/then/tool names "book", and there is no such tool: write "tool": "book_table"',
      ),
      expect.stringContaining('/forms/0/fields/0/type must be one of "text", "name"'),
      expect.stringContaining('/forms/0/then/tool needs "people"'),
      expect.stringContaining('/forms/0/fields/0/ask names {{form.name}}, which is asked for later'),
      expect.stringContaining('/forms/0/unanswered needs "builtInTools": ["transfer"]'),
    ]);
  });
});
