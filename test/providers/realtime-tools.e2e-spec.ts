import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { RealtimeStandIn } from '../stand-ins/index.js';
import type { Brain } from '../stand-ins/index.js';
import { realtimeAdapter, weatherHosts } from './support/adapters.js';
import { TestCall } from './support/test-call.js';

let weather: Server;
let weatherUrl: string;
const requests: { readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }[] = [];
let standIn: RealtimeStandIn | undefined;
let call: TestCall | undefined;

beforeAll(async () => {
  weather = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({ headers: request.headers, body });
      if (request.url === '/slow') return;
      response.writeHead(200, { 'content-type': 'text/plain' }).end('sunny');
    });
  });
  await new Promise<void>((resolve) => weather.listen(0, '127.0.0.1', resolve));
  weatherUrl = `http://127.0.0.1:${(weather.address() as AddressInfo).port}`;
});

afterEach(async () => {
  requests.length = 0;
  await call?.close();
  await standIn?.close();
});

afterAll(() => {
  weather.closeAllConnections();
  weather.close();
});

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

function weatherTool(path = '/now', timeoutMs = 1_000) {
  weatherHosts.add(new URL(weatherUrl).host);
  const headers = { authorization: 'Bearer {{secret.WEATHER_KEY}}' };
  const http = { method: 'POST' as const, url: `${weatherUrl}${path}`, headers, timeoutMs };
  return { name: 'get_weather', description: 'Tells the weather.', parameters, http };
}

/** Calls the tool first of all, and tells what it answered. */
function calling(name: string, argumentsText: string): Brain {
  return ({ history }) => {
    const last = history.at(-1);
    return last?.role === 'tool'
      ? { kind: 'say', text: `It says ${last.output}` }
      : { kind: 'call', name, arguments: argumentsText };
  };
}

/** Opens a call in which the model is asked to greet, and calls a tool for that. */
async function ask(brain: Brain, agent: Parameters<typeof TestCall.open>[1]): Promise<TestCall> {
  standIn = await RealtimeStandIn.start({ brain });
  call = await TestCall.open(realtimeAdapter(standIn.url), { greeting: 'Hello.', ...agent });
  return call;
}

it('calls an HTTP tool with its secret, and the agent speaks the answer', async () => {
  const asked = await ask(calling('get_weather', '{"city":"Bern"}'), { tools: [weatherTool()] });
  await asked.untilAgentSaid(1);
  expect(asked.words('agent')).toEqual(['It says sunny']);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    headers: { authorization: 'Bearer sunny-secret' },
    body: '{"city":"Bern"}',
  });
  expect(asked.all('tool-call')).toEqual([
    {
      kind: 'tool-call',
      callId: expect.stringMatching(/^tcall_/),
      turnId: expect.any(String),
      name: 'get_weather',
      outcome: 'ok',
      arguments: '{"city":"Bern"}',
      answer: 'sunny',
      status: 200,
      attempts: 1,
      durationMs: expect.any(Number),
    },
  ]);
  expect(asked.all('fault')).toEqual([]);
});

it.each([
  ['arguments that do not fit', '{"town":1}', 'TOOL_ARGUMENTS_INVALID', 'error', '/now'],
  ['arguments that are no JSON', 'Bern', 'TOOL_ARGUMENTS_INVALID', 'error', '/now'],
  ['an endpoint that does not answer', '{"city":"Bern"}', 'TOOL_TIMEOUT', 'timeout', '/slow'],
])(
  'counts %s as a fault of the function, and the conversation goes on',
  async (_what, text, code, outcome, path) => {
    const asked = await ask(calling('get_weather', text), { tools: [weatherTool(path, 300)] });
    await asked.untilAgentSaid(1);
    expect(asked.words('agent')[0]).toMatch(/^It says The/);
    expect(asked.all('fault')).toEqual([{ kind: 'fault', source: 'function', code }]);
    expect(asked.all('tool-call')[0]).toMatchObject({ outcome });
    expect(asked.all('failed')).toEqual([]);
  },
);

it('never sends a request whose secret is missing', async () => {
  const tool = weatherTool();
  const headers = { authorization: '{{secret.NOBODY_KNOWS}}' };
  const asked = await ask(calling('get_weather', '{"city":"Bern"}'), {
    tools: [{ ...tool, http: { ...tool.http, headers } }],
  });
  await asked.untilAgentSaid(1);
  expect(asked.all('fault')).toEqual([{ kind: 'fault', source: 'function', code: 'TOOL_SECRET_MISSING' }]);
  expect(requests).toEqual([]);
});

it('hangs up when the agent wants to', async () => {
  const asked = await ask(calling('hang_up', '{"reason":"done"}'), { builtInTools: ['hang_up'] });
  await asked.untilEvent('hang-up');
  expect(asked.all('hang-up')).toEqual([{ kind: 'hang-up', reason: 'done' }]);
});

it('stops a model that calls functions in circles', async () => {
  const inCircles: Brain = () => ({ kind: 'call', name: 'get_weather', arguments: '{"city":"Bern"}' });
  const asked = await ask(inCircles, { tools: [weatherTool()] });
  await asked.untilEvent('failed');
  expect(asked.all('tool-call')).toHaveLength(10);
  expect(asked.all('failed')).toEqual([{ kind: 'failed', code: 'PROVIDER_ERROR' }]);
});
