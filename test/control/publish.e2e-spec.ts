import type { DeploymentsService } from '../../src/deployments/index.js';
import { sharedApp, SMALL_DOCUMENT, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';

describe('POST /v1/agents/{agentId}/deployments/publish', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;
  let agentId: string;
  const publish = (body: unknown, agent = agentId, withKey = key) =>
    call('POST', `/v1/agents/${agent}/deployments/publish`, { key: withKey, body });

  beforeAll(async () => {
    service = sharedApp();
    call = httpClient(service.baseUrl);
    account = await service.createAccount();
    key = await service.createKey(account);
    agentId = await service.createAgent(account);
  });
  afterAll(() => service?.close());

  it('answers 201 with the deployment, to sandbox by default', async () => {
    const answer = await publish({});
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      deployment: {
        id: expect.stringMatching(/^dep_[0-9A-Za-z]{22}$/),
        accountId: account.accountId,
        agentId,
        environment: 'sandbox',
        artifactVersion: expect.stringMatching(/^art_[0-9A-Za-z]{22}$/),
        version: expect.stringMatching(/^[0-9a-f]{32}$/),
        createdBy: account.email,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        metadata: {
          deployment_message: '',
          deployment_type: 'publish',
          lambda_deployment_version: expect.stringMatching(/^[0-9a-f]{32}$/),
        },
      },
      testRunIds: [],
    });
  });

  it('gives equal content the same version in every environment, and each publish its own artifact', async () => {
    const one = await publish({ environment: 'pre-release', deploymentMessage: 'one' });
    const two = await publish({ environment: 'live', deploymentMessage: 'two' });
    expect(one.body.deployment.version).toBe(two.body.deployment.version);
    expect(one.body.deployment.artifactVersion).not.toBe(two.body.deployment.artifactVersion);
    expect(two.body.deployment.metadata.deployment_message).toBe('two');
  });

  it.each([null, '', 'production', 'Live', 3, {}, []])('rejects the environment %j', async (environment) => {
    const answer = await publish({ environment });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      envelope(
        answer,
        'DEPLOYMENTS_INVALID_ENVIRONMENT',
        'Invalid or missing `environment` query parameter.',
      ),
    );
  });

  it.each([
    ['no body', undefined],
    ['null', null],
    ['a list', []],
    ['a text', 'live'],
    ['a number as the message', { deploymentMessage: 3 }],
    ['null as the message', { deploymentMessage: null }],
  ])('rejects %s as the body', async (_name, body) => {
    const answer = await publish(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(envelope(answer, 'SCHEMA_VALIDATION_FAILED'));
  });

  it('rejects an unknown field by name', async () => {
    const answer = await publish({ enviroment: 'live' });
    expect(answer.status).toBe(400);
    expect(answer.body.error_message).toContain('enviroment');
  });

  it("answers 404 alike for an unknown agent and for another account's", async () => {
    const stranger = await service.createAccount();
    const foreignAgent = await service.createAgent(stranger);
    for (const id of ['agent-none', foreignAgent]) {
      const answer = await publish({}, id);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(envelope(answer, 'PROJECT_NOT_FOUND', 'No such agent.'));
    }
  });

  it('answers 403 to a key without the scope or the environment', async () => {
    const reader = await service.createKey(account, { scopes: ['deployments:read'] });
    const sandboxOnly = await service.createKey(account, { environments: ['sandbox'] });
    expect((await publish({}, agentId, reader)).status).toBe(403);
    expect((await publish({ environment: 'live' }, agentId, sandboxOnly)).status).toBe(403);
    expect((await publish({}, agentId, sandboxOnly)).status).toBe(201);
  });

  it('serializes concurrent publishes with one active deployment', async () => {
    const agent = await service.createAgent(account);
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish({}, agent)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201));
    const rows = await service.prisma.deployment.findMany({
      where: { agentId: agent },
      orderBy: { number: 'asc' },
    });
    expect(rows.map((row) => row.number)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    const times = rows.map((row) => row.createdAt.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const active = await service.provider<DeploymentsService>('DeploymentsService').active(agent, 'sandbox');
    expect(active).toMatchObject({
      deploymentId: rows.at(-1)?.id,
      version: rows[0]?.version,
      artifactVersion: rows.at(-1)?.artifactVersion,
      lambdaDeploymentVersion: rows[0]?.functionsHash,
      document: SMALL_DOCUMENT,
    });
  });

  it('finds an artifact only when both of its names match', async () => {
    const { deployment } = (await publish({})).body;
    const deployments = service.provider<DeploymentsService>('DeploymentsService');
    const functions = deployment.metadata.lambda_deployment_version;
    expect(await deployments.artifact(agentId, deployment.artifactVersion, functions)).toMatchObject({
      document: SMALL_DOCUMENT,
    });
    expect(await deployments.artifact(agentId, deployment.artifactVersion, 'other')).toBeUndefined();
    expect(await deployments.artifact(agentId, 'art_other', functions)).toBeUndefined();
    expect(await deployments.artifact('other', deployment.artifactVersion, functions)).toBeUndefined();
  });

  it("lists all active deployments at once within a key's limits and account", async () => {
    const [own, stranger] = [await service.createAccount(), await service.createAccount()];
    const [first, second, empty] = [
      await service.createAgent(own),
      await service.createAgent(own),
      await service.createAgent(own),
    ];
    const ownKey = await service.createKey(own);
    const made = [];
    for (const [agent, environment] of [
      [first, 'sandbox'],
      [first, 'pre-release'],
      [first, 'pre-release'],
      [second, 'live'],
    ] as const)
      made.push((await publish({ environment }, agent, ownKey)).body.deployment);
    const [sandbox, , preRelease, live] = made.map(({ id, ...deployment }) => ({
      agentId: deployment.agentId,
      environment: deployment.environment,
      deploymentId: id,
      version: deployment.version,
      createdAt: deployment.createdAt,
      draftDiffers: false,
    }));
    const active = async (withKey: string) =>
      (await call('GET', '/v1/deployments/active', { key: withKey })).body.active;
    const ofFirst = [sandbox, preRelease];
    expect(await active(ownKey)).toEqual(first < second ? [...ofFirst, live] : [live, ...ofFirst]);
    expect(await active(await service.createKey(own, { agentIds: [first, empty] }))).toEqual(ofFirst);
    expect(await active(await service.createKey(stranger))).toEqual([]);
    const greeting = 'Changed since.';
    const write = (body: object) => call('PATCH', `/v1/agents/${first}/draft`, { key: ownKey, body });
    const { revision } = (await call('GET', `/v1/agents/${first}/draft`, { key: ownKey })).body;
    expect((await write({ revision, document: { greeting } })).status).toBe(200);
    const changed = (await active(ownKey)).filter((one: { draftDiffers: boolean }) => one.draftDiffers);
    expect(changed.map(({ agentId: id }: { agentId: string }) => id)).toEqual([first, first]);
    await publish({ environment: 'pre-release' }, first, ownKey);
    const environments = (await active(ownKey)).filter((one: { draftDiffers: boolean }) => one.draftDiffers);
    expect(environments).toEqual([sandbox && { ...sandbox, draftDiffers: true }]);
  });

  it('audits who did what, when and in which request', async () => {
    const answer = await publish({ environment: 'live' });
    const [entry] = await service.prisma.auditEntry.findMany({
      where: { resourceId: answer.body.deployment.id },
    });
    expect(entry).toMatchObject({
      accountId: account.accountId,
      actorEmail: account.email,
      action: 'deployment.publish',
      agentId,
      correlationId: answer.headers.get('x-service-correlation-id'),
      details: { environment: 'live', version: answer.body.deployment.version },
    });
  });
});
