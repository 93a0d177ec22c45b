import { SileroDetector } from '../../src/engines/local/index.js';
import type { AgentTool } from '../../src/agent-document/index.js';
import { type VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { atOnce, atOnceOf, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { type Brain, OpenAiStandIn } from '../stand-ins/index.js';
import { isObject } from '../stand-ins/json.js';
import { cascadeAdapter, openAiEntries } from './support/adapters.js';
import { callThrough } from './support/engines.js';
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

const startWeather = async () => keep(await WeatherService.start());

for (const engine of ['cascade', 'realtime'] as const) {
  const it = atOnceOf(`through ${engine}, an agent`);

  /** The model calls a tool before answering or greeting. */
  async function ask(brain: Brain, toolOf: (weather: WeatherService) => AgentTool) {
    const weather = await startWeather();
    const agent = { tools: [toolOf(weather)], ...(engine === 'realtime' && { greeting: 'Hello.' }) };
    const asked = await callThrough(engine, detector, { brain }, agent);
    if (engine === 'cascade') await asked.say('Hello?');
    return { asked, weather };
  }

  it('calls an HTTP tool with its secret and speaks the answer', async () => {
    const brain = callingTool('get_weather', '{"city":"Bern"}');
    const { asked, weather } = await ask(brain, (service) => service.tool());
    await asked.untilAgentSaid(1);
    expect(asked.words('agent')).toEqual(['It says sunny']);
    const headers = {
      authorization: 'Bearer sunny-secret',
      'idempotency-key': asked.all('tool-call')[0]?.callId,
    };
    expect(weather.requests).toEqual([
      { headers: expect.objectContaining(headers), body: '{"city":"Bern"}' },
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
  });

  it.each([
    ['arguments that do not fit', '{"town":1}', 'TOOL_ARGUMENTS_INVALID', 'error', '/now'],
    ['arguments that are no JSON', 'Bern', 'TOOL_ARGUMENTS_INVALID', 'error', '/now'],
    ['an endpoint that fails', '{"city":"Bern"}', 'TOOL_REFUSED', 'error', '/broken'],
    ['an endpoint that does not answer', '{"city":"Bern"}', 'TOOL_TIMEOUT', 'timeout', '/slow'],
  ])(
    'counts %s as a function fault, informs the model and continues',
    async (_what, text, code, outcome, path) => {
      const { asked, weather } = await ask(callingTool('get_weather', text), (service) => service.tool(path));
      await asked.untilAgentSaid(1);
      expect(asked.words('agent')[0]).toMatch(/^It says The/);
      expect(asked.all('fault')).toEqual([{ kind: 'fault', source: 'function', code }]);
      expect(asked.all('tool-call')[0]).toMatchObject({ outcome });
      expect(asked.all('failed')).toEqual([]);
      expect(weather.requests).toHaveLength(path === '/now' ? 0 : 1);
    },
  );

  it('never sends a request with a missing secret', async () => {
    const brain = callingTool('get_weather', '{"city":"Bern"}');
    const { asked, weather } = await ask(brain, (service) => service.tool('/now', 'NOBODY_KNOWS'));
    await asked.untilAgentSaid(1);
    expect(asked.all('fault')).toEqual([{ kind: 'fault', source: 'function', code: 'TOOL_SECRET_MISSING' }]);
    expect(weather.requests).toEqual([]);
  });

  it('is stopped when its model loops over tool calls', async () => {
    const inCircles: Brain = () => ({ kind: 'call', name: 'get_weather', arguments: '{"city":"Bern"}' });
    const { asked } = await ask(inCircles, (service) => service.tool());
    await asked.untilEvent('failed');
    expect(asked.all('tool-call')).toHaveLength(10);
    expect(asked.all('failed')).toEqual([{ kind: 'failed', code: 'PROVIDER_ERROR' }]);
  });
}

atOnce('a chat model gets the tool and its result, and no secret', async () => {
  const brain = callingTool('get_weather', '{"city":"Bern"}');
  const standIn = keep(await OpenAiStandIn.start({ brain }));
  const tool = (await startWeather()).tool();
  const adapter = await cascadeAdapter(detector, openAiEntries({ openai: standIn }));
  const call = keep(await TestCall.open(adapter, { tools: [tool] }, 'traditional'));
  await call.say('Hello?');
  await call.untilAgentSaid(1);
  const chats = standIn.requests.flatMap(({ path, body }) => (path.includes('chat') ? [body] : []));
  const [first, second] = chats;
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
  expect(JSON.stringify(chats)).not.toContain('sunny-secret');
});

atOnce('a speech-to-speech model hangs up on request', async () => {
  const brain = callingTool('hang_up', '{"reason":"done"}');
  const call = await callThrough(
    'realtime',
    detector,
    { brain },
    { greeting: 'Hello.', builtInTools: ['hang_up'] },
  );
  await call.untilEvent('hang-up');
  expect(call.all('hang-up')).toEqual([{ kind: 'hang-up', reason: 'done' }]);
});
