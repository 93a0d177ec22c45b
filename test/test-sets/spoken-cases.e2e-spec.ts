import { RealtimeStandIn, scriptedEars } from '../stand-ins/index.js';
import { SpokenService } from './spoken-service.js';

describe('cases that are held as calls', () => {
  let spoken: SpokenService;

  beforeAll(async () => {
    spoken = await SpokenService.start(1);
  });
  afterAll(() => spoken?.close());

  it('fail where the agent does not do what is expected, and say what was measured', async () => {
    const turns = [
      { expect: [{ kind: 'spoke-at-most', ms: 500 }] },
      {
        say: 'When are you open?',
        expect: [
          { kind: 'answered-within', ms: 1 },
          { kind: 'yielded-within', ms: 2_000 },
        ],
      },
    ];
    const { state, results } = await spoken.run([{ name: 'Too much', spoken: {}, turns }], 60_000);
    expect(state).toBe('failed');
    const checks = results[0].turns.flatMap((turn: { checks: unknown[] }) => turn.checks);
    expect(checks).toEqual([
      { kind: 'spoke-at-most', outcome: 'failed', detail: expect.stringMatching(/^For \d+ ms\.$/) },
      { kind: 'answered-within', outcome: 'failed', detail: expect.stringMatching(/^After \d+ ms\.$/) },
      { kind: 'yielded-within', outcome: 'failed', detail: 'The agent was not interrupted.' },
    ]);
  }, 120_000);

  it.each([
    [{ turns: [{ say: 'Hi', interruptAfterMs: 5, expect: [] }] }, '/turns/0 has a field of spoken cases'],
    [
      { turns: [{ say: 'Hi', expect: [{ kind: 'did-not-stop' }] }] },
      '/turns/0 expects did-not-stop, which is for spoken cases',
    ],
    [
      { spoken: {}, turns: [{ say: 'Hi', sound: 'cough', expect: [] }] },
      '/turns/0 must have one of say, sound, silenceMs and keys',
    ],
    [{ spoken: { voiceId: 'nobody' }, turns: [{ say: 'Hi', expect: [] }] }, '/spoken/voiceId'],
  ])('that contradict themselves are refused: %j', async (testCase, words) => {
    const body = { name: 'Set', cases: [{ name: 'Case', ...testCase }] };
    const answer = await spoken.call('POST', `/v1/agents/${spoken.agentId}/test-sets`, {
      key: spoken.key,
      body,
    });
    expect([answer.status, answer.body.error_code]).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
    expect(answer.body.error_message).toContain(words);
  });
});

it('holds cases as calls with agents of one model for all, whose tools the case answers', async () => {
  const standIn = await RealtimeStandIn.start({ ears: scriptedEars('Please check stock'), pace: 4 });
  const tool = {
    name: 'check_stock',
    description: 'Counts.',
    http: { method: 'POST' as const, url: 'http://127.0.0.1:9/' },
  };
  const document = { schemaVersion: 1 as const, greeting: 'Hello.', prompt: 'You count.', tools: [tool] };
  const spoken = await SpokenService.start(1, { REALTIME_URL: standIn.url }, document);
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
    const cases = [
      { name: 'Counts', spoken: { voiceId: 'rms' }, turns, toolAnswers: { check_stock: 'seven boxes' } },
    ];
    const { state, results } = await spoken.run(cases, 60_000);
    expect([state, results[0].turns]).toEqual(['passed', expect.anything()]);
  } finally {
    await spoken.close();
    await standIn.close();
  }
}, 120_000);
