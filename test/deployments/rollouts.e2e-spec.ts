import { sharedApp } from '../support/app.js';
import { until } from '../support/until.js';
import { HALF, RollingOut } from './rolling-out.js';

describe('rollouts', () => {
  let rolling: RollingOut;

  beforeAll(async () => {
    rolling = await RollingOut.on(sharedApp());
  });
  afterAll(() => rolling?.service.close());
  beforeEach(() => rolling.newAgent());

  it('are bypassed by calls that request a specific version', async () => {
    const variants = { short: { overrides: { greeting: 'In short.' } } };
    const { old, fresh } = await rolling.begin({ steps: [{ share: 40, calls: 5 }] }, { variants });
    const pinned = await rolling.call('GET', rolling.deployments(fresh.id), { key: rolling.key });
    const override = {
      artifactVersion: pinned.body.deployment.artifactVersion,
      lambdaDeploymentVersion: pinned.body.deployment.metadata.lambda_deployment_version,
    };
    const callers = Array.from({ length: 10 }, (_, index) => `caller ${index}`);
    const given = async (more: object = {}) => {
      const all = await rolling.admitAll(callers, more);
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
    // Token lookups are cached for half a second.
    const isKnown = async () => (await rolling.admit('caller')).variantId === 'short';
    await until('the variant of the connector is known', isKnown, 30_000);
    expect(await given()).toEqual(['In short.', old.id]);
    // The interface's format shows the version of most callers, with the new one beside it.
    expect(await rolling.activeInLive()).toMatchObject({
      id: old.id,
      metadata: { rollout_share: 40, rollout_deployment_id: fresh.id },
    });
  });

  it('yield to a manual deployment, which gets all calls', async () => {
    const { old, fresh } = await rolling.begin();
    const hotfix = await rolling.publishGreeting('Hotfix.');
    expect((await rolling.admit('anybody')).deploymentId).toBe(hotfix.id);
    await until('it is superseded', async () => (await rolling.stateOf(fresh.id)) === 'superseded');
    expect((await rolling.call('GET', rolling.deployments(old.id), { key: rolling.key })).status).toBe(200);
    expect((await rolling.activeInLive()).id).toBe(hotfix.id);
  });

  it('compare a follow-up rollout with the version most callers had', async () => {
    const { old } = await rolling.begin({ steps: [{ share: 10, calls: 5 }] });
    const next = await rolling.publishGreeting('Newer.', { rollout: HALF });
    expect(await rolling.rolloutOf(next.id)).toMatchObject({ state: 'running', baseDeploymentId: old.id });
  });
});
