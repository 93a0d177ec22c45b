import { SileroDetector } from '../../src/engines/built-in/index.js';
import type { AgentTool } from '../../src/agent-document/index.js';
import { type VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { OpenAiStandIn, type Brain } from '../stand-ins/index.js';
import { isObject } from '../stand-ins/json.js';
import { cascadeAdapter, openAiEntries } from './support/adapters.js';
import { TestCall } from './support/test-call.js';
import { callingTool, WeatherService } from './support/weather-service.js';

let detector: VoiceActivityDetector;

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
});

useVirtualTime();

afterAll(() => detector.close());

/** A caller says something, and the model calls a tool before it answers. */
async function ask(brain: Brain, toolOf: (weather: WeatherService) => AgentTool) {
  const weather = keep(await WeatherService.start());
  const standIn = keep(await OpenAiStandIn.start({ brain }));
  const adapter = await cascadeAdapter(detector, openAiEntries({ openai: standIn }));
  const tool = toolOf(weather);
  const asked = keep(await TestCall.open(adapter, { tools: [tool] }, 'traditional'));
  await asked.say('Hello?');
  /** The bodies with which the model was asked. */
  const chats = () => standIn.requests.flatMap(({ path, body }) => (path.includes('chat') ? [body] : []));
  return { asked, weather, tool, chats };
}

it('calls an HTTP tool with its secret, and the agent speaks the answer', async () => {
  const brain = callingTool('get_weather', '{"city":"Bern"}');
  const { asked, weather, tool, chats } = await ask(brain, (service) => service.tool());
  await asked.untilAgentSaid(1);
  expect(asked.words('agent')).toEqual(['It says sunny']);
  expect(weather.requests).toEqual([
    {
      headers: expect.objectContaining({
        authorization: 'Bearer sunny-secret',
        'idempotency-key': asked.all('tool-call')[0]?.callId,
      }),
      body: '{"city":"Bern"}',
    },
  ]);
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
  const [first, second] = chats();
  const { name, description, parameters } = tool;
  expect(first).toMatchObject({ tools: [{ type: 'function', function: { name, description, parameters } }] });
  const messages: unknown = isObject(second) ? second['messages'] : undefined;
  expect(messages).toEqual([
    { role: 'user', content: 'hello' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: expect.any(String), type: 'function', function: { name, arguments: '{"city":"Bern"}' } },
      ],
    },
    { role: 'tool', tool_call_id: expect.any(String), content: 'sunny' },
  ]);
  expect(JSON.stringify(chats())).not.toContain('sunny-secret');
});

it.each([
  ['arguments that do not fit', '{"town":1}', 'TOOL_ARGUMENTS_INVALID', 'error', '/now'],
  ['arguments that are no JSON', 'Bern', 'TOOL_ARGUMENTS_INVALID', 'error', '/now'],
  ['an endpoint that fails', '{"city":"Bern"}', 'TOOL_REFUSED', 'error', '/broken'],
  ['an endpoint that does not answer', '{"city":"Bern"}', 'TOOL_TIMEOUT', 'timeout', '/slow'],
])(
  'counts %s as a fault of the function, tells the model, and the conversation goes on',
  async (_what, text, code, outcome, path) => {
    const brain = callingTool('get_weather', text);
    const { asked, weather } = await ask(brain, (service) => service.tool(path));
    await asked.untilAgentSaid(1);
    expect(asked.words('agent')[0]).toMatch(/^It says The/);
    expect(asked.all('fault')).toEqual([{ kind: 'fault', source: 'function', code }]);
    expect(asked.all('tool-call')[0]).toMatchObject({ outcome });
    expect(asked.all('failed')).toEqual([]);
    expect(weather.requests).toHaveLength(path === '/now' ? 0 : 1);
  },
);

it('never sends a request whose secret is missing', async () => {
  const brain = callingTool('get_weather', '{"city":"Bern"}');
  const { asked, weather } = await ask(brain, (service) => service.tool('/now', 'NOBODY_KNOWS'));
  await asked.untilAgentSaid(1);
  expect(asked.all('fault')).toEqual([{ kind: 'fault', source: 'function', code: 'TOOL_SECRET_MISSING' }]);
  expect(weather.requests).toEqual([]);
});

it('stops a model that calls tools in circles', async () => {
  const inCircles: Brain = () => ({ kind: 'call', name: 'get_weather', arguments: '{"city":"Bern"}' });
  const { asked } = await ask(inCircles, (service) => service.tool());
  await asked.untilEvent('failed');
  expect(asked.all('tool-call')).toHaveLength(10);
  expect(asked.all('failed')).toEqual([{ kind: 'failed', code: 'PROVIDER_ERROR' }]);
});
