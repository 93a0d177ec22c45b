import { FormatRegistry } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { DebugChatSchema } from '../../src/text-chats/http/debug-chat.schema.js';
import { type Brain, OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { McpService } from '../providers/support/mcp-service.js';
import { dumpDatabase } from '../support/dump.js';
import { envelope, type HttpAnswer, httpClient } from '../support/http.js';
import { until } from '../support/until.js';

const KEYLESS: AgentDocument = {
  schemaVersion: 1,
  greeting: 'Welcome to the library, {{call.name | stranger}}.',
  intents: [
    { name: 'hours', examples: ['when are you open', 'opening hours'], reply: 'From nine to five.' },
    { name: 'bye', examples: ['goodbye', 'bye'], reply: 'See you soon.', endsCall: true },
  ],
  fallbackReply: 'I did not get that.',
};

const WITH_MODEL: AgentDocument = {
  schemaVersion: 1,
  greeting: 'Hello.',
  prompt: 'You take bookings of {{caller | nobody}}.',
  models: { traditional: { llm: { provider: 'openai' } } },
  builtInTools: ['hang_up'],
};

/** Calls the tool that it is asked for; slow and failing words do as they say. */
const brain: Brain = ({ history, instructions, tools }) => {
  const last = history.at(-1);
  if (last?.role === 'tool') return { kind: 'say', text: `The tool said ${last.output}` };
  const words = last?.text ?? '';
  if (words.includes('bye')) return { kind: 'call', name: 'hang_up', arguments: '{"reason":"done"}' };
  const [ofServer] = tools.filter((name) => name.startsWith('sky_'));
  if (words.includes('weather') && ofServer)
    return { kind: 'call', name: ofServer, arguments: '{"city":"Bern"}' };
  if (words.includes('look up')) return { kind: 'call', name: 'look_up', arguments: '{"guests":2}' };
  if (words.includes('how many'))
    return { kind: 'say', text: `So far: ${history.filter(({ role }) => role === 'user').length}.` };
  return { kind: 'say', text: `First sentence. Then this: ${words} (${instructions})` };
};

describe('debug chat', () => {
  let model: OpenAiStandIn;
  let service: TestApp;
  let second: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;

  beforeAll(async () => {
    FormatRegistry.Set('date-time', (text) => new Date(text).toISOString() === text);
    model = await OpenAiStandIn.start({
      brain,
      behaviour: (index) => (failing.has(index) ? 'error' : 'normal'),
    });
    const env = {
      LLM_URL: model.url,
      LLM_MODEL: 'stand-in',
      TEXT_CHATS_PER_ACCOUNT: '6',
      TEXT_CHAT_MESSAGE_MAX_CHARACTERS: '100',
      TOOL_ALLOW_PRIVATE_NETWORKS: 'true',
    };
    service = await createTestApp({ env });
    second = await createTestApp({ env, databaseUrl: service.databaseUrl });
    call = httpClient(service.baseUrl);
  }, 60_000);
  afterAll(async () => {
    await second?.close();
    await service?.close();
    await model?.close();
  });
  beforeEach(async () => {
    account = await service.createAccount();
    key = await service.createKey(account);
  });

  /** Requests that the model answers with an error. */
  const failing = new Set<number>();
  const chat = (agentId: string, body: object, id = '', asked = call): Promise<HttpAnswer> =>
    asked('POST', `/v1/agents/${agentId}/debug-chat${id && `/${id}`}`, { key, body });

  it('holds a conversation with the intents of a draft, without any key, and puts it on record as one in text', async () => {
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

  it('calls the tools of an MCP server, schemas with references included; a test run has them answered by the test', async () => {
    const server = await McpService.start();
    try {
      const place = { type: 'object', properties: { city: { $ref: '#/$defs/City' } }, required: ['city'] };
      const inputSchema = { ...place, $defs: { City: { type: 'string', minLength: 2 } } } as const;
      server.tools = [{ name: 'get_weather', description: 'Weather.', inputSchema: inputSchema as never }];
      const { url } = server.document();
      const mcpServers = [{ name: 'sky', url, tools: ['get_weather'] }];
      const agentId = await service.createAgent(account, { ...WITH_MODEL, mcpServers });
      const { body } = await chat(agentId, { clientEnv: 'draft', message: 'weather please' });
      expect(body.response).toBe('The tool said sunny');
      expect(body.metadata.functionEvents).toMatchObject([
        { name: 'sky_get_weather', arguments: { city: 'Bern' }, output: 'sunny', outcome: 'ok' },
      ]);
      const { parameters } = (
        model.requests.at(-1)?.body as { tools: { function: { parameters: object } }[] }
      ).tools.map((tool) => tool.function)[1]!;
      expect(parameters).toEqual({ ...place, properties: { city: inputSchema.$defs.City } });

      const expected = [
        { kind: 'tool-called', name: 'sky_get_weather', arguments: { city: 'Bern' } },
        { kind: 'contains', text: 'The tool said snow' },
      ];
      const turns = [{ expect: [] }, { say: 'weather please', expect: expected }];
      const cases = [{ name: 'Weather', toolAnswers: { sky_get_weather: 'snow' }, turns }];
      const made = await call('POST', `/v1/agents/${agentId}/test-sets`, {
        key,
        body: { name: 'Sky', cases },
      });
      const path = `/v1/agents/${agentId}/test-sets/${made.body.testSet.id}/runs`;
      const { testRun } = (await call('POST', path, { key, body: { target: 'draft' } })).body;
      const run = await until('the run is over', async () => {
        const answer = await call('GET', `/v1/test-runs/${testRun.id}`, { key });
        return answer.body.testRun.finishedAt && answer.body.testRun;
      });
      expect(run.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['passed']);
      expect(server.calls.map(({ values }) => values)).toEqual([{ city: 'Bern' }]);
    } finally {
      await server.close();
    }
  });

  it('goes on with the same history on another instance, in the deployment that it began with', async () => {
    const agentId = await service.createAgent(account, WITH_MODEL);
    await call('POST', `/v1/agents/${agentId}/deployments/publish`, { key, body: {} });
    const begun = await chat(agentId, { clientEnv: 'sandbox', message: 'one', caller: '+4930' });
    expect(begun.body).toMatchObject({ userInput: 'one', metadata: { greeting: 'Hello.' } });
    expect(begun.body.response).toContain('Then this: one (You take bookings of "+4930".');
    const changed = { revision: 1, document: { ...WITH_MODEL, prompt: 'You are rude.' } };
    await call('PUT', `/v1/agents/${agentId}/draft`, { key, body: changed });
    await call('POST', `/v1/agents/${agentId}/deployments/publish`, { key, body: {} });

    const { conversationId } = begun.body;
    const other = httpClient(second.baseUrl);
    const counted = await chat(agentId, { message: 'how many' }, conversationId, other);
    expect(counted.body.response).toBe('So far: 2.');
    expect((await chat(agentId, { message: 'and' }, conversationId)).body.response).toContain(
      'You take bookings',
    );
    expect((await chat(agentId, { clientEnv: 'sandbox', message: 'x' })).body.response).toContain(
      'You are rude.',
    );
  });

  it('really calls the tools of the agent, and tells what each was given and gave', async () => {
    const weather = await OpenAiStandIn.start();
    const agentId = await service.createAgent(account, {
      ...WITH_MODEL,
      tools: [
        {
          name: 'look_up',
          description: 'Looks up.',
          parameters: { type: 'object', properties: { guests: { type: 'integer' } } },
          http: { method: 'GET', url: `${weather.url}/models` },
        },
      ],
    });
    const { body } = await chat(agentId, { clientEnv: 'draft', message: 'look up' });
    await weather.close();
    expect(weather.requests.map(({ path }) => path)).toEqual(['/v1/models']);
    expect(body.response).toContain('stand-in-large');
    expect(body.metadata.functionEvents).toEqual([
      {
        name: 'look_up',
        arguments: { guests: 2 },
        output: expect.stringContaining('stand-in-large'),
        outcome: 'ok',
        durationMs: expect.any(Number),
      },
    ]);
    await chat(agentId, { message: 'and now' }, body.conversationId);
    const { messages } = model.requests.at(-1)?.body as { messages: { role: string; content: string }[] };
    expect(messages.map(({ role }) => role).slice(1)).toEqual([
      ...['assistant', 'user', 'assistant', 'tool', 'assistant', 'user'],
    ]);
    expect(messages.find(({ role }) => role === 'tool')?.content).toContain('stand-in-large');
    const ended = await chat(agentId, { message: 'bye' }, body.conversationId);
    expect(ended.body).toMatchObject({
      conversationEnded: true,
      metadata: { functionEvents: [{ name: 'hang_up' }] },
    });
    const record = await call('GET', `/v1/conversations/${body.conversationId}`, { key });
    expect(record.body.conversation.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'tool-call',
      'tool-call',
    ]);
  });

  it('has tools answered by whoever tries the agent, for one message and without a request', async () => {
    const weather = await OpenAiStandIn.start();
    const http = { method: 'GET' as const, url: `${weather.url}/models` };
    const tools = [{ name: 'look_up', description: 'Looks up.', http }];
    const agentId = await service.createAgent(account, { ...WITH_MODEL, tools });
    const body = { clientEnv: 'draft', message: 'look up', toolAnswers: { look_up: 'all taken' } };
    const begun = await chat(agentId, body);
    expect(begun.body.response).toBe('The tool said all taken');
    expect(begun.body.metadata.functionEvents).toMatchObject([
      { name: 'look_up', arguments: { guests: 2 }, output: 'all taken', outcome: 'ok' },
    ]);
    const { conversationId } = begun.body;
    const again = { message: 'look up', toolAnswers: { look_up: 'one is free' } };
    const free = await chat(agentId, again, conversationId);
    expect(free.body.response).toBe('The tool said one is free');
    expect(weather.requests).toEqual([]);
    const misspelt = await chat(agentId, { ...again, toolAnswers: { lookup: 'x' } }, conversationId);
    expect([misspelt.status, misspelt.body]).toEqual([400, envelope(misspelt, 'SCHEMA_VALIDATION_FAILED')]);
    expect(misspelt.body.error).toContain('toolAnswers.lookup');
    expect(misspelt.body.error).toContain('look_up');
    await chat(agentId, { message: 'look up' }, conversationId);
    expect(weather.requests.map(({ path }) => path)).toEqual(['/v1/models']);
    await weather.close();
    const record = await call('GET', `/v1/conversations/${conversationId}`, { key });
    const events: { details: object }[] = record.body.conversation.events;
    expect(events.map(({ details }) => details)).toMatchObject([
      { attempts: 0 },
      { attempts: 0 },
      { attempts: 1 },
    ]);
  });

  it('tells what variables stand for, with what was given in vain', async () => {
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

  it('tries one tool of the draft with a real request, its secrets left out, and no other account’s', async () => {
    const weather = await OpenAiStandIn.start();
    const { host } = new URL(weather.url);
    await call('PUT', '/v1/secrets/SKY_KEY', {
      key,
      body: { value: 'stand-in-large', allowedHosts: [host] },
    });
    const parameters = { type: 'object', properties: { guests: { type: 'integer' } }, required: ['guests'] };
    const http = {
      method: 'GET' as const,
      url: `${weather.url}/models?for={{call.name | nobody}}`,
      headers: { authorization: '{{secret.SKY_KEY}}' },
    };
    const agentId = await service.createAgent(account, {
      ...WITH_MODEL,
      tools: [{ name: 'look_up', description: 'Looks up.', parameters, http }],
    });
    const attempt = (body: object, asked = key) =>
      call('POST', `/v1/agents/${agentId}/tool-trials`, { key: asked, body });
    const tried = await attempt({ tool: 'look_up', arguments: { guests: 2 }, variables: { name: 'Ada' } });
    expect([tried.status, tried.body]).toEqual([
      200,
      {
        outcome: 'ok',
        code: null,
        answer: expect.stringContaining('[secret]'),
        status: 200,
        attempts: 1,
        durationMs: expect.any(Number),
      },
    ]);
    expect(weather.requests.map(({ path }) => path)).toEqual(['/v1/models']);
    expect((await attempt({ tool: 'look_up' })).body).toMatchObject({
      outcome: 'error',
      code: 'TOOL_ARGUMENTS_INVALID',
      attempts: 0,
    });
    await weather.close();
    expect((await attempt({ tool: 'look_up', arguments: { guests: 2 } })).body).toMatchObject({
      outcome: 'error',
      status: null,
    });
    for (const name of ['hang_up', 'nothing'])
      expect((await attempt({ tool: name })).body).toMatchObject({ outcome: 'error', code: 'TOOL_UNKNOWN' });
    const stranger = await attempt(
      { tool: 'look_up' },
      await service.createKey(await service.createAccount()),
    );
    expect([stranger.status, stranger.body]).toEqual([404, envelope(stranger, 'PROJECT_NOT_FOUND')]);
    const limited = await attempt(
      { tool: 'look_up' },
      await service.createKey(account, { environments: ['live'] }),
    );
    expect(limited.status).toBe(403);
    for (const body of [{}, { tool: 'look_up', arguments: [] }, { tool: 'look_up', variables: { a: [] } }])
      expect((await attempt(body)).status).toBe(400);
  });

  it('streams its sentences as server-sent events, the whole answer last', async () => {
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

  it('survives a model that fails: the message may be sent again, and the fault is on record', async () => {
    const agentId = await service.createAgent(account, WITH_MODEL);
    const { conversationId } = (await chat(agentId, { clientEnv: 'draft' })).body;
    for (let next = 0; next < 5; next++) failing.add(model.requests.length + next);
    const failed = await chat(agentId, { message: 'one' }, conversationId);
    expect([failed.status, failed.body]).toEqual([502, envelope(failed, 'AGENT_FAILURE')]);
    expect(failed.body.error).toContain('PROVIDER_');
    failing.clear();
    const again = await chat(agentId, { message: 'how many' }, conversationId);
    expect(again.body.response).toBe('So far: 1.');
  });

  it('answers one message at a time', async () => {
    const agentId = await service.createAgent(account, WITH_MODEL);
    const { conversationId } = (await chat(agentId, { clientEnv: 'draft' })).body;
    const both = await Promise.all([1, 2].map(() => chat(agentId, { message: 'hi' }, conversationId)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.error_code).toBe('CONVERSATION_BUSY');
  });

  it('ends after a while without a message, and makes room for others', async () => {
    const agentId = await service.createAgent(account, KEYLESS);
    const begun = await Promise.all(Array.from({ length: 7 }, () => chat(agentId, { clientEnv: 'draft' })));
    const refused = begun.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.error_code)).toEqual(['TEXT_CHAT_LIMIT_REACHED']);
    const ids = begun.flatMap(({ body }) => (body.conversationId ? [body.conversationId as string] : []));
    const longAgo = new Date(Date.now() - 3_600_000);
    await service.prisma.textChat.updateMany({
      where: { conversationId: { in: ids } },
      data: { usedAt: longAgo },
    });
    const third = await createTestApp({
      env: { TEXT_CHAT_IDLE_SECONDS: '1' },
      databaseUrl: service.databaseUrl,
    });
    await until('all have ended', async () => {
      const ended = await service.prisma.conversation.count({
        where: { id: { in: ids }, endReason: 'idle' },
      });
      return ended === ids.length;
    });
    await third.close();
    expect((await chat(agentId, { message: 'hi' }, ids[0])).body.error_code).toBe('CONVERSATION_ENDED');
    expect((await chat(agentId, { clientEnv: 'draft' })).status).toBe(201);
  });

  it('keeps what is said out of the database where the document says so', async () => {
    const agentId = await service.createAgent(account, { ...WITH_MODEL, privacy: { storeText: false } });
    const { body } = await chat(agentId, { clientEnv: 'draft', message: 'my secret is Xyzzy' });
    await chat(agentId, { message: 'Plugh' }, body.conversationId);
    const dump = JSON.stringify(
      await dumpDatabase((sql, ...values) => service.prisma.$queryRawUnsafe(sql, ...values), {
        tables: [],
        columns: [],
      }),
    );
    expect(dump).toContain(body.conversationId);
    expect(dump).not.toMatch(/Xyzzy|Plugh/);
  });

  it.each<[string, object, number, string]>([
    ['no clientEnv', {}, 400, 'SCHEMA_VALIDATION_FAILED'],
    ['an unknown clientEnv', { clientEnv: 'prod' }, 400, 'SCHEMA_VALIDATION_FAILED'],
    ['a long message', { clientEnv: 'draft', message: 'x'.repeat(101) }, 400, 'SCHEMA_VALIDATION_FAILED'],
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
  ])('refuses %s', async (_what, body, status, code) => {
    const agentId = await service.createAgent(account, KEYLESS);
    const answer = await chat(agentId, body);
    expect([answer.status, answer.body]).toEqual([status, envelope(answer, code)]);
    expect(await service.prisma.textChat.count({ where: { agentId } })).toBe(0);
  });

  it('says what is missing where the agent names a provider that nobody configured', async () => {
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
