import { setTimeout as delay } from 'node:timers/promises';
import type { AgentDocument, AgentTool } from '../../src/agent-document/index.js';
import { SafeHttpClient } from '../../src/common/safe-http/index.js';
import { AccountSecrets, DatabaseLedger, LeftCalls, McpServers, ToolBox } from '../../src/tools/index.js';
import type { AgentEvent } from '../../src/voice/agent-adapter.js';
import { ConversationRecorder } from '../../src/conversations/index.js';
import { CountingService } from '../providers/support/counting-service.js';
import { McpService } from '../providers/support/mcp-service.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';

const PIN = 'a-pin-that-a-caller-said';

let app: TestApp;
let account: TestAccount;
let key: string;
let service: CountingService;
const http = new SafeHttpClient({ allowPrivateNetworks: true });

beforeAll(async () => {
  const env = { TOOL_LEDGER_TIMEOUT_MS: '300', TOOL_ALLOW_PRIVATE_NETWORKS: 'true' };
  app = await createTestApp({ env });
  account = await app.createAccount();
  key = await app.createKey(account);
});
beforeEach(async () => {
  service = await CountingService.start();
});
afterEach(async () => {
  service.letGo();
  await service.close();
});
afterAll(async () => {
  await app.close();
  await http.close();
});

const rows = () => app.prisma.toolRequest.findMany();
const get = <T>(type: new (...given: never[]) => T): T => app.app.get(type, { strict: false });

/** Calls the tool as a call of the account does; the call is on record. */
function use(change: Partial<AgentTool['http']> = {}) {
  const tool = service.tool();
  const agent = { tools: [{ ...tool, http: { ...tool.http, ...change } }] };
  return useOf(agent, tool.name, `{"pin":"${PIN}"}`);
}

function useOf(agent: Partial<AgentDocument>, name: string, text: string) {
  const agentId = 'agent-ledger';
  const record = get(ConversationRecorder).begin({
    sessionId: `sess_${Math.random()}`,
    accountId: account.accountId,
    agentId,
    target: 'draft',
    mode: 'traditional',
    adapter: 'cascade',
    startedAt: new Date(),
  });
  const events: AgentEvent[] = [];
  const box = new ToolBox(
    {
      accountId: account.accountId,
      conversationId: record.id,
      agent: { schemaVersion: 1, ...agent },
      possibleActions: new Set(),
      emit: (event) => events.push(event),
    },
    {
      http,
      secrets: get(AccountSecrets),
      timeoutMs: 5_000,
      ledger: get(DatabaseLedger),
      mcp: get(McpServers),
    },
  );
  const result = box.run(name, text, AbortSignal.timeout(20_000));
  return { result, events, record };
}

/** What the record of a conversation tells of its tools. */
async function toolEventsOf(conversationId: string) {
  const { body } = await httpClient(app.baseUrl)('GET', `/v1/conversations/${conversationId}`, { key });
  return body.conversation?.events.map(({ details }: { details: object }) => details);
}

/** The process that makes the requests is dead, for all that anybody can see. */
async function orphan(): Promise<string[]> {
  const left = await rows();
  await app.prisma.toolRequest.updateMany({ data: { instanceId: 'inst_dead' } });
  return left.map(({ id }) => id);
}

it('is written down before its request leaves, sealed, and crossed out after it', async () => {
  const { result, events } = use();
  await until('the request came', () => service.underWay === 1);
  const [row] = await rows();
  expect(row?.id).toBe(service.keys[0]);
  expect(JSON.stringify(row)).not.toContain(PIN);
  service.letGo();
  expect((await result).output).toBe('booked');
  await until('it is crossed out', async () => (await rows()).length === 0);
  expect(events.flatMap((event) => (event.kind === 'tool-call' ? [event.callId] : []))).toEqual(service.keys);
});

it('is not made while it can not be written down, and never later, unless the document says otherwise', async () => {
  service.letGo();
  await app.prisma.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE tool_requests IN ACCESS EXCLUSIVE MODE`;
      const { result, events } = use();
      expect((await result).output).toBe('This tool is not available.');
      expect(events).toContainEqual({ kind: 'fault', source: 'function', code: 'TOOL_NOT_RECORDED' });
      expect(service.keys).toEqual([]);
      expect((await use({ durable: false }).result).output).toBe('booked');
      expect((await use({ method: 'GET' }).result).output).toBe('booked');
    },
    { timeout: 20_000 },
  );
  await until('what came late is crossed out', async () => {
    await delay(200);
    return (await rows()).length === 0;
  });
  expect(service.keys).toHaveLength(2);
});

it('left by a dead instance is made again with its key, if it may be, and the record tells how it went', async () => {
  const { result, record } = use({ repeatable: true });
  await until('the request came', () => service.underWay === 1);
  await until('the call is on record', () =>
    app.prisma.conversation.findUnique({ where: { id: record.id } }),
  );
  const [callId] = await orphan();
  // The service looks for such calls by itself, too, and may be at it.
  const settled = get(LeftCalls).run(AbortSignal.timeout(10_000));
  // Only now: an answer to the first request would cross the call out before anybody finds it.
  await until('it is made again', () => service.underWay === 2);
  service.letGo();
  await Promise.all([settled, result]);
  await until('it is made again and crossed out', async () => (await rows()).length === 0);
  expect(service.keys).toEqual([callId, callId]);
  expect(await toolEventsOf(record.id)).toMatchObject([
    {
      id: callId,
      name: 'book_table',
      outcome: 'ok',
      answer: 'booked',
      status: 200,
      arguments: `{"pin":"${PIN}"}`,
    },
  ]);
  await until('it is crossed out', async () => (await rows()).length === 0);
});

it('whose outcome is known is told to whoever goes on with its conversation, and not made again', async () => {
  service.letGo();
  const { result, record, events } = use({ repeatable: true });
  expect((await result).output).toBe('booked');
  for (const event of events) if (event.kind === 'tool-call') record.event({ ...event, at: new Date() });
  await until('the outcome is on record', async () => (await toolEventsOf(record.id))?.length === 1);
  const left = await get(LeftCalls).leaveOf(record.id);
  expect(left).toMatchObject([
    { callId: service.keys[0], name: 'book_table', argumentsText: `{"pin":"${PIN}"}` },
  ]);
  await orphan();
  await get(LeftCalls).run(AbortSignal.timeout(10_000));
  expect(await rows()).toEqual([]);
  expect(service.keys).toHaveLength(1);
  expect(await toolEventsOf(record.id)).toMatchObject([{ id: service.keys[0], outcome: 'ok' }]);
});

it('left by a dead instance, and not to be repeated, is on record as of unknown outcome', async () => {
  const { result, record } = use();
  await until('the request came', () => service.underWay === 1);
  await until('the call is on record', () =>
    app.prisma.conversation.findUnique({ where: { id: record.id } }),
  );
  const [callId] = await orphan();
  await Promise.all([1, 2].map(() => get(LeftCalls).run(AbortSignal.timeout(10_000))));
  expect(service.keys).toEqual([callId]);
  expect(await toolEventsOf(record.id)).toMatchObject([
    { id: callId, outcome: 'unknown', code: 'TOOL_CUT_OFF' },
  ]);
  service.letGo();
  await result;
});

it('of an MCP server, left by a dead instance, is made again with its key in a session of its own, if it may be', async () => {
  const server = await McpService.start();
  try {
    server.hold();
    const mcpServers = [server.document({ headers: {}, repeatable: true })];
    const { result, record } = useOf({ mcpServers }, 'sky_get_weather', '{"city":"Bern"}');
    await until('the call came', () => server.underWay === 1);
    await until('the call is on record', () =>
      app.prisma.conversation.findUnique({ where: { id: record.id } }),
    );
    const [callId] = await orphan();
    const looked = get(LeftCalls).run(AbortSignal.timeout(10_000));
    await until('it came again', () => server.underWay === 2);
    server.letGo();
    await Promise.all([looked, result]);
    expect(server.calls.map(({ header, meta }) => [header, meta])).toEqual([
      [callId, callId],
      [callId, callId],
    ]);
    expect(await toolEventsOf(record.id)).toMatchObject([
      { id: callId, name: 'sky_get_weather', outcome: 'ok', answer: 'sunny', arguments: '{"city":"Bern"}' },
    ]);
  } finally {
    await server.close();
  }
});
