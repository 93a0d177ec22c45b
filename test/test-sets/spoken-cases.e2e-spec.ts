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
    [{ spoken: { provider: 'nobody' }, turns: [{ say: 'Hi', expect: [] }] }, 'no voice of the account'],
    [
      { spoken: { provider: 'openai', voiceId: 'rms' }, turns: [{ say: 'Hi', expect: [] }] },
      '/spoken/voiceId is of the built-in voices',
    ],
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
