import { type Brain, OpenAiStandIn, RealtimeStandIn, scriptedEars } from '../stand-ins/index.js';
import { SpokenService } from './spoken-service.js';

/** Plays a caller who asks until it knows the number of boxes, and judges the answer. */
const worldly: Brain = ({ instructions, history }) => {
  const say = (answer: object) => ({ kind: 'say' as const, text: JSON.stringify(answer) });
  const asked = history.at(-1);
  const knowsIt = asked?.role === 'user' && asked.text.includes('seven boxes');
  if (instructions.includes('You play a caller'))
    return knowsIt
      ? say({ say: 'Thank you.', then: 'has-it' })
      : say({ say: 'Please check stock.', then: 'go-on' });
  const verdict = knowsIt ? 'pass' : 'fail';
  return say({ findings: [{ criterion: 0, verdict, reason: 'It was said.', turns: [1] }] });
};

it("calls end-to-end agents with simulated callers and an account's voice, answering tools from the case", async () => {
  const standIn = await RealtimeStandIn.start({ ears: scriptedEars('Please check stock'), pace: 4 });
  const voices = await OpenAiStandIn.start({ brain: worldly });
  const tool = {
    name: 'check_stock',
    description: 'Counts.',
    http: { method: 'POST' as const, url: 'http://127.0.0.1:9/' },
  };
  const document = { schemaVersion: 1 as const, greeting: 'Hello.', prompt: 'You count.', tools: [tool] };
  const spoken = await SpokenService.start(
    2,
    { REALTIME_URL: standIn.url, TTS_URL: voices.url, TTS_MODEL: 'm', LLM_URL: voices.url, LLM_MODEL: 'm' },
    document,
  );
  try {
    const turns = [
      {
        say: 'Please check stock',
        expect: [
          { kind: 'tool-called', name: 'check_stock' },
          { kind: 'contains', text: 'seven boxes' },
          { kind: 'answered-within', ms: 10_000 },
        ],
      },
    ];
    const toolAnswers = { check_stock: 'seven boxes' };
    const simulated = {
      ...{ persona: 'bad-line', goal: 'How many boxes there are', success: 'The caller knows it.', runs: 1 },
      metrics: [{ kind: 'measured', measure: 'slowestAnswerMs', atMost: 10_000 }],
    };
    const cases = [
      {
        name: 'Counts',
        spoken: { provider: 'openai', providerVoiceId: 'nova' },
        turns,
        toolAnswers,
      },
      { name: 'Asks until it knows', spoken: {}, simulated, turns: [], toolAnswers },
    ];
    const { state, results } = await spoken.run(cases, 60_000);
    expect(state === 'passed' || results).toBe(true);
    const heard = results.find(({ name }: { name: string }) => name === 'Asks until it knows');
    expect(heard.simulation.runs[0]).toMatchObject({ end: 'has-it', passed: true, success: { turns: [1] } });
    const said = voices.requests.filter(({ path }) => path === '/v1/audio/speech').map(({ body }) => body);
    expect(said).toMatchObject([{ input: 'Please check stock', voice: 'nova' }]);
  } finally {
    await spoken.close();
    await standIn.close();
    await voices.close();
  }
}, 120_000);
