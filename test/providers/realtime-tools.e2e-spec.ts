import type { AgentTool } from '../../src/agent-document/index.js';
import { type Brain, RealtimeStandIn } from '../stand-ins/index.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { realtimeAdapter } from './support/adapters.js';
import { TestCall } from './support/test-call.js';
import { callingTool, WeatherService } from './support/weather-service.js';

useVirtualTime();

/** Opens a call in which the model is asked to greet, and calls a tool for that. */
async function ask(brain: Brain, agent: Parameters<typeof TestCall.open>[1]): Promise<TestCall> {
  const standIn = keep(await RealtimeStandIn.start({ brain }));
  return keep(await TestCall.open(realtimeAdapter(standIn.url), { greeting: 'Hello.', ...agent }));
}

const startWeather = async () => keep(await WeatherService.start());

const impatient = (tool: AgentTool): AgentTool => ({ ...tool, http: { ...tool.http, timeoutMs: 300 } });

it('calls an HTTP tool with its secret, and the agent speaks the answer', async () => {
  const weather = await startWeather();
  const asked = await ask(callingTool('get_weather', '{"city":"Bern"}'), { tools: [weather.tool()] });
  await asked.untilAgentSaid(1);
  expect(asked.words('agent')).toEqual(['It says sunny']);
  expect(weather.requests).toHaveLength(1);
  expect(weather.requests[0]).toMatchObject({
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
    const weather = await startWeather();
    const asked = await ask(callingTool('get_weather', text), { tools: [impatient(weather.tool(path))] });
    await asked.untilAgentSaid(1);
    expect(asked.words('agent')[0]).toMatch(/^It says The/);
    expect(asked.all('fault')).toEqual([{ kind: 'fault', source: 'function', code }]);
    expect(asked.all('tool-call')[0]).toMatchObject({ outcome });
    expect(asked.all('failed')).toEqual([]);
  },
);

it('never sends a request whose secret is missing', async () => {
  const weather = await startWeather();
  const asked = await ask(callingTool('get_weather', '{"city":"Bern"}'), {
    tools: [weather.tool('/now', 'NOBODY_KNOWS')],
  });
  await asked.untilAgentSaid(1);
  expect(asked.all('fault')).toEqual([{ kind: 'fault', source: 'function', code: 'TOOL_SECRET_MISSING' }]);
  expect(weather.requests).toEqual([]);
});

it('hangs up when the agent wants to', async () => {
  const asked = await ask(callingTool('hang_up', '{"reason":"done"}'), { builtInTools: ['hang_up'] });
  await asked.untilEvent('hang-up');
  expect(asked.all('hang-up')).toEqual([{ kind: 'hang-up', reason: 'done' }]);
});

it('stops a model that calls functions in circles', async () => {
  const inCircles: Brain = () => ({ kind: 'call', name: 'get_weather', arguments: '{"city":"Bern"}' });
  const weather = await startWeather();
  const asked = await ask(inCircles, { tools: [weather.tool()] });
  await asked.untilEvent('failed');
  expect(asked.all('tool-call')).toHaveLength(10);
  expect(asked.all('failed')).toEqual([{ kind: 'failed', code: 'PROVIDER_ERROR' }]);
});
