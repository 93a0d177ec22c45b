import { AdmissionService } from '../../src/calls/admission.service.js';
import type { CallOffer } from '../../src/calls/call-preparation.js';
import { newConversation } from '../../src/calls/new-conversation.js';
import { newId } from '../../src/common/ids/index.js';
import type { Prisma } from '../../src/common/prisma/index.js';
import { RolloutLoop } from '../../src/deployments/rollouts/rollout-loop.js';
import { createTestApp, SMALL_DOCUMENT, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';
import { StatementCount } from '../support/statements.js';
import { until } from '../support/until.js';

const ENV = { ROLLOUT_LOOK_MS: '100' };
const HALF = { steps: [{ share: 50, calls: 40 }], guards: [{ metric: 'tool_errors' }] };

/** Two instances over one database: what one decides holds for the other. */
describe('rollouts', () => {
  let service: TestApp;
  let neighbour: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;
  let agentId: string;
  let token: string;

  beforeAll(async () => {
    service = await createTestApp({ env: ENV });
    neighbour = await createTestApp({ env: ENV, databaseUrl: service.databaseUrl });
    call = httpClient(service.baseUrl);
    account = await service.createAccount();
    key = await service.createKey(account);
  });
  afterAll(async () => {
    await neighbour?.close();
    await service?.close();
  });
  beforeEach(async () => {
    agentId = await service.createAgent(account);
    token = await service.createConnector(account, agentId, 'live');
  });

  const deployments = (path: string) => `/v1/agents/${agentId}/deployments/${path}`;
  const publish = (more: object = {}, withKey = key) =>
    call('POST', deployments('publish'), { key: withKey, body: { environment: 'live', ...more } });
  const steer = (rolloutId: string, action: string, withKey = key) =>
    call('POST', `/v1/agents/${agentId}/rollouts/${rolloutId}/${action}`, { key: withKey });
  const rolloutOf = async (deploymentId: string) => {
    const { body } = await call('GET', `/v1/agents/${agentId}/rollouts`, { key });
    return body.rollouts.find((rollout: { deploymentId: string }) => rollout.deploymentId === deploymentId);
  };
  const stateOf = async (deploymentId: string) => (await rolloutOf(deploymentId))?.state;
  const activeInLive = async () =>
    (await call('GET', deployments('active'), { key })).body.activeDeployments.live;

  async function write(greeting: string, document: object = {}): Promise<void> {
    const draft = await call('GET', `/v1/agents/${agentId}/draft`, { key });
    const saved = await call('PUT', `/v1/agents/${agentId}/draft`, {
      key,
      body: { revision: draft.body.revision, document: { ...SMALL_DOCUMENT, ...document, greeting } },
    });
    expect(saved.status).toBe(200);
  }

  async function publishGreeting(
    greeting: string,
    more: object = {},
    document: object = {},
  ): Promise<{ id: string }> {
    await write(greeting, document);
    const answer = await publish(more);
    expect(answer.status).toBe(201);
    return answer.body.deployment;
  }

  /** An old version for everybody, and a new one that is rolled out. */
  async function begin(rollout: object = HALF) {
    const old = await publishGreeting('Old.');
    const fresh = await publishGreeting('New.', { rollout });
    return { old, fresh, rollout: await rolloutOf(fresh.id) };
  }

  /** What an offer of a caller is given, by the code that every call goes through. */
  async function admit(caller: string, more: object = {}, at = service) {
    const admission = await at.app.get(AdmissionService, { strict: false }).admit({
      authToken: token,
      mode: undefined,
      accountId: undefined,
      projectId: undefined,
      variantId: undefined,
      agentVersionOverride: undefined,
      caller,
      ...more,
    });
    if (admission.kind !== 'admitted') throw new Error(`not admitted: ${JSON.stringify(admission)}`);
    return admission;
  }

  /** Records of calls that took place, as the service writes them; some of them were put through to somebody. */
  async function record(
    rollout: { rolloutId: string; share: number },
    deploymentId: string,
    errors: boolean[],
    {
      isTransferred = false,
      ...more
    }: Partial<Prisma.ConversationCreateManyInput> & { isTransferred?: boolean } = {},
  ) {
    const endedAt = Date.now();
    const rows = errors.map((failed, index) => ({
      id: newId('conv'),
      sessionId: newId('sess'),
      accountId: account.accountId,
      agentId,
      ...({
        target: 'live',
        environment: 'live',
        mode: 'end-to-end',
        adapter: 'test',
        instanceId: 'test',
      } as const),
      ...{ deploymentId, rolloutId: rollout.rolloutId, rolloutShare: rollout.share },
      startedAt: new Date(endedAt),
      connectedAt: new Date(endedAt),
      endedAt: new Date(endedAt + index),
      functionErrors: failed ? 1 : 0,
      ...more,
    }));
    const events = rows.map(({ id: conversationId }) => ({
      ...{ id: newId('evt'), conversationId, position: 0, kind: 'transfer', at: new Date(endedAt) },
      details: { done: true },
    }));
    await service.prisma.$transaction([
      service.prisma.conversation.createMany({ data: rows }),
      service.prisma.conversationEvent.createMany({ data: isTransferred ? events : [] }),
    ]);
  }

  it('share calls out by the share, give a caller the same version on every instance, and mark the record', async () => {
    const { old, fresh, rollout } = await begin();
    const callers = Array.from({ length: 200 }, (_, index) => `+4420794${index}`);
    const first = await Promise.all(callers.map((caller) => admit(caller)));
    const canary = first.filter(({ deploymentId }) => deploymentId === fresh.id);
    // Four standard deviations of a coin that is thrown 200 times.
    expect(Math.abs(canary.length - 100)).toBeLessThanOrEqual(29);
    expect(first.every(({ deploymentId }) => [old.id, fresh.id].includes(deploymentId ?? ''))).toBe(true);
    expect(first.every((one) => one.rollout?.id === rollout.rolloutId && one.rollout?.share === 50)).toBe(
      true,
    );
    expect(canary.every(({ agent }) => agent.greeting === 'New.')).toBe(true);
    const again = await Promise.all(callers.map((caller) => admit(caller, {}, neighbour)));
    expect(again.map(({ deploymentId }) => deploymentId)).toEqual(
      first.map(({ deploymentId }) => deploymentId),
    );
  });

  it('are gone past by what asks for something particular', async () => {
    const { old, fresh } = await begin({ steps: [{ share: 10, calls: 5 }] });
    const pinned = await call('GET', deployments(fresh.id), { key });
    const override = {
      artifactVersion: pinned.body.deployment.artifactVersion,
      lambdaDeploymentVersion: pinned.body.deployment.metadata.lambda_deployment_version,
    };
    for (let index = 0; index < 10; index++) {
      const admission = await admit(`caller ${index}`, { agentVersionOverride: override });
      expect(admission.agent.greeting).toBe('New.');
      expect(admission.rollout).toBeUndefined();
    }
    // The interface's shape shows what most callers have, and what is new beside it.
    expect(await activeInLive()).toMatchObject({
      id: old.id,
      metadata: { rollout_share: 10, rollout_deployment_id: fresh.id },
    });
  });

  it('take a version back whose tools fail, once, with the evidence, and tell it', async () => {
    const url = 'https://example.com/hook';
    const endpoint = { name: 'hook', url, event_types: ['deployment.rolled_back'] };
    expect((await call('POST', '/v1/webhook-endpoints', { key, body: endpoint })).status).toBe(201);
    const guards = [{ metric: 'tool_errors', maximumPercent: 10 }];
    const { old, fresh, rollout } = await begin({ ...HALF, guards });
    await record(
      rollout,
      old.id,
      Array.from({ length: 30 }, (_, index) => index === 7),
    );
    await record(
      rollout,
      fresh.id,
      Array.from({ length: 20 }, (_, index) => index < 16),
    );
    await until('the version is taken back', async () => (await stateOf(fresh.id)) === 'rolled_back', 5_000);

    const ended = await rolloutOf(fresh.id);
    expect(ended.reason).toBe('16 of its 20 calls had failed tools, which is over the limit.');
    expect(ended.findings[1].evidence).toBeGreaterThanOrEqual(ended.findings[1].threshold);
    const active = await activeInLive();
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
    const events = await service.prisma.webhookEvent.findMany({ where: { type: 'deployment.rolled_back' } });
    expect(events).toHaveLength(1);
    expect(JSON.parse(events[0]!.body).data).toMatchObject({
      deployment: { metadata: { rollback_evidence: evidence } },
      rollout: { rolloutId: rollout.rolloutId },
    });
    const own = await call('GET', deployments(active.id), { key });
    expect(own.body.deployment.metadata.rollback_evidence).toEqual(evidence);
    const history = await call('GET', `/v1/agents/${agentId}/deployments?environment=live`, { key });
    expect(
      history.body.deployments.map(({ metadata }: { metadata: object }) => 'rollback_evidence' in metadata),
    ).toEqual([true, false, false]);
    for (const caller of ['a', 'b', 'c', 'd', 'e'])
      expect((await admit(caller, {}, neighbour)).agent.greeting).toBe('Old.');
  });

  it('take a version back that fails its callers, once a model has found that out, and one that gives up on them', async () => {
    const analysis = { success: 'The caller has a table.' };
    const guards = [{ metric: 'failures' }, { metric: 'transfers' }];
    const old = await publishGreeting('Old.', {}, { analysis });
    const failing = await publishGreeting('New.', { rollout: { ...HALF, guards } }, { analysis });
    const rollout = await rolloutOf(failing.id);
    await record(rollout, old.id, Array(20).fill(false), { analysisRequest: analysis, success: true });
    await record(rollout, failing.id, Array(15).fill(false), { analysisRequest: analysis });
    await until('they are looked at', async () => (await rolloutOf(failing.id)).findings.length > 0, 5_000);
    expect(await stateOf(failing.id)).toBe('running');
    const judged = { success: false, analysis: { success: { met: false, reason: 'No table.', turns: [] } } };
    await service.prisma.conversation.updateMany({ where: { deploymentId: failing.id }, data: judged });
    await until('it is taken back', async () => (await stateOf(failing.id)) === 'rolled_back', 5_000);
    expect((await rolloutOf(failing.id)).reason).toContain(
      '15 of its 15 calls missed what counts as success',
    );

    const fresh = await publishGreeting('Newer.', {
      rollout: { ...HALF, guards: [{ metric: 'transfers' }] },
    });
    const next = await rolloutOf(fresh.id);
    await record(next, next.baseDeploymentId, Array(20).fill(false));
    await record(next, fresh.id, Array(15).fill(false), { isTransferred: true });
    await until('it is taken back', async () => (await stateOf(fresh.id)) === 'rolled_back', 5_000);
    expect((await rolloutOf(fresh.id)).reason).toContain('were put through to somebody else');
  });

  it('go on step by step where nothing is worse, to the end', async () => {
    const { old, fresh } = await begin({
      steps: [
        { share: 20, calls: 5 },
        { share: 60, calls: 5 },
      ],
    });
    await record(
      await rolloutOf(fresh.id),
      old.id,
      Array.from({ length: 20 }, () => false),
    );
    await record(
      await rolloutOf(fresh.id),
      fresh.id,
      Array.from({ length: 5 }, () => false),
    );
    await until('the next step', async () => (await rolloutOf(fresh.id)).share === 60, 5_000);
    expect((await activeInLive()).id).toBe(fresh.id);
    await record(
      await rolloutOf(fresh.id),
      fresh.id,
      Array.from({ length: 5 }, () => false),
    );
    await until('the end', async () => (await stateOf(fresh.id)) === 'completed', 5_000);
    expect(await rolloutOf(fresh.id)).toMatchObject({ share: 100, reason: 'No guard found it worse.' });
    expect((await admit('anybody')).rollout).toBeUndefined();
    expect((await activeInLive()).metadata.rollout_id).toBeUndefined();
  });

  it('make way for a deployment by hand, which gets all calls', async () => {
    const { old, fresh } = await begin();
    const hotfix = await publishGreeting('Hotfix.');
    expect((await admit('anybody')).deploymentId).toBe(hotfix.id);
    await until('it is superseded', async () => (await stateOf(fresh.id)) === 'superseded', 5_000);
    expect((await call('GET', deployments(old.id), { key })).status).toBe(200);
    expect((await activeInLive()).id).toBe(hotfix.id);
  });

  it('compare a rollout that follows a rollout with the version that most callers had', async () => {
    const { old } = await begin({ steps: [{ share: 10, calls: 5 }] });
    const next = await publishGreeting('Newer.', { rollout: HALF });
    expect(await rolloutOf(next.id)).toMatchObject({ state: 'running', baseDeploymentId: old.id });
  });

  it('are paused, resumed, finished and aborted, and only while they are under way', async () => {
    const { old, fresh, rollout } = await begin({
      steps: [
        { share: 20, minutes: 0.001 },
        { share: 60, calls: 50 },
      ],
    });
    await until('the step that lasts', async () => (await rolloutOf(fresh.id)).share === 60, 5_000);
    expect((await steer(rollout.rolloutId, 'pause')).body.rollout).toMatchObject({
      state: 'paused',
      share: 60,
    });
    expect((await steer(rollout.rolloutId, 'resume')).body.rollout.state).toBe('running');
    const aborted = await steer(rollout.rolloutId, 'abort');
    expect(aborted.body.rollout).toMatchObject({
      state: 'aborted',
      share: 0,
      reason: 'Aborted by a person.',
    });
    expect((await activeInLive()).metadata).toMatchObject({
      source_deployment_id: old.id,
      rollback_evidence: { rolloutId: rollout.rolloutId, state: 'aborted', decisive: null },
    });
    const late = await steer(rollout.rolloutId, 'finish');
    expect([late.status, late.body]).toEqual([
      409,
      envelope(late, 'ROLLOUTS_NOT_OPEN', 'The rollout is over.'),
    ]);

    const second = await publishGreeting('Second.', { rollout: HALF });
    const finished = await steer((await rolloutOf(second.id)).rolloutId, 'finish');
    expect(finished.body.rollout).toMatchObject({ state: 'completed', share: 100 });
    expect((await admit('anybody')).deploymentId).toBe(second.id);
  });

  it('are nobody else’s, and not for a key of another environment', async () => {
    const { rollout } = await begin();
    const stranger = await service.createKey(await service.createAccount());
    expect((await steer(rollout.rolloutId, 'abort', stranger)).status).toBe(404);
    const limited = await service.createKey(account, { environments: ['sandbox'] });
    expect((await steer(rollout.rolloutId, 'abort', limited)).status).toBe(403);
    expect(await stateOf(rollout.deploymentId)).toBe('running');
  });

  it('need something to be compared with: the first deployment of an environment is refused, and leaves nothing', async () => {
    const answer = await publish({ rollout: HALF });
    expect([answer.status, answer.body.error_code]).toEqual([409, 'ROLLOUTS_NOTHING_TO_COMPARE']);
    expect(await activeInLive()).toBeNull();
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
  ])('that contradict themselves are refused: %j', async (rollout, words) => {
    const answer = await publish({ rollout });
    expect([answer.status, answer.body.error_code]).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
    expect(answer.body.error_message).toContain(words);
  });

  it('that watch success are refused where a document does not say what that is, and leave nothing', async () => {
    const old = await publishGreeting('Old.');
    const rollout = { ...HALF, guards: [{ metric: 'failures' }] };
    const refused = async () => {
      const answer = await publish({ rollout });
      expect([answer.status, answer.body.error_code]).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
      expect((await activeInLive()).id).toBe(old.id);
      return answer.body.error_message;
    };
    expect(await refused()).toContain('rollout.guards[0].metric is failures, but the document has no');
    await write('New.', { analysis: { success: 'The caller has a table.' } });
    // Calls of one version alone would be compared with none.
    expect(await refused()).toContain('but the document of the version before it has no analysis.success');
  });

  it('that watch success in a sample have it found out of so many calls alone, the same ones everywhere', async () => {
    const analysis = { summary: true, success: 'The caller has a table.' };
    const guards = [{ metric: 'failures', samplePercent: 30 }];
    await publishGreeting('Old.', {}, { analysis });
    await publishGreeting('New.', { rollout: { ...HALF, guards } }, { analysis });
    const askedAt = async (at: TestApp) => {
      const admission = await admit('anybody', {}, at);
      return sessions.map((id) => newConversation(id, {} as CallOffer, admission, new Date()).analysis);
    };
    const sessions = Array.from({ length: 400 }, (_, index) => `sess_${index}`);
    const asked = await askedAt(service);
    const judged = asked.filter((one) => one && 'success' in one).length;
    // Four standard deviations.
    expect(Math.abs(judged - 120)).toBeLessThanOrEqual(37);
    expect(asked.every((one) => one && 'summary' in one)).toBe(true);
    expect(await askedAt(neighbour)).toEqual(asked);
  });

  it('cost an offer nothing: its version is one statement, with a rollout and without', async () => {
    // What looks at rollouts in the background asks for them, too.
    for (const { app } of [service, neighbour])
      await app.get(RolloutLoop, { strict: false }).onModuleDestroy();
    const old = await publishGreeting('Old.');
    await admit('first');
    const statementsOf = async (caller: string) => {
      const counting = StatementCount.of(/\b(active_)?deployments\b|\brollouts\b|\bagent_contents\b/);
      try {
        const { deploymentId } = await admit(caller);
        return { deploymentId, count: counting.count };
      } finally {
        counting.stop();
      }
    };
    expect(await statementsOf('anybody')).toEqual({ deploymentId: old.id, count: 1 });
    const fresh = await publishGreeting('New.', { rollout: HALF });
    const callers = Array.from({ length: 30 }, (_, index) => `caller ${index}`);
    // Published content is read once, with the first call that gets it.
    for (const caller of callers) await admit(caller);
    const seen = new Set<string | undefined>();
    for (const caller of callers) {
      const { deploymentId, count } = await statementsOf(caller);
      expect(count).toBe(1);
      seen.add(deploymentId);
    }
    expect(seen).toEqual(new Set([old.id, fresh.id]));
  });
});
