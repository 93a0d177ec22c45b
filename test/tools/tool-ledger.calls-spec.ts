import type { AgentDocument, AgentTool } from '../../src/agent-document/index.js';
import type { OrphanedToolCalls } from '../../src/tools/ledger/orphaned-tool-calls.service.js';
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

beforeAll(async () => {
  const env = { ALLOW_PRIVATE_NETWORKS: 'tools' };
  app = await createTestApp({ env, overrides: { providers: { toolLedgerTimeoutMs: 1_500 } } });
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
});

const rows = () => app.prisma.toolRequest.findMany();
const inService = () => app.module<typeof import('./ledger-calls.js')>('test/tools/ledger-calls.ts');
const outputOf = (recordId: string) => inService().outputOf(recordId);
const isOnRecord = (id: string) => async () =>
  (await app.prisma.conversation.findUnique({ where: { id } })) !== null;

/** Starts using the tool like a call of the account. @returns The record's id */
function use(change: Partial<AgentTool['http']> = {}): Promise<string> {
  const tool = service.tool();
  return useOf({ tools: [{ ...tool, http: { ...tool.http, ...change } }] }, tool.name, `{"pin":"${PIN}"}`);
}

const useOf = (agent: Partial<AgentDocument>, name: string, text: string) =>
  inService().use(account.accountId, agent, name, text);

/** Tool events in a conversation's record. */
async function toolEventsOf(conversationId: string) {
  const { body } = await httpClient(app.baseUrl)('GET', `/v1/conversations/${conversationId}`, { key });
  return body.conversation?.events.map(({ details }: { details: object }) => details);
}

/** Makes the requesting process appear dead. */
async function orphan(): Promise<string[]> {
  const left = await rows();
  await app.prisma.toolRequest.updateMany({ data: { instanceId: 'inst_dead' } });
  return left.map(({ id }) => id);
}

it('is sealed and logged before its request, and removed after it', async () => {
  const record = await use();
  await until('the request came', () => service.underWay === 1);
  const [row] = await rows();
  expect(row?.id).toBe(service.keys[0]);
  expect(JSON.stringify(row)).not.toContain(PIN);
  service.letGo();
  expect(await outputOf(record)).toBe('booked');
  await until('it is crossed out', async () => (await rows()).length === 0);
  const events = await inService().eventsOf(record);
  expect(events.flatMap((event) => (event.kind === 'tool-call' ? [event.callId] : []))).toEqual(service.keys);
});

it('is not made while it cannot be logged, nor later, unless the document allows it', async () => {
  service.letGo();
  await app.prisma.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE tool_requests IN ACCESS EXCLUSIVE MODE`;
      const record = await use();
      expect(await outputOf(record)).toBe('This tool is not available.');
      expect(await inService().eventsOf(record)).toContainEqual({
        kind: 'fault',
        source: 'function',
        code: 'TOOL_NOT_RECORDED',
      });
      expect(service.keys).toEqual([]);
      expect(await outputOf(await use({ durable: false }))).toBe('booked');
      expect(await outputOf(await use({ method: 'GET' }))).toBe('booked');
    },
    { timeout: 20_000 },
  );
  // Logged after the late request, which waited for the table.
  expect(await outputOf(await use())).toBe('booked');
  await until('both are crossed out', async () => (await rows()).length === 0);
  expect(service.keys).toHaveLength(3);
});

it('left by a dead instance is repeated with its key if repeatable, and the result recorded', async () => {
  const record = await use({ repeatable: true });
  await until('the request came', () => service.underWay === 1);
  await until('the call is on record', isOnRecord(record));
  const [callId] = await orphan();
  // The service also polls for such calls and may be settling them.
  const settled = inService().settleLeft();
  // Only now: answering the first request would remove the call before it is found.
  await until('it is made again', () => service.underWay === 2);
  service.letGo();
  await Promise.all([settled, outputOf(record)]);
  await until('it is made again and crossed out', async () => (await rows()).length === 0);
  expect(service.keys).toEqual([callId, callId]);
  expect(await toolEventsOf(record)).toMatchObject([
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

it('with a known result is passed on when its conversation resumes, and not repeated', async () => {
  service.letGo();
  const record = await use({ repeatable: true });
  expect(await outputOf(record)).toBe('booked');
  await inService().recordTools(record);
  await until('the outcome is on record', async () => (await toolEventsOf(record))?.length === 1);
  const left = await app.provider<OrphanedToolCalls>('OrphanedToolCalls').leaveOf(record);
  expect(left).toMatchObject([
    { callId: service.keys[0], name: 'book_table', argumentsText: `{"pin":"${PIN}"}` },
  ]);
  await orphan();
  await inService().settleLeft();
  // The service also polls for such calls and may have been first.
  await until('it is crossed out', async () => (await rows()).length === 0);
  expect(service.keys).toHaveLength(1);
  expect(await toolEventsOf(record)).toMatchObject([{ id: service.keys[0], outcome: 'ok' }]);
});

it('left by a dead instance and not repeatable is recorded with an unknown result', async () => {
  const record = await use();
  await until('the request came', () => service.underWay === 1);
  await until('the call is on record', isOnRecord(record));
  const [callId] = await orphan();
  await Promise.all([1, 2].map(() => inService().settleLeft()));
  expect(service.keys).toEqual([callId]);
  expect(await toolEventsOf(record)).toMatchObject([
    { id: callId, outcome: 'unknown', code: 'TOOL_CUT_OFF' },
  ]);
  service.letGo();
  await outputOf(record);
});

it('of an MCP server, left by a dead instance, is repeated with its key in its own session if repeatable', async () => {
  const server = await McpService.start();
  try {
    server.hold();
    const mcpServers = [server.document({ headers: {}, repeatable: true })];
    const record = await useOf({ mcpServers }, 'sky_get_weather', '{"city":"Bern"}');
    await until('the call came', () => server.underWay === 1);
    await until('the call is on record', isOnRecord(record));
    const [callId] = await orphan();
    const looked = inService().settleLeft();
    await until('it came again', () => server.underWay === 2);
    server.letGo();
    await Promise.all([looked, outputOf(record)]);
    expect(server.calls.map(({ header, meta }) => [header, meta])).toEqual([
      [callId, callId],
      [callId, callId],
    ]);
    expect(await toolEventsOf(record)).toMatchObject([
      { id: callId, name: 'sky_get_weather', outcome: 'ok', answer: 'sunny', arguments: '{"city":"Bern"}' },
    ]);
  } finally {
    await server.close();
  }
});
