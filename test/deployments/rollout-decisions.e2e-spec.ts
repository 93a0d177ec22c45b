import { sharedApp } from '../support/app.js';
import { envelope } from '../support/http.js';
import { until } from '../support/until.js';
import { HALF, RollingOut } from './rolling-out.js';

describe('rollouts', () => {
  let rolling: RollingOut;

  beforeAll(async () => {
    rolling = await RollingOut.on(sharedApp());
  });
  afterAll(() => rolling?.service.close());
  beforeEach(() => rolling.newAgent());

  it('roll back a version with failing tools once, with evidence and an event', async () => {
    // Nothing listens there.
    const url = 'http://127.0.0.1:9/hook';
    const endpoint = { name: 'hook', url, event_types: ['deployment.rolled_back'] };
    expect(
      (await rolling.call('POST', '/v1/webhook-endpoints', { key: rolling.key, body: endpoint })).status,
    ).toBe(201);
    const guards = [{ metric: 'tool_errors', maximumPercent: 10 }];
    const { old, fresh, rollout } = await rolling.begin({ ...HALF, guards });
    await rolling.record(
      rollout,
      old.id,
      Array.from({ length: 30 }, (_, index) => index === 7),
    );
    await rolling.record(
      rollout,
      fresh.id,
      Array.from({ length: 20 }, (_, index) => index < 16),
    );
    await until('the version is taken back', async () => (await rolling.stateOf(fresh.id)) === 'rolled_back');

    const ended = await rolling.rolloutOf(fresh.id);
    expect(ended.reason).toBe('16 of its 20 calls had failed tools, which is over the limit.');
    expect(ended.findings[1].evidence).toBeGreaterThanOrEqual(ended.findings[1].threshold);
    const active = await rolling.activeInLive();
    expect(active).toMatchObject({
      id: ended.rollbackDeploymentId,
      metadata: { deployment_type: 'rollback', source_deployment_id: old.id },
    });
    expect(active.metadata.deployment_message).toContain('16 of its 20 calls had failed tools');
    const decisive = {
      ...{ metric: 'tool_errors', against: 'limit', limit: 10, threshold: 40 },
      canary: { calls: 20, events: 16, percent: 80 },
      others: { calls: 30, events: 1, percent: 3.33 },
    };
    const evidence = {
      ...{ rolloutId: rollout.rolloutId, deploymentId: fresh.id, state: 'rolled_back', guards },
      decisive: { ...decisive, evidence: ended.findings[1].evidence },
      findings: ended.findings,
    };
    expect(active.metadata.rollback_evidence).toEqual(evidence);
    const events = await rolling.service.prisma.webhookEvent.findMany({
      where: { accountId: rolling.account.accountId, type: 'deployment.rolled_back' },
    });
    expect(events).toHaveLength(1);
    expect(JSON.parse(events[0]!.body).data).toMatchObject({
      deployment: { metadata: { rollback_evidence: evidence } },
      rollout: { rolloutId: rollout.rolloutId },
    });
    const own = await rolling.call('GET', rolling.deployments(active.id), { key: rolling.key });
    expect(own.body.deployment.metadata.rollback_evidence).toEqual(evidence);
    const history = await rolling.call('GET', `/v1/agents/${rolling.agentId}/deployments?environment=live`, {
      key: rolling.key,
    });
    expect(
      history.body.deployments.map(({ metadata }: { metadata: object }) => 'rollback_evidence' in metadata),
    ).toEqual([true, false, false]);
    for (const caller of ['a', 'b', 'c', 'd', 'e'])
      expect((await rolling.admit(caller)).agent.greeting).toBe('Old.');
  });

  it('roll back a version that fails callers per analysis, or transfers them too often', async () => {
    const analysis = { success: 'The caller has a table.' };
    const guards = [{ metric: 'failures' }, { metric: 'transfers' }];
    const old = await rolling.publishGreeting('Old.', {}, { analysis });
    const failing = await rolling.publishGreeting('New.', { rollout: { ...HALF, guards } }, { analysis });
    const rollout = await rolling.rolloutOf(failing.id);
    await rolling.record(rollout, old.id, Array(20).fill(false), {
      analysisRequest: analysis,
      success: true,
    });
    await rolling.record(rollout, failing.id, Array(15).fill(false), { analysisRequest: analysis });
    await until('they are looked at', async () => (await rolling.rolloutOf(failing.id)).findings.length > 0);
    expect(await rolling.stateOf(failing.id)).toBe('running');
    const judged = { success: false, analysis: { success: { met: false, reason: 'No table.', turns: [] } } };
    await rolling.service.prisma.conversation.updateMany({
      where: { deploymentId: failing.id },
      data: judged,
    });
    await until('it is taken back', async () => (await rolling.stateOf(failing.id)) === 'rolled_back');
    expect((await rolling.rolloutOf(failing.id)).reason).toContain(
      '15 of its 15 calls missed what counts as success',
    );

    const fresh = await rolling.publishGreeting('Newer.', {
      rollout: { ...HALF, guards: [{ metric: 'transfers' }] },
    });
    const next = await rolling.rolloutOf(fresh.id);
    await rolling.record(next, next.baseDeploymentId, Array(20).fill(false));
    await rolling.record(next, fresh.id, Array(15).fill(false), { isTransferred: true });
    await until('it is taken back', async () => (await rolling.stateOf(fresh.id)) === 'rolled_back');
    expect((await rolling.rolloutOf(fresh.id)).reason).toContain('were put through to somebody else');
  });

  it('advance step by step to completion when nothing is worse', async () => {
    const { old, fresh } = await rolling.begin({
      steps: [
        { share: 20, calls: 5 },
        { share: 60, calls: 5 },
      ],
    });
    await rolling.record(
      await rolling.rolloutOf(fresh.id),
      old.id,
      Array.from({ length: 20 }, () => false),
    );
    await rolling.record(
      await rolling.rolloutOf(fresh.id),
      fresh.id,
      Array.from({ length: 5 }, () => false),
    );
    await until('the next step', async () => (await rolling.rolloutOf(fresh.id)).share === 60);
    expect((await rolling.activeInLive()).id).toBe(fresh.id);
    await rolling.record(
      await rolling.rolloutOf(fresh.id),
      fresh.id,
      Array.from({ length: 5 }, () => false),
    );
    await until('the end', async () => (await rolling.stateOf(fresh.id)) === 'completed');
    expect(await rolling.rolloutOf(fresh.id)).toMatchObject({
      share: 100,
      reason: 'No guard found it worse.',
    });
    expect((await rolling.admit('anybody')).rollout).toBeUndefined();
    expect((await rolling.activeInLive()).metadata.rollout_id).toBeUndefined();
  });

  it('are paused, resumed, finished and aborted only while running', async () => {
    const { old, fresh, rollout } = await rolling.begin({
      steps: [
        { share: 20, minutes: 0.001 },
        { share: 60, calls: 50 },
      ],
    });
    await until('the step that lasts', async () => (await rolling.rolloutOf(fresh.id)).share === 60);
    expect((await rolling.steer(rollout.rolloutId, 'pause')).body.rollout).toMatchObject({
      state: 'paused',
      share: 60,
    });
    expect((await rolling.steer(rollout.rolloutId, 'resume')).body.rollout.state).toBe('running');
    const aborted = await rolling.steer(rollout.rolloutId, 'abort');
    expect(aborted.body.rollout).toMatchObject({
      state: 'aborted',
      share: 0,
      reason: 'Aborted by a person.',
    });
    expect((await rolling.activeInLive()).metadata).toMatchObject({
      source_deployment_id: old.id,
      rollback_evidence: { rolloutId: rollout.rolloutId, state: 'aborted', decisive: null },
    });
    const late = await rolling.steer(rollout.rolloutId, 'finish');
    expect([late.status, late.body]).toEqual([
      409,
      envelope(late, 'ROLLOUTS_NOT_OPEN', 'The rollout has ended.'),
    ]);

    const second = await rolling.publishGreeting('Second.', { rollout: HALF });
    const finished = await rolling.steer((await rolling.rolloutOf(second.id)).rolloutId, 'finish');
    expect(finished.body.rollout).toMatchObject({ state: 'completed', share: 100 });
    expect((await rolling.admit('anybody')).deploymentId).toBe(second.id);
  });
});
