import { RolloutLoop } from '../../src/deployments/rollouts/rollout-loop.js';
import { StatementCount } from '../support/statements.js';
import { until } from '../support/until.js';
import { HALF, RollingOut } from './rolling-out.js';

/** Two instances over one database: what one decides holds for the other. */
describe('rollouts', () => {
  let rolling: RollingOut;

  beforeAll(async () => {
    rolling = await RollingOut.start(2);
  });
  afterAll(() => rolling?.close());
  beforeEach(() => rolling.newAgent());

  it('share calls out by the share, give a caller the same version on every instance, and mark the record', async () => {
    const { old, fresh, rollout } = await rolling.begin();
    const callers = Array.from({ length: 200 }, (_, index) => `+4420794${index}`);
    const first = await Promise.all(callers.map((caller) => rolling.admit(caller)));
    const canary = first.filter(({ deploymentId }) => deploymentId === fresh.id);
    // Four standard deviations of a coin that is thrown 200 times.
    expect(Math.abs(canary.length - 100)).toBeLessThanOrEqual(29);
    expect(first.every(({ deploymentId }) => [old.id, fresh.id].includes(deploymentId ?? ''))).toBe(true);
    expect(first.every((one) => one.rollout?.id === rollout.rolloutId && one.rollout?.share === 50)).toBe(
      true,
    );
    expect(canary.every(({ agent }) => agent.greeting === 'New.')).toBe(true);
    const again = await Promise.all(callers.map((caller) => rolling.admit(caller, {}, rolling.neighbour)));
    expect(again.map(({ deploymentId }) => deploymentId)).toEqual(
      first.map(({ deploymentId }) => deploymentId),
    );
  });

  it('are gone past by what asks for something particular', async () => {
    const variants = { short: { overrides: { greeting: 'In short.' } } };
    const { old, fresh } = await rolling.begin({ steps: [{ share: 40, calls: 5 }] }, { variants });
    const pinned = await rolling.call('GET', rolling.deployments(fresh.id), { key: rolling.key });
    const override = {
      artifactVersion: pinned.body.deployment.artifactVersion,
      lambdaDeploymentVersion: pinned.body.deployment.metadata.lambda_deployment_version,
    };
    const callers = Array.from({ length: 10 }, (_, index) => `caller ${index}`);
    const given = async (more: object = {}) => {
      const all = await Promise.all(callers.map((caller) => rolling.admit(caller, more)));
      expect(all.filter(({ rollout }) => rollout)).toEqual([]);
      return [
        ...new Set(all.map(({ agent }) => agent.greeting)),
        ...new Set(all.map((one) => one.deploymentId)),
      ];
    };
    expect(await given({ agentVersionOverride: override })).toEqual(['New.', undefined]);
    expect(await given({ variantId: 'short' })).toEqual(['In short.', old.id]);
    const { agentId } = rolling;
    await rolling.service.prisma.connector.updateMany({ where: { agentId }, data: { variantId: 'short' } });
    // What is known of a token is kept for API_KEY_CACHE_TTL_MS.
    const isKnown = async () => (await rolling.admit('caller')).variantId === 'short';
    await until('the variant of the connector is known', isKnown, 15_000);
    expect(await given()).toEqual(['In short.', old.id]);
    // The interface's shape shows what most callers have, and what is new beside it.
    expect(await rolling.activeInLive()).toMatchObject({
      id: old.id,
      metadata: { rollout_share: 40, rollout_deployment_id: fresh.id },
    });
  });

  it('make way for a deployment by hand, which gets all calls', async () => {
    const { old, fresh } = await rolling.begin();
    const hotfix = await rolling.publishGreeting('Hotfix.');
    expect((await rolling.admit('anybody')).deploymentId).toBe(hotfix.id);
    await until('it is superseded', async () => (await rolling.stateOf(fresh.id)) === 'superseded', 5_000);
    expect((await rolling.call('GET', rolling.deployments(old.id), { key: rolling.key })).status).toBe(200);
    expect((await rolling.activeInLive()).id).toBe(hotfix.id);
  });

  it('compare a rollout that follows a rollout with the version that most callers had', async () => {
    const { old } = await rolling.begin({ steps: [{ share: 10, calls: 5 }] });
    const next = await rolling.publishGreeting('Newer.', { rollout: HALF });
    expect(await rolling.rolloutOf(next.id)).toMatchObject({ state: 'running', baseDeploymentId: old.id });
  });

  it('cost an offer nothing: its version is one statement, with a rollout and without', async () => {
    // What looks at rollouts in the background asks for them, too.
    for (const { app } of [rolling.service, rolling.neighbour])
      await app.get(RolloutLoop, { strict: false }).onModuleDestroy();
    const old = await rolling.publishGreeting('Old.');
    await rolling.admit('first');
    const statementsOf = async (caller: string) => {
      const counting = StatementCount.of(/\b(active_)?deployments\b|\brollouts\b|\bagent_contents\b/);
      try {
        const { deploymentId } = await rolling.admit(caller);
        return { deploymentId, count: counting.count };
      } finally {
        counting.stop();
      }
    };
    expect(await statementsOf('anybody')).toEqual({ deploymentId: old.id, count: 1 });
    const fresh = await rolling.publishGreeting('New.', { rollout: HALF });
    const callers = Array.from({ length: 30 }, (_, index) => `caller ${index}`);
    // Published content is read once, with the first call that gets it.
    for (const caller of callers) await rolling.admit(caller);
    const seen = new Set<string | undefined>();
    for (const caller of callers) {
      const { deploymentId, count } = await statementsOf(caller);
      expect(count).toBe(1);
      seen.add(deploymentId);
    }
    expect(seen).toEqual(new Set([old.id, fresh.id]));
  });
});
