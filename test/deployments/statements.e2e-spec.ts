import type { RolloutDriver } from '../../src/deployments/rollouts/rollout-driver.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { countStatements } from '../support/count-statements.js';
import { beginExperiment } from './experimenting.js';
import { GatedService } from './gated.js';
import { CALLERS, HALF, RollingOut } from './rolling-out.js';

const APPROVED = { approvals: { people: 1 } };

describe('database statements', () => {
  let service: TestApp;
  let rolling: RollingOut;
  let gated: GatedService;

  beforeAll(async () => {
    service = await createTestApp({
      overrides: { quotas: { requests: 0 }, deployments: { experimentLookMs: 600_000 } },
    });
    // The background loop would query rollouts too.
    await service.provider<RolloutDriver>('RolloutDriver').onModuleDestroy();
    rolling = await RollingOut.on(service);
    gated = await GatedService.on(service);
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    await rolling.newAgent();
    await gated.newAgent();
  });

  it('run once for the version of an offer, with or without a rollout', async () => {
    const old = await rolling.publishGreeting('Old.');
    await rolling.admit('first');
    const statementsOf = async (caller: string) => {
      let deploymentId: string | undefined;
      const count = await countStatements(
        service,
        /\b(active_)?deployments\b|\brollouts\b|\bagent_contents\b/,
        async () => ({ deploymentId } = await rolling.admit(caller)),
      );
      return { deploymentId, count };
    };
    expect(await statementsOf('anybody')).toEqual({ deploymentId: old.id, count: 1 });
    const fresh = await rolling.publishGreeting('New.', { rollout: HALF });
    const callers = CALLERS.slice(0, 30);
    // Published content is read once, by the first call that uses it.
    for (const caller of callers) await rolling.admit(caller);
    const seen = new Set<string | undefined>();
    for (const caller of callers) {
      const { deploymentId, count } = await statementsOf(caller);
      expect(count).toBe(1);
      seen.add(deploymentId);
    }
    expect(seen).toEqual(new Set([old.id, fresh.id]));
  });

  it('run as often for updates of five idle rollouts as for one', async () => {
    const look = () => service.provider<RolloutDriver>('RolloutDriver').run();
    const tables = /\b(rollouts?|active_deployments)\b/;
    const beginRollout = async () => {
      await rolling.newAgent();
      await rolling.publishGreeting('Old.');
      await rolling.publishGreeting('New.', { rollout: HALF });
    };
    await beginRollout();
    await look();
    const forOne = await countStatements(service, tables, look);
    for (let more = 0; more < 4; more += 1) await beginRollout();
    await look();
    expect(await countStatements(service, tables, look)).toBe(forOne);
  });

  it('run once for the version of an offer with an experiment', async () => {
    await beginExperiment(rolling);
    const callers = CALLERS.slice(0, 30);
    const admitAll = async () => {
      for (const caller of callers) await rolling.admit(caller);
    };
    await admitAll();
    const pattern = /\b(active_)?deployments\b|\bexperiments\b|\bagent_contents\b/;
    expect(await countStatements(service, pattern, admitAll)).toBe(callers.length);
  });

  it('run once for a publish to an environment without gates', async () => {
    await gated.setGates(APPROVED, 'pre-release');
    await gated.publish('live');
    const pattern = /\b(active_)?deployments\b|deployment_gates|deployment_approvals|drafts/;
    expect(await countStatements(service, pattern, () => gated.publish('live'))).toBe(1);
  });

  it('run at most once a second for publish warnings', async () => {
    await gated.publish('live');
    const beganMs = performance.now();
    const count = await countStatements(service, /account_providers|agent_contents|test_sets/, async () => {
      for (let i = 0; i < 20; i++) await gated.publish('live');
    });
    const looks = 1 + Math.ceil((performance.now() - beganMs) / 1_000);
    // Each publish writes its content and queries test sets in one statement.
    expect(count).toBeGreaterThanOrEqual(20);
    expect(count).toBeLessThanOrEqual(20 + looks);
  });
});
