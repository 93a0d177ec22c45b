import { readFileSync } from 'node:fs';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { SileroDetector } from '../../src/engines/local/index.js';
import type { VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { type Brain, RealtimeStandIn, scriptedEars } from '../stand-ins/index.js';
import { realtimeAdapter } from './support/adapters.js';
import { callThrough, type Engine, ENGINES } from './support/engines.js';
import { McpService } from './support/mcp-service.js';
import { TestCall } from './support/test-call.js';

let detector: VoiceActivityDetector;

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
});

useVirtualTime();

afterAll(() => detector.close());

type Agent = Parameters<typeof TestCall.open>[1];

const ears = () => scriptedEars('what is it');
const call = (engine: Engine, brain: Brain, agent: Agent) =>
  callThrough(engine, detector, { brain, ears: ears() }, agent);

/** Releases waiting requests when the test ends. */
async function startService(): Promise<McpService> {
  const service = keep(await McpService.start());
  keep({ close: () => service.letGo() });
  return service;
}

/** Calls the weather tool once and repeats its result. */
function asking(told: (readonly string[])[] = []): Brain {
  return ({ instructions, history, tools }) => {
    told.push(tools);
    const exactly = /say exactly[^"]*"([^"]+)"/i.exec(instructions)?.[1];
    if (exactly !== undefined) return { kind: 'say', text: exactly };
    const outputs = history.flatMap((turn) => (turn.role === 'tool' ? [turn.output] : []));
    const known = outputs.find((output) => !output.includes('still running'));
    if (known !== undefined) return { kind: 'say', text: `It is ${known}.` };
    return { kind: 'call', name: 'sky_get_weather', arguments: '{"city":"Bern"}' };
  };
}

it.each(ENGINES)('calls an MCP tool once with its key and offers no other (%s)', async (engine) => {
  const service = await startService();
  const told: (readonly string[])[] = [];
  const talk = await call(engine, asking(told), { mcpServers: [service.document()] });
  await talk.say('What is it?');
  await talk.until(() => talk.words('agent').at(-1) === 'It is sunny.');
  const [key] = talk.all('tool-call').map(({ callId }) => callId);
  expect(service.calls).toEqual([
    {
      name: 'get_weather',
      values: { city: 'Bern' },
      header: key,
      meta: key,
      authorization: 'Bearer sunny-secret',
    },
  ]);
  expect(talk.all('tool-call')).toMatchObject([{ name: 'sky_get_weather', outcome: 'ok', answer: 'sunny' }]);
  expect(talk.all('fault')).toEqual([]);
  expect(new Set(told.flat())).toEqual(new Set(['sky_get_weather']));
});

it.each(['cascade', 'realtime'] as const)(
  'plays the greeting despite a hanging MCP server, and returns a tool error to the agent (%s)',
  async (engine) => {
    const service = await startService();
    service.state = 'hung';
    const talk = await call(engine, asking(), { greeting: 'Hello.', mcpServers: [service.document()] });
    await talk.until(() => talk.speech.heardMs > 0);
    expect(talk.all('fault')).toEqual([]);
    service.breakOff();
    await talk.say('What is it?');
    await talk.until(
      () => talk.words('agent').at(-1)?.startsWith('It is The tool could not be reached') === true,
    );
    expect(talk.all('tool-call')).toMatchObject([{ outcome: 'error', code: 'TOOL_UNREACHABLE' }]);
    expect(talk.all('fault').map(({ code }) => code)).toEqual(['MCP_LIST_UNAVAILABLE', 'TOOL_UNREACHABLE']);
    expect(talk.all('failed')).toEqual([]);
  },
);

it('updates a Realtime server with tools discovered during the call', async () => {
  const service = await startService();
  const standIn = keep(await RealtimeStandIn.start({ brain: asking(), ears: ears() }));
  service.holdLists();
  const talk = keep(await TestCall.open(realtimeAdapter(standIn.url), { mcpServers: [service.document()] }));
  const told = () =>
    standIn.sessions.flatMap(({ received }) => received.filter(({ type }) => type === 'session.update'));
  expect(JSON.stringify(told())).not.toContain('"city"');
  service.letGo();
  await talk.until(() => told().length === 2);
  expect(JSON.stringify(told()[1])).toContain('"city"');
});

const LISTED = JSON.parse(
  readFileSync(new URL('./shapes/mcp/input-schemas.json', import.meta.url), 'utf8'),
) as readonly { readonly inputSchema: Tool['inputSchema']; readonly fits: object }[];

it.each(ENGINES)('offers tools with any schema to a model that supports few (%s)', async (engine) => {
  const service = await startService();
  service.answers = 'json';
  const names = LISTED.map((_, at) => `t${at}`);
  service.tools = LISTED.map(({ inputSchema }, at) => ({ name: `t${at}`, inputSchema }));
  const told = new Set<string>();
  const brain: Brain = ({ history, tools }) => {
    tools.forEach((name) => told.add(name));
    const outputs = history.filter(({ role }) => role === 'tool').length;
    const next = LISTED[outputs];
    if (outputs >= 3 || !next) return { kind: 'say', text: 'That was all.' };
    return { kind: 'call', name: `sky_t${outputs}`, arguments: JSON.stringify(next.fits) };
  };
  const talk = await call(engine, brain, { mcpServers: [service.document({ tools: names })] });
  await talk.say('What is it?');
  await talk.until(() => talk.words('agent').at(-1) === 'That was all.');
  expect([...told].sort()).toEqual(names.map((name) => `sky_${name}`).sort());
  expect(service.calls.map(({ name, values }) => ({ name, values }))).toEqual(
    LISTED.slice(0, 3).map(({ fits }, at) => ({ name: `t${at}`, values: fits })),
  );
  expect(talk.all('fault')).toEqual([]);
});
