import type { ExperimentDriver } from '../../src/deployments/experiments/experiment-driver.js';
import { newId } from '../../src/common/ids/index.js';
import { sharedApp } from '../support/app.js';
import { until } from '../support/until.js';
import { askForExperiment, beginExperiment, publishBoth } from './experimenting.js';
import { CALLERS, RollingOut } from './rolling-out.js';

describe('experiment', () => {
  const service = sharedApp();
  let rolling: RollingOut;

  beforeAll(async () => {
    rolling = await RollingOut.on(service);
  });
  afterAll(() => service.close());
  beforeEach(() => rolling.newAgent());

  const put = (body: object, key?: string) => askForExperiment(rolling, 'PUT', '', { key, body });
  const results = async () => (await askForExperiment(rolling, 'GET', '/results')).body;
  const promote = (arm: string) => askForExperiment(rolling, 'POST', '/promote', { body: { arm } });
  const publish = (greeting: string, more?: object) => publishBoth(rolling, greeting, more);
  const begin = (more?: object) => beginExperiment(rolling, more);
  const admit = (caller: string) => rolling.admit(caller);

  /** Records calls as the service does; early hang-ups last a second. */
  async function record(experimentId: string, arm: string, hangUps: number, of: number) {
    const startedAt = Date.now();
    const ids = Array.from({ length: of }, () => newId('conv'));
    await service.prisma.conversation.createMany({
      data: ids.map((id, index) => ({
        ...{
          id,
          sessionId: newId('sess'),
          accountId: rolling.account.accountId,
          agentId: rolling.agentId,
        },
        ...{ target: 'live', environment: 'live', mode: 'end-to-end', adapter: 'test', instanceId: 'test' },
        ...{ experimentId, experimentArm: arm, endReason: 'client-close' },
        startedAt: new Date(startedAt),
        connectedAt: new Date(startedAt),
        endedAt: new Date(startedAt + (index < hangUps ? 1_000 : 20_000)),
      })),
    });
    return ids;
  }

  /** The agent's answers of one call. */
  async function recordAnswers(conversationId: string, ...heardMs: number[]) {
    const { accountId } = rolling.account;
    const own = {
      conversationId,
      accountId,
      agentId: rolling.agentId,
      speaker: 'agent',
      startedAt: new Date(),
    };
    const data = heardMs.map((heard, position) => ({ ...own, id: newId('turn'), position, heardMs: heard }));
    await service.prisma.turn.createMany({ data });
  }

  /** Webhook events of an experiment. */
  async function toldOf(experimentId: string) {
    const where = { accountId: rolling.account.accountId, type: 'experiment.ended' };
    const events = await service.prisma.webhookEvent.findMany({ where });
    const told = events.map(({ body }) => JSON.parse(body).data.experiment);
    return told.filter((one) => one.experimentId === experimentId);
  }

  it('reports results per metric and arm with confidence and missing calls', async () => {
    const metrics = ['early_hang_ups', 'response_time'];
    const { experiment } = await begin({ metrics, worthwhile: { early_hang_ups: 10 } });
    const [one = '', other = ''] = await record(experiment.experimentId, 'new', 30, 100);
    await recordAnswers(one, 800, 1_000, 5_000);
    await recordAnswers(other, 2_000);
    await record(experiment.experimentId, 'short', 5, 100);
    await record(experiment.experimentId, 'old', 29, 100);
    const [{ arms }, times] = (await results()).results;
    expect(times.arms).toMatchObject([
      { arm: 'new', calls: 2, value: 1_500 },
      { arm: 'short', calls: 0, value: null },
      { arm: 'old', calls: 0 },
    ]);
    expect(arms).toMatchObject([
      { arm: 'new', calls: 100, events: 30, value: 30 },
      { arm: 'short', calls: 100, events: 5, value: 5, difference: { value: -25, verdict: 'better' } },
      { arm: 'old', calls: 100, events: 29, difference: { verdict: 'unclear' } },
    ]);
    expect(arms[0].difference).toBeUndefined();
    expect(arms[0].interval[0]).toBeCloseTo(21.9, 0);
    expect(arms[0].callsNeeded - arms[0].callsStillNeeded).toBe(100);
  });

  it('promotes a winning version as one audited deployment', async () => {
    const rule = { metric: 'early_hang_ups', callsPerArm: 100 };
    const { old, experiment } = await begin({ rule });
    await record(experiment.experimentId, 'new', 40, 100);
    await record(experiment.experimentId, 'short', 38, 100);
    await record(experiment.experimentId, 'old', 5, 99);
    await service.provider<ExperimentDriver>('ExperimentDriver').run();
    expect((await results()).experiment.state).toBe('running');
    await record(experiment.experimentId, 'old', 0, 1);
    const decided = await until('it is decided', async () => {
      const { experiment: now } = await results();
      return now.state === 'decided' && now;
    });
    expect(decided).toMatchObject({
      winner: 'old',
      reason: expect.stringContaining('100 calls of each arm'),
    });
    expect(await rolling.activeInLive()).toMatchObject({
      version: old.version,
      metadata: { deployment_type: 'rollback' },
    });
    expect((await rolling.activeInLive()).metadata.deployment_message).toContain('"Greetings": old has won');
    const after = await rolling.admitAll(CALLERS.slice(0, 20));
    expect(after.every(({ agent, experiment: of }) => agent.greeting === 'Old.' && of === undefined)).toBe(
      true,
    );
    expect(await toldOf(experiment.experimentId)).toMatchObject([{ state: 'decided', winner: 'old' }]);
    const where = { agentId: rolling.agentId, action: 'experiment.promote' };
    expect(await service.prisma.auditEntry.count({ where })).toBe(1);
    expect(await service.prisma.deployment.count({ where: { agentId: rolling.agentId } })).toBe(3);
  });

  it('keeps the control when its rule finds nothing better', async () => {
    const rule = { metric: 'early_hang_ups', callsPerArm: 20 };
    const { fresh, experiment } = await begin({ rule });
    for (const arm of ['new', 'short', 'old']) await record(experiment.experimentId, arm, 5, 20);
    await until('it is decided', async () => (await results()).experiment.winner === 'new');
    expect((await rolling.activeInLive()).id).toBe(fresh.id);
    expect((await admit('anybody')).agent.greeting).toBe('New.');
  });

  it('routes all calls to a manually promoted variant until the next deployment', async () => {
    await begin();
    expect((await promote('nobody')).body.error_code).toBe('SCHEMA_VALIDATION_FAILED');
    expect((await promote('short')).body.experiment).toMatchObject({ state: 'decided', winner: 'short' });
    expect((await promote('new')).body.error_code).toBe('EXPERIMENT_NOT_FOUND');
    for (const caller of CALLERS.slice(0, 10)) {
      const { agent, variantId } = await admit(caller);
      expect([agent.greeting, variantId]).toEqual(['New. In short.', 'short']);
    }
    await publish('Newest.');
    expect((await admit('anybody')).agent.greeting).toBe('Newest.');
  });

  it('ends with a deployment, another experiment or manually, and reports each end once', async () => {
    const { experiment } = await begin();
    const second = await put({ arms: [arm('a'), arm('b')] });
    const rowOf = (id: string) => service.prisma.experiment.findUnique({ where: { id } });
    expect(await rowOf(experiment.experimentId)).toMatchObject({ state: 'superseded' });
    await publish('Hotfix.');
    expect((await admit('anybody')).experiment).toBeUndefined();
    const superseded = await until('it is marked', async () => {
      const row = await rowOf(second.body.experiment.experimentId);
      return row?.state === 'superseded' && row;
    });
    expect(superseded.reason).toContain('Another deployment');
    const third = await put({ arms: [arm('a'), arm('b')] });
    expect((await askForExperiment(rolling, 'DELETE')).status).toBe(204);
    expect((await admit('anybody')).experiment).toBeUndefined();
    expect((await askForExperiment(rolling, 'GET')).body.experiment.state).toBe('stopped');
    expect((await askForExperiment(rolling, 'DELETE')).body.error_code).toBe('EXPERIMENT_NOT_FOUND');
    const ids = [
      experiment.experimentId,
      second.body.experiment.experimentId,
      third.body.experiment.experimentId,
    ];
    const told = (await Promise.all(ids.map(toldOf))).map((events) => events.map(({ state }) => state));
    expect(told).toEqual([['superseded'], ['superseded'], ['stopped']]);
    const actions = await service.prisma.auditEntry.findMany({
      where: { agentId: rolling.agentId },
      orderBy: { createdAt: 'asc' },
    });
    expect(actions.map(({ action }) => action).filter((action) => action.startsWith('experiment.'))).toEqual([
      ...['experiment.begin', 'experiment.begin', 'experiment.begin', 'experiment.stop'],
    ]);
  });

  const arm = (name: string, more: object = {}) => ({ name, weight: 1, ...more });

  it.each<[string, object, string]>([
    ['one arm', { arms: [arm('a')] }, 'arms'],
    ['a name twice', { arms: [arm('a'), arm('a')] }, 'arms names "a" more than once'],
    ['no weight', { arms: [arm('a'), arm('b', { weight: 0 })] }, 'weight'],
    [
      'a variant of nobody',
      { arms: [arm('a'), arm('b', { variantId: 'none' })] },
      'arms[1].variantId names no variant',
    ],
    [
      'a version of nobody',
      { arms: [arm('a'), arm('b', { version: 'f'.repeat(32) })] },
      'arms[1].version names no',
    ],
    [
      'a rule without its metric',
      { metrics: ['crashes'], rule: rule('failures') },
      'rule.metric must be one of',
    ],
    [
      'a difference without its metric',
      { metrics: ['crashes'], worthwhile: { failures: 2 } },
      'worthwhile.failures',
    ],
    ['a metric twice', { metrics: ['crashes', 'crashes'] }, 'metrics must name each metric once'],
    ['a metric of nobody', { metrics: ['luck'] }, 'metrics'],
  ])('is rejected with %s', async (_what, body, words) => {
    await publish('New.');
    const answer = await put({ arms: [arm('a'), arm('b')], ...body });
    expect([answer.status, answer.body.error_code]).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
    expect(answer.body.error_message).toContain(words);
  });

  function rule(metric: string) {
    return { metric, callsPerArm: 100 };
  }

  it('is rejected without a deployment, during a rollout, while gates block, or without permission', async () => {
    const arms = [arm('a'), arm('b')];
    expect((await put({ arms })).body.error_code).toBe('EXPERIMENTS_NOTHING_DEPLOYED');
    const old = await publish('Old.');
    const stranger = await service.createKey(await service.createAccount());
    expect((await put({ arms }, stranger)).body.error_code).toBe('PROJECT_NOT_FOUND');
    const sandboxOnly = await service.createKey(rolling.account, { environments: ['sandbox'] });
    expect((await put({ arms }, sandboxOnly)).status).toBe(403);
    await publish('New.', { rollout: { steps: [{ share: 50, calls: 40 }] } });
    expect((await put({ arms })).body.error_code).toBe('EXPERIMENTS_ROLLOUT_UNDER_WAY');
    await publish('Newest.');
    const gates = `/v1/agents/${rolling.agentId}/environments/live/gates`;
    await rolling.call('PUT', gates, { key: rolling.key, body: { approvals: { people: 1 } } });
    const held = await put({ arms: [arm('a'), arm('b', { version: old.id })] });
    expect([held.status, held.body.error_code]).toEqual([409, 'DEPLOYMENTS_GATE_CLOSED']);
    expect((await put({ arms })).status).toBe(200);
  });

  it('is bypassed by calls that request a specific version', async () => {
    const { old } = await begin();
    const { body } = await rolling.call('GET', rolling.deployments(old.id), { key: rolling.key });
    const override = {
      artifactVersion: body.deployment.artifactVersion,
      lambdaDeploymentVersion: body.deployment.metadata.lambda_deployment_version,
    };
    for (const caller of CALLERS.slice(0, 10)) {
      const pinned = await rolling.admit(caller, { agentVersionOverride: override });
      expect([pinned.agent.greeting, pinned.experiment]).toEqual(['Old.', undefined]);
      const asked = await rolling.admit(caller, { variantId: 'short' });
      expect([asked.agent.greeting, asked.experiment]).toEqual(['New. In short.', undefined]);
    }
  });
});
