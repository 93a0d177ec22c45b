import { SpokenService } from './spoken-service.js';

describe('cases run as calls', () => {
  let spoken: SpokenService;

  beforeAll(async () => {
    spoken = await SpokenService.start(1);
  });
  afterAll(() => spoken?.close());

  it('fail when an expectation is missed, and report the measurement', async () => {
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
  });
});
