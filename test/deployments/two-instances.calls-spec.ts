import type { RolloutDriver } from '../../src/deployments/rollouts/rollout-driver.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';
import { beginExperiment } from './experimenting.js';
import { GATED, GatedService } from './gated.js';
import { CALLERS, HALF, RollingOut } from './rolling-out.js';

const OPTIONS = {
  ...GATED,
  overrides: {
    ...GATED.overrides,
    deployments: { rolloutLookMs: 100, experimentLookMs: 100, gatesLookMs: 100 },
  },
};
const APPROVED = { approvals: { people: 1 } };

describe('two instances on one database', () => {
  let service: TestApp;
  let neighbour: TestApp;
  let rolling: RollingOut;

  beforeAll(async () => {
    service = await createTestApp(OPTIONS);
    neighbour = await createTestApp({ ...OPTIONS, databaseUrl: service.databaseUrl });
    rolling = await RollingOut.on(service);
  });
  afterAll(async () => {
    await neighbour?.close();
    await service?.close();
  });
  beforeEach(() => rolling.newAgent());

  it('give a caller the same rollout version, follow its share and mark the record', async () => {
    const { old, fresh, rollout } = await rolling.begin();
    const first = await rolling.admitAll(CALLERS);
    const canary = first.filter(({ deploymentId }) => deploymentId === fresh.id);
    // Four standard deviations of 100 coin flips.
    expect(Math.abs(canary.length - 50)).toBeLessThanOrEqual(20);
    expect(first.every(({ deploymentId }) => [old.id, fresh.id].includes(deploymentId ?? ''))).toBe(true);
    expect(first.every((one) => one.rollout?.id === rollout.rolloutId && one.rollout?.share === 50)).toBe(
      true,
    );
    expect(canary.every(({ agent }) => agent.greeting === 'New.')).toBe(true);
    const again = await rolling.admitAll(CALLERS, {}, neighbour);
    expect(again.map(({ deploymentId }) => deploymentId)).toEqual(
      first.map(({ deploymentId }) => deploymentId),
    );
  });

  it('roll back a version once and give it to no new caller', async () => {
    const { accountId } = rolling.account;
    // Nothing listens there.
    const endpoint = { name: 'hook', url: 'http://127.0.0.1:9/', event_types: ['deployment.rolled_back'] };
    await rolling.call('POST', '/v1/webhook-endpoints', { key: rolling.key, body: endpoint });
    const { fresh, rollout } = await rolling.begin({
      ...HALF,
      guards: [{ metric: 'tool_errors', maximumPercent: 10 }],
    });
    await rolling.record(rollout, fresh.id, Array(20).fill(true));
    await until('it is taken back', async () => (await rolling.stateOf(fresh.id)) === 'rolled_back');
    for (const { provider } of [service, neighbour]) await provider<RolloutDriver>('RolloutDriver').run();
    const { agentId } = rolling;
    expect(await service.prisma.deployment.count({ where: { agentId } })).toBe(3);
    const where = { accountId, type: 'deployment.rolled_back' };
    expect(await service.prisma.webhookEvent.count({ where })).toBe(1);
    const later = await rolling.admitAll(CALLERS.slice(0, 5), {}, neighbour);
    expect(later.map(({ agent }) => agent.greeting)).toEqual(Array(5).fill('Old.'));
  });

  it('analyse the same sample of calls for a rollout that watches success', async () => {
    const analysis = { summary: true, success: 'The caller has a table.' };
    const guards = [{ metric: 'failures', samplePercent: 30 }];
    await rolling.publishGreeting('Old.', {}, { analysis });
    await rolling.publishGreeting('New.', { rollout: { ...HALF, guards } }, { analysis });
    const sessions = Array.from({ length: 400 }, (_, index) => `sess_${index}`);
    const asked = await rolling.analyses(sessions);
    const judged = asked.filter((one) => one && 'success' in one).length;
    // Four standard deviations.
    expect(Math.abs(judged - 120)).toBeLessThanOrEqual(37);
    expect(asked.every((one) => one && 'summary' in one)).toBe(true);
    expect(await rolling.analyses(sessions, neighbour)).toEqual(asked);
  });

  it('give a caller the same weighted experiment arm and record it', async () => {
    const { old, fresh, experiment } = await beginExperiment(rolling);
    const first = await rolling.admitAll(CALLERS);
    const armOf = (admission: (typeof first)[number]) => admission.experiment?.arm ?? '';
    const counts = ['new', 'short', 'old'].map((arm) => first.filter((one) => armOf(one) === arm).length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(100);
    // Four standard deviations of 100 draws.
    for (const [index, share] of [0.5, 0.3, 0.2].entries())
      expect(Math.abs((counts[index] ?? 0) - 100 * share)).toBeLessThan(
        4 * Math.sqrt(100 * share * (1 - share)),
      );
    for (const admission of first) {
      const { agent, deploymentId, variantId } = admission;
      const expected = {
        new: ['New.', fresh.id, undefined],
        short: ['New. In short.', fresh.id, 'short'],
        old: ['Old.', old.id, undefined],
      }[armOf(admission)];
      expect([agent.greeting, deploymentId, variantId]).toEqual(expected);
      expect(admission.experiment?.id).toBe(experiment.experimentId);
    }
    const again = await rolling.admitAll(CALLERS, {}, neighbour);
    expect(again.map(armOf)).toEqual(first.map(armOf));
  });

  describe('gates under concurrency', () => {
    let gated: GatedService;
    let other: GatedService;

    beforeAll(async () => {
      gated = await GatedService.on(service);
      other = await GatedService.on(neighbour);
    });
    beforeEach(async () => {
      await gated.newAgent();
      const { account, ada, grace, agentId } = gated;
      Object.assign(other, { account, ada, grace, agentId });
    });

    it('block every deployment made after the rules change', async () => {
      const publishes = Array.from({ length: 30 }, (_, index) =>
        (index % 2 === 0 ? gated : other).publish('live'),
      );
      const changed = gated.setGates(APPROVED);
      const answers = await Promise.all([...publishes, changed.then(() => other.publish('live'))]);
      expect(answers.at(-1)?.status).toBe(409);
      expect(answers.every(({ status }) => [201, 409].includes(status))).toBe(true);
      const { updatedAt } = (await changed).body;
      const made = await gated.history();
      expect(made).toHaveLength(answers.filter(({ status }) => status === 201).length);
      for (const { createdAt } of made) expect(createdAt <= updatedAt).toBe(true);
    });

    it('pass a version only after its test, while another person promotes', async () => {
      const testSetId = await gated.newTestSet();
      await gated.setGates({ tests: [{ testSetId, passes: 1, of: 1 }] });
      await gated.write();
      const { body: sandbox } = await gated.publish('sandbox');
      const asked = await gated.promote(sandbox.deployment.id, { wait: true });
      expect(asked.status).toBe(202);
      const statuses: number[] = [];
      await until('a promotion succeeds', async () => {
        const answers = await Promise.all(
          [gated, other].map((one) => one.promote(sandbox.deployment.id, {}, one.grace)),
        );
        statuses.push(...answers.map(({ status }) => status));
        return statuses.includes(200);
      });
      expect(statuses.every((status) => [200, 409].includes(status))).toBe(true);
      const { pendingDeploymentId } = asked.body.pendingDeployment;
      await until(
        'it waits no more',
        async () => (await gated.pending(pendingDeploymentId)).state !== 'waiting',
      );
      const { state } = await gated.pending(pendingDeploymentId);
      const [run] = await gated.service.prisma.testRun.findMany({ where: { testSetId } });
      const made = await gated.history();
      expect(made).toHaveLength(
        statuses.filter((status) => status === 200).length + (state === 'completed' ? 1 : 0),
      );
      for (const { createdAt } of made) expect(new Date(createdAt) >= (run?.finishedAt ?? NaN)).toBe(true);
    });

    it('hold one deployment for many requests and complete it once', async () => {
      await gated.setGates(APPROVED);
      const version = await gated.write();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 === 0 ? gated : other).publish('live', { wait: true }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 202));
      const states = async () => {
        const { body } = await gated.call('GET', gated.at('pending-deployments'), { key: gated.ada });
        return body.pendingDeployments.map((one: { state: string }) => one.state).sort();
      };
      expect(await states()).toEqual([...Array.from({ length: 9 }, () => 'superseded'), 'waiting']);
      await gated.approve(version);
      await until('one completes', async () => (await states())[0] === 'completed');
      expect(await gated.history()).toHaveLength(1);
    });

    it('block on approvals withdrawn during the deployment', async () => {
      await gated.setGates(APPROVED);
      for (let round = 0; round < 5; round++) {
        const version = await gated.write();
        const { body } = await gated.approve(version);
        const own = gated.at(`environments/live/approvals/${body.approval.approvalId}`);
        const before = (await gated.history()).length;
        const [published] = await Promise.all([
          other.publish('live'),
          gated.call('DELETE', own, { key: gated.grace }),
        ]);
        expect((await gated.history()).length - before).toBe(published.status === 201 ? 1 : 0);
        expect((await gated.publish('live')).status).toBe(409);
      }
    });
  });
});
