import { hashToken } from '../../src/auth/credentials/secret-token.js';
import { sharedApp } from '../support/app.js';
import { envelope } from '../support/http.js';
import { until } from '../support/until.js';
import { GatedService } from './gated.js';

const APPROVED = { approvals: { people: 1 } };

describe('deployment gates', () => {
  let gated: GatedService;

  beforeAll(async () => {
    gated = await GatedService.on(sharedApp());
  });
  afterAll(() => gated?.service.close());
  beforeEach(() => gated.newAgent());

  /** Each rule with a way to satisfy it. */
  const RULES = {
    tests: async () => {
      const testSetId = await gated.newTestSet();
      return {
        rule: { tests: [{ testSetId, passes: 1, of: 2 }] },
        fulfil: (version: string) => gated.recordRun(testSetId, version, true),
      };
    },
    soak: async () => ({
      rule: { soak: { environment: 'sandbox', minutes: 60 } },
      fulfil: (version: string) =>
        gated.service.prisma.deployment.updateMany({
          where: { agentId: gated.agentId, environment: 'sandbox', version },
          data: { createdAt: new Date(Date.now() - 3_660_000) },
        }),
    }),
    approvals: async () => ({
      rule: APPROVED,
      fulfil: (version: string) => gated.approve(version),
    }),
    alerts: async () => {
      const id = await gated.newAlertRule();
      await gated.setFiring(id, true);
      return { rule: { noFiringAlerts: true }, fulfil: () => gated.setFiring(id, false) };
    },
  } as const;

  const NAMES = Object.keys(RULES) as (keyof typeof RULES)[];
  const pairs = NAMES.flatMap((one, index) => NAMES.slice(index + 1).map((other) => [one, other] as const));

  it.each(pairs)(
    '%s and %s pass a version only when both do, and a rollback with approval',
    async (one, other) => {
      const first = await RULES[one]();
      const second = await RULES[other]();
      for (const [firstPasses, secondPasses] of [
        [false, false],
        [true, false],
        [false, true],
        [true, true],
      ]) {
        await gated.setGates({});
        const version = await gated.write();
        const { body: sandbox } = await gated.publish('sandbox');
        const { body: earlier } = await gated.publish('live');
        if (firstPasses === true) await first.fulfil(version);
        if (secondPasses === true) await second.fulfil(version);
        await gated.setGates({ ...first.rule, ...second.rule });
        const passing = new Set([...(firstPasses ? [one] : []), ...(secondPasses ? [other] : [])]);
        const lets = firstPasses && secondPasses;
        const letsBack = [one, other].every((name) => name !== 'approvals' || passing.has(name));
        const before = (await gated.history()).length;
        const answers = [
          [await gated.publish('live'), lets, 201],
          [await gated.promote(sandbox.deployment.id), lets, 200],
          [await gated.rollBack(earlier.deployment.id), letsBack, 200],
        ] as const;
        for (const [answer, isLet, status] of answers) {
          expect(answer.status).toBe(isLet ? status : 409);
          if (!isLet) expect(answer.body).toEqual(envelope(answer, 'DEPLOYMENTS_GATE_CLOSED'));
        }
        const made = answers.filter(([, isLet]) => isLet).length;
        expect((await gated.history()).length).toBe(before + made);
        // The next version needs it again.
        if ([one, other].includes('alerts')) await restoreAlert();
      }
    },
    30_000,
  );

  const restoreAlert = () =>
    gated.service.prisma.alertRule.updateMany({
      where: { projectId: gated.agentId },
      data: { state: 'alert' },
    });

  it('apply to one exact version', async () => {
    await gated.setGates(APPROVED);
    const version = await gated.write();
    const { body: sandbox } = await gated.publish('sandbox');
    expect((await gated.approve(version)).status).toBe(201);
    await gated.write();
    expect((await gated.publish('live')).status).toBe(409);
    expect((await gated.promote(sandbox.deployment.id)).status).toBe(200);
    expect((await gated.live())?.version).toBe(version);
  });

  it('ignore approvals by the author, publisher or requester, and withdrawn ones', async () => {
    await gated.setGates(APPROVED);
    const version = await gated.write();
    const { body: sandbox } = await gated.publish('sandbox', {}, gated.grace);
    for (const key of [gated.ada, gated.grace]) expect((await gated.approve(version, key)).status).toBe(201);
    const joan = await gated.service.createKey({ ...gated.account, email: 'joan@example.test' });
    expect((await gated.promote(sandbox.deployment.id, {}, joan)).status).toBe(409);
    const { body } = await gated.approve(version, joan);
    expect((await gated.promote(sandbox.deployment.id, {}, joan)).status).toBe(409);
    expect((await gated.promote(sandbox.deployment.id)).status).toBe(200);
    const own = gated.at(`environments/live/approvals/${body.approval.approvalId}`);
    expect((await gated.call('DELETE', own, { key: joan })).status).toBe(204);
    expect((await gated.promote(sandbox.deployment.id)).status).toBe(409);
  });

  it('ignore runs from before the test set changed', async () => {
    const testSetId = await gated.newTestSet();
    await gated.setGates({ tests: [{ testSetId, passes: 1, of: 1 }] });
    const version = await gated.write();
    await gated.recordRun(testSetId, version, true);
    const turns = [{ expect: [{ kind: 'contains', text: 'goodbye' }] }];
    const harder = { name: 'Farewell', turns };
    const cases = gated.at(`test-sets/${testSetId}/cases`);
    expect((await gated.call('POST', cases, { key: gated.ada, body: harder })).status).toBe(201);
    expect((await gated.publish('live')).status).toBe(409);
    await gated.recordRun(testSetId, version, true);
    expect((await gated.publish('live')).status).toBe(201);
  });

  it('can be overridden with a reason and permission, which is audited', async () => {
    await gated.setGates(APPROVED);
    const override = { override: { reason: 'The line is down.' } };
    const plain = await gated.service.createKey(gated.account, { scopes: ['deployments:write'] });
    const refused = await gated.publish('live', override, plain);
    expect([refused.status, refused.body.error_code]).toEqual([403, 'FORBIDDEN']);
    const made = await gated.publish('live', override);
    expect(made.status).toBe(201);
    const [entry] = await gated.service.prisma.auditEntry.findMany({
      where: { action: 'deployment.override-gates', agentId: gated.agentId },
    });
    expect(entry).toMatchObject({
      resourceId: made.body.deployment.id,
      actorEmail: gated.account.email,
      details: { environment: 'live', reason: 'The line is down.', held: [{ gate: 'approvals' }] },
    });
  });

  it('report their state before a deployment', async () => {
    await gated.setGates(APPROVED);
    const version = await gated.write();
    const path = gated.at('environments/live/gates/states?version=draft&action=publish');
    const { status, body } = await gated.call('GET', path, { key: gated.ada });
    expect([status, body]).toEqual([
      200,
      {
        version,
        gates: [
          {
            gate: 'approvals',
            state: 'holding',
            words: '0 of 1 people approved this version for live.',
            links: [gated.at(`environments/live/approvals?version=${version}`)],
          },
        ],
      },
    ]);
    const { body: rules } = await gated.call('GET', gated.at('environments/live/gates'), { key: gated.ada });
    expect(rules).toMatchObject({ gates: APPROVED, updatedBy: gated.account.email });
  });

  it.each([
    [{ tests: [{ testSetId: 'ts_x', passes: 1, of: 1 }] }, 'tests[0].testSetId must name a test set'],
    [{ soak: { environment: 'live', minutes: 5 } }, 'soak.environment must come before live'],
    [{ approvals: { people: 0 } }, 'people must not be less than 1'],
    [{ luck: true }, 'luck'],
  ])('are rejected when contradictory: %j', async (rules, words) => {
    const answer = await gated.setGates(rules);
    expect([answer.status, answer.body.error_code]).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
    expect(answer.body.error_message).toContain(words);
  });

  it('are private to their account, environment and scope', async () => {
    const stranger = await gated.service.createKey(await gated.service.createAccount());
    expect((await gated.setGates(APPROVED, 'live', stranger)).status).toBe(404);
    const sandboxOnly = await gated.service.createKey(gated.account, { environments: ['sandbox'] });
    expect((await gated.setGates(APPROVED, 'live', sandboxOnly)).status).toBe(403);
    const publisher = await gated.service.createKey(gated.account, { scopes: ['deployments:write'] });
    expect((await gated.setGates(APPROVED, 'live', publisher)).status).toBe(403);
    expect((await gated.approve(await gated.write(), publisher)).status).toBe(403);
    expect((await gated.setGates({}, 'moon')).body.error_code).toBe('DEPLOYMENTS_INVALID_ENVIRONMENT');
  });

  describe('with a pending deployment', () => {
    const wait = { wait: true };

    it('complete it automatically, exactly as requested', async () => {
      await gated.setGates(APPROVED);
      const version = await gated.write();
      const asked = await gated.publish('live', { ...wait, deploymentMessage: 'Nicer.' });
      expect([asked.status, asked.body.pendingDeployment.state]).toEqual([202, 'waiting']);
      await gated.write();
      await gated.approve(version);
      const { pendingDeploymentId } = asked.body.pendingDeployment;
      await until('it completes', async () => (await gated.pending(pendingDeploymentId)).state !== 'waiting');
      const pending = await gated.pending(pendingDeploymentId);
      expect(pending).toMatchObject({ state: 'completed', gates: [{ gate: 'approvals', state: 'passed' }] });
      expect(await gated.live()).toMatchObject({
        id: pending.deploymentId,
        version,
        createdBy: gated.account.email,
        metadata: { deployment_message: 'Nicer.', deployment_type: 'publish' },
      });
    });

    it('run the tests it needs on its version and complete it when they pass', async () => {
      const testSetId = await gated.newTestSet();
      await gated.setGates({ tests: [{ testSetId, passes: 2, of: 2 }] });
      await gated.write();
      const asked = await gated.publish('live', wait);
      expect([asked.status, asked.body.testRunIds.length]).toEqual([202, 2]);
      await gated.write();
      const { pendingDeploymentId, version } = asked.body.pendingDeployment;
      await until(
        'it completes',
        async () => (await gated.pending(pendingDeploymentId)).state === 'completed',
      );
      expect((await gated.live())?.version).toBe(version);
    });

    it('answer a repeated request with the same pending deployment', async () => {
      await gated.setGates(APPROVED);
      const request = {
        key: gated.ada,
        headers: { 'idempotency-key': gated.agentId },
        body: { ...wait, environment: 'live' },
      };
      const [first, second] = [
        await gated.call('POST', gated.at('deployments/publish'), request),
        await gated.call('POST', gated.at('deployments/publish'), request),
      ];
      expect([first.status, second.status]).toEqual([202, 202]);
      expect(second.body).toEqual(first.body);
    });

    it('never complete it once cancelled, superseded or its key was revoked', async () => {
      await gated.setGates(APPROVED);
      const version = await gated.write();
      const ids: string[] = [];
      const ask = async (key = gated.ada) => {
        const { body } = await gated.publish('live', wait, key);
        ids.push(body.pendingDeployment.pendingDeploymentId);
        return body.pendingDeployment.pendingDeploymentId as string;
      };
      const cancelled = await ask();
      const cancel = gated.at(`pending-deployments/${cancelled}/cancel`);
      expect((await gated.call('POST', cancel, { key: gated.ada })).body.pendingDeployment.state).toBe(
        'cancelled',
      );
      const late = await gated.call('POST', cancel, { key: gated.ada });
      expect(late.body.error_code).toBe('PENDING_DEPLOYMENT_NOT_WAITING');
      const replaced = await ask();
      const overtaken = await ask();
      expect((await gated.pending(replaced)).state).toBe('superseded');
      await gated.publish('live', { override: { reason: 'Hotfix.' } });
      await until('it is superseded', async () => (await gated.pending(overtaken)).state === 'superseded');
      const leaving = await gated.service.createKey(gated.account);
      const orphaned = await ask(leaving);
      await gated.service.prisma.apiKey.updateMany({
        where: {
          accountId: gated.account.accountId,
          scopes: { has: 'deployments:write' },
          secretHash: hashToken(leaving),
        },
        data: { revokedAt: new Date() },
      });
      await until('it is given up', async () => (await gated.pending(orphaned)).state === 'cancelled');
      await gated.approve(version);
      expect(await gated.history()).toHaveLength(1);
      const states = await Promise.all(ids.map(async (id) => (await gated.pending(id)).state));
      expect(states).toEqual(['cancelled', 'superseded', 'superseded', 'cancelled']);
    });

    it('let it expire', async () => {
      await gated.setGates(APPROVED);
      const { body } = await gated.publish('live', wait);
      const id = body.pendingDeployment.pendingDeploymentId;
      await gated.service.prisma.pendingDeployment.update({ where: { id }, data: { expiresAt: new Date() } });
      await until('it expires', async () => (await gated.pending(id)).state === 'expired');
      expect(await gated.live()).toBeNull();
    });
  });
});
