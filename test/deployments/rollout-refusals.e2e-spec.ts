import { sharedApp } from '../support/app.js';
import { HALF, RollingOut } from './rolling-out.js';

describe('rollouts', () => {
  let rolling: RollingOut;

  beforeAll(async () => {
    rolling = await RollingOut.on(sharedApp());
  });
  afterAll(() => rolling?.service.close());
  beforeEach(() => rolling.newAgent());

  it('are private to their account and environment', async () => {
    const { rollout } = await rolling.begin();
    const stranger = await rolling.service.createKey(await rolling.service.createAccount());
    expect((await rolling.steer(rollout.rolloutId, 'abort', stranger)).status).toBe(404);
    const limited = await rolling.service.createKey(rolling.account, { environments: ['sandbox'] });
    expect((await rolling.steer(rollout.rolloutId, 'abort', limited)).status).toBe(403);
    expect(await rolling.stateOf(rollout.deploymentId)).toBe('running');
  });

  it("are rejected and leave nothing for an environment's first deployment", async () => {
    const answer = await rolling.publish({ rollout: HALF });
    expect([answer.status, answer.body.error_code]).toEqual([409, 'ROLLOUTS_NOTHING_TO_COMPARE']);
    expect(await rolling.activeInLive()).toBeNull();
  });

  it.each([
    [{ steps: [] }, 'rollout.steps'],
    [{ steps: [{ share: 120, calls: 5 }] }, 'share'],
    [
      {
        steps: [
          { share: 50, calls: 5 },
          { share: 20, calls: 5 },
        ],
      },
      'rollout.steps[1].share must be above the 50',
    ],
    [{ steps: [{ share: 5 }] }, 'rollout.steps[0] must say how long it lasts'],
    [
      {
        steps: [
          { share: 5, calls: 5 },
          { share: 100, calls: 5 },
        ],
      },
      'rollout.steps[1] is the end',
    ],
    [{ steps: [{ share: 100 }] }, 'rollout.steps[0].share is 100, which leaves no calls to compare with'],
    [
      { steps: [{ share: 5, minutes: 0 }] },
      'rollout.steps[0].minutes is 0, which leaves its guards no calls',
    ],
    [{ ...HALF, guards: [{ metric: 'luck' }] }, 'metric'],
    [
      { ...HALF, guards: [{ metric: 'crashes', samplePercent: 20 }] },
      'rollout.guards[0].samplePercent is for failures',
    ],
    [
      { ...HALF, guards: [{ metric: 'failures', samplePercent: 0 }] },
      'samplePercent must not be less than 0.1',
    ],
    [{ ...HALF, guards: [{ metric: 'response_time', maximumPercent: 5 }] }, 'response_time is a time'],
    [{ ...HALF, guards: [{ metric: 'crashes' }, { metric: 'crashes' }] }, 'names crashes more than once'],
    [{ ...HALF, guards: [{ metric: 'crashes', maximumP95Ms: 900 }] }, 'crashes is no time'],
  ])('are rejected when contradictory: %j', async (rollout, words) => {
    const answer = await rolling.publish({ rollout });
    expect([answer.status, answer.body.error_code]).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
    expect(answer.body.error_message).toContain(words);
  });

  it('are rejected and leave nothing when they watch success without a definition of it', async () => {
    const old = await rolling.publishGreeting('Old.');
    const rollout = { ...HALF, guards: [{ metric: 'failures' }] };
    const refused = async () => {
      const answer = await rolling.publish({ rollout });
      expect([answer.status, answer.body.error_code]).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
      expect((await rolling.activeInLive()).id).toBe(old.id);
      return answer.body.error_message;
    };
    expect(await refused()).toContain('rollout.guards[0].metric is failures, but the document has no');
    await rolling.write('New.', { analysis: { success: 'The caller has a table.' } });
    // Calls of a single version have nothing to compare with.
    expect(await refused()).toContain('but the document of the version before it has no analysis.success');
  });
});
