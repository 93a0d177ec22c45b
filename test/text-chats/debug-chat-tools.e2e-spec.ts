import { McpService } from '../providers/support/mcp-service.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import type { TestAccount, TestApp } from '../support/app.js';
import { envelope, type httpClient } from '../support/http.js';
import { until } from '../support/until.js';
import { ChatService, WITH_MODEL } from './support/chat-service.js';

describe('debug chat with an agent that has tools', () => {
  let chats: ChatService;
  let model: OpenAiStandIn;
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;
  const chat: ChatService['chat'] = (...of) => chats.chat(...of);

  beforeAll(async () => {
    chats = await ChatService.start();
    ({ model, service, call } = chats);
  });
  afterAll(() => chats?.close());
  beforeEach(async () => {
    await chats.renew();
    ({ account, key } = chats);
  });

  it('calls MCP tools, also with schema references; test runs answer them from the test', async () => {
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

  it("executes the agent's tools and reports their arguments and results", async () => {
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
      ...['user', 'assistant', 'user', 'assistant', 'tool', 'assistant', 'user'],
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

  it('accepts tool answers from the tester for one message, without a request', async () => {
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

  it('tests one draft tool with a real request, hiding secrets, within its account only', async () => {
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
});
