import { randomUUID } from 'node:crypto';
import { FormatRegistry } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { DebugChatSchema } from '../../src/text-chats/http/debug-chat.schema.js';
import type { OpenAiStandIn } from '../stand-ins/index.js';
import type { TestAccount, TestApp } from '../support/app.js';
import { tablesHolding } from '../support/dump.js';
import { envelope, type httpClient } from '../support/http.js';
import { ChatService, MENU, WITH_MODEL } from './support/chat-service.js';

const KEYLESS: AgentDocument = {
  schemaVersion: 1,
  greeting: 'Welcome to the library, {{call.name | stranger}}.',
  intents: [
    { name: 'hours', examples: ['when are you open', 'opening hours'], reply: 'From nine to five.' },
    { name: 'bye', examples: ['goodbye', 'bye'], reply: 'See you soon.', endsCall: true },
  ],
  fallbackReply: 'I did not get that.',
};

describe('debug chat', () => {
  let chats: ChatService;
  let model: OpenAiStandIn;
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;
  /** Requests the model answers with an error. */
  const failing = new Set<number>();
  const chat: ChatService['chat'] = (...of) => chats.chat(...of);

  beforeAll(async () => {
    FormatRegistry.Set('date-time', (text) => new Date(text).toISOString() === text);
    chats = await ChatService.start(failing);
    ({ model, service, call } = chats);
  });
  afterAll(() => chats?.close());
  beforeEach(async () => {
    await chats.renew();
    ({ account, key } = chats);
  });

  it("chats with a draft's intents without any key, recorded as a text conversation", async () => {
    const agentId = await service.createAgent(account, {
      ...KEYLESS,
      models: { traditional: { llm: { provider: 'starter' } } },
    });
    const begun = await chat(agentId, { clientEnv: 'draft', variables: { name: 'Ada' } });
    expect([begun.status, begun.body.response]).toEqual([201, 'Welcome to the library, Ada.']);
    expect([...Value.Errors(DebugChatSchema, begun.body)]).toEqual([]);
    const { conversationId } = begun.body;

    const asked = await chat(agentId, { message: 'When are you open?' }, conversationId);
    expect([asked.status, asked.body]).toEqual([
      200,
      {
        conversationId,
        userInput: 'When are you open?',
        response: 'From nine to five.',
        metadata: {
          greeting: '',
          functionEvents: [],
          retrievedTopics: [],
          durationMs: expect.any(Number),
          currentNode: null,
          nodeTrace: [],
          state: {},
          metrics: {},
          variables: [{ name: 'call.name', value: 'Ada', defaulted: false, used: true }],
          warnings: [],
        },
        conversationEnded: false,
        delayedResponse: false,
      },
    ]);

    const bye = await chat(agentId, { message: 'Goodbye' }, conversationId);
    expect([bye.body.response, bye.body.conversationEnded]).toEqual(['See you soon.', true]);
    const after = await chat(agentId, { message: 'Hello?' }, conversationId);
    expect([after.status, after.body]).toEqual([409, envelope(after, 'CONVERSATION_ENDED')]);

    const { body } = await call('GET', `/v1/conversations/${conversationId}`, { key });
    expect(body.conversation).toMatchObject({ mode: 'text', target: 'draft', endReason: 'agent-hang-up' });
    expect(
      body.conversation.turns.map((turn: { speaker: string; text: string }) => [turn.speaker, turn.text]),
    ).toEqual([
      ['agent', 'Welcome to the library, Ada.'],
      ['caller', 'When are you open?'],
      ['agent', 'From nine to five.'],
      ['caller', 'Goodbye'],
      ['agent', 'See you soon.'],
    ]);
    const list = await call('GET', '/v1/conversations?mode=text', { key });
    expect(list.body.conversations.map(({ id }: { id: string }) => id)).toEqual([conversationId]);
  });

  it('continues with its history on its original deployment', async () => {
    const agentId = await service.createAgent(account, WITH_MODEL);
    await call('POST', `/v1/agents/${agentId}/deployments/publish`, { key, body: {} });
    const begun = await chat(agentId, { clientEnv: 'sandbox', message: 'one', caller: '+4930' });
    expect(begun.body).toMatchObject({ userInput: 'one', metadata: { greeting: 'Hello.' } });
    expect(begun.body.response).toContain('Then this: one (You take bookings of "+4930".');
    const changed = { revision: 1, document: { ...WITH_MODEL, prompt: 'You are rude.' } };
    await call('PUT', `/v1/agents/${agentId}/draft`, { key, body: changed });
    await call('POST', `/v1/agents/${agentId}/deployments/publish`, { key, body: {} });

    const { conversationId } = begun.body;
    const counted = await chat(agentId, { message: 'how many' }, conversationId);
    expect(counted.body.response).toBe('So far: 3.');
    expect((await chat(agentId, { message: 'and' }, conversationId)).body.response).toContain(
      'You take bookings',
    );
    expect((await chat(agentId, { clientEnv: 'sandbox', message: 'x' })).body.response).toContain(
      'You are rude.',
    );
  });

  it('reports variable values and unused inputs', async () => {
    const agentId = await service.createAgent(account, {
      ...KEYLESS,
      fallbackReply: 'Sorry {{caller}}, not {{variant.tone | calm}}.',
    });
    const variables = { nmae: 'Ada' };
    const { body } = await chat(agentId, { clientEnv: 'draft', caller: '+4930', variables });
    expect(body.response).toBe('Welcome to the library, stranger.');
    const value = (name: string, text: string | null, defaulted: boolean, used = true) => {
      return { name, value: text, defaulted, used };
    };
    expect(body.metadata.variables).toEqual([
      value('call.name', 'stranger', true),
      value('caller', '+4930', false),
      value('variant.tone', 'calm', true),
      value('call.nmae', 'Ada', false, false),
    ]);
  });

  it('streams sentences as server-sent events, with the full answer last', async () => {
    const agentId = await service.createAgent(account, WITH_MODEL);
    const response = await fetch(`${service.baseUrl}/v1/agents/${agentId}/debug-chat`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ clientEnv: 'draft', message: 'go' }),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      201,
      'text/event-stream; charset=utf-8',
    ]);
    const events = eventsOf(await response.text());
    expect(events.map(([name]) => name)).toEqual([
      'conversation',
      'sentence',
      'sentence',
      'sentence',
      'done',
    ]);
    expect(events[2]).toEqual(['sentence', { text: 'First sentence.' }]);
    expect(events.at(-1)?.[1]).toMatchObject({ userInput: 'go', conversationEnded: false });
    const refused = await call('POST', `/v1/agents/${agentId}/debug-chat/conv_none`, {
      key,
      headers: { accept: 'text/event-stream' },
      body: { message: 'x' },
    });
    expect([refused.status, refused.body]).toEqual([404, envelope(refused, 'CONVERSATIONS_NOT_FOUND')]);
  });

  it('keeps Markdown, links and line breaks for the next answer', async () => {
    const agentId = await service.createAgent(account, WITH_MODEL);
    const { conversationId } = (await chat(agentId, { clientEnv: 'draft' })).body;
    const { body } = await chat(agentId, { message: 'the menu, please' }, conversationId);
    expect(body.response).toBe(MENU);
    await chat(agentId, { message: 'how many' }, conversationId);
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(JSON.stringify(MENU).slice(1, -1));
  });

  it('survives a failing model: the message can be sent again, and the fault is recorded', async () => {
    const agentId = await service.createAgent(account, WITH_MODEL);
    const { conversationId } = (await chat(agentId, { clientEnv: 'draft' })).body;
    for (let next = 0; next < 5; next++) failing.add(model.requests.length + next);
    const failed = await chat(agentId, { message: 'one' }, conversationId);
    expect([failed.status, failed.body]).toEqual([502, envelope(failed, 'AGENT_FAILURE')]);
    expect(failed.body.error).toContain('PROVIDER_');
    const failure = async () =>
      (await service.prisma.conversation.findUniqueOrThrow({ where: { id: conversationId } })).failure;
    expect(await failure()).toMatchObject({ code: expect.stringMatching(/^PROVIDER_/) });
    failing.clear();
    const again = await chat(agentId, { message: 'how many' }, conversationId);
    expect(again.body.response).toBe('So far: 2.');
    expect(await failure()).toBeNull();
  });

  it('answers one message at a time', async () => {
    const agentId = await service.createAgent(account, WITH_MODEL);
    const { conversationId } = (await chat(agentId, { clientEnv: 'draft' })).body;
    const both = await Promise.all([1, 2].map(() => chat(agentId, { message: 'hi' }, conversationId)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.error_code).toBe('CONVERSATION_BUSY');
  });

  it('stores no text when the document disables it', async () => {
    const agentId = await service.createAgent(account, { ...WITH_MODEL, privacy: { storeText: false } });
    const [first, second] = [randomUUID(), randomUUID()];
    const { body } = await chat(agentId, { clientEnv: 'draft', message: `my secret is ${first}` });
    await chat(agentId, { message: second }, body.conversationId);
    const holding = (text: string) =>
      tablesHolding((sql, ...values) => service.prisma.$queryRawUnsafe(sql, ...values), text);
    expect(await holding(body.conversationId)).toContain('conversations');
    expect([await holding(first), await holding(second)]).toEqual([[], []]);
  });

  it.each<[string, object, number, string]>([
    ['no clientEnv', {}, 400, 'SCHEMA_VALIDATION_FAILED'],
    ['an unknown clientEnv', { clientEnv: 'prod' }, 400, 'SCHEMA_VALIDATION_FAILED'],
    ['a long message', { clientEnv: 'draft', message: 'x'.repeat(4_001) }, 400, 'SCHEMA_VALIDATION_FAILED'],
    ['a list among variables', { clientEnv: 'draft', variables: { a: [] } }, 400, 'SCHEMA_VALIDATION_FAILED'],
    [
      'a tool that it lacks',
      { clientEnv: 'draft', toolAnswers: { a: 'b' } },
      400,
      'SCHEMA_VALIDATION_FAILED',
    ],
    [
      'an answer that is no text',
      { clientEnv: 'draft', toolAnswers: { a: 1 } },
      400,
      'SCHEMA_VALIDATION_FAILED',
    ],
    ['an unknown variant', { clientEnv: 'draft', variantId: 'none' }, 400, 'UNKNOWN_VARIANT'],
    ['an environment without deployment', { clientEnv: 'live' }, 409, 'NOTHING_DEPLOYED'],
  ])('rejects %s', async (_what, body, status, code) => {
    const agentId = await service.createAgent(account, KEYLESS);
    const answer = await chat(agentId, body);
    expect([answer.status, answer.body]).toEqual([status, envelope(answer, code)]);
    expect(await service.prisma.textChat.count({ where: { agentId } })).toBe(0);
  });

  it('reports a provider that is not configured', async () => {
    const models = { traditional: { llm: { provider: 'mind' } }, endToEnd: { provider: 'mind' } };
    const agentId = await service.createAgent(account, { ...WITH_MODEL, models });
    const answer = await chat(agentId, { clientEnv: 'draft', message: 'hi' });
    expect([answer.status, answer.body.error_code]).toEqual([409, 'PROVIDER_NOT_CONFIGURED']);
  });
});

function eventsOf(text: string): [string, unknown][] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('event: '))
    .map((event) => {
      const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
      return [name, JSON.parse(data)];
    });
}
