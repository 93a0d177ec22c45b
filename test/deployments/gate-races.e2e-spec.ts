import { until } from '../support/until.js';
import { GatedService } from './gated.js';

const APPROVED = { approvals: { people: 1 } };

/** Two instances over one database, both of which look at what waits. */
describe('gates, whatever happens at the same time,', () => {
  let gated: GatedService;
  let neighbour: GatedService;

  beforeAll(async () => {
    gated = await GatedService.start();
    neighbour = await GatedService.start(gated.service.databaseUrl);
  });
  afterAll(async () => {
    await neighbour?.service.close();
    await gated?.service.close();
  });
  beforeEach(async () => {
    await gated.newAgent();
    const { account, ada, grace, agentId } = gated;
    Object.assign(neighbour, { account, ada, grace, agentId });
  });

  it('hold everything that is deployed after the rules were changed', async () => {
    const publishes = Array.from({ length: 30 }, (_, index) =>
      (index % 2 === 0 ? gated : neighbour).publish('live'),
    );
    const changed = gated.setGates(APPROVED);
    const answers = await Promise.all([...publishes, changed.then(() => neighbour.publish('live'))]);
    expect(answers.at(-1)?.status).toBe(409);
    expect(answers.every(({ status }) => [201, 409].includes(status))).toBe(true);
    const { updatedAt } = (await changed).body;
    const made = await gated.history();
    expect(made).toHaveLength(answers.filter(({ status }) => status === 201).length);
    for (const { createdAt } of made) expect(createdAt <= updatedAt).toBe(true);
  });

  it('let a version through once its test has passed, while another person promotes, and never before', async () => {
    const testSetId = await gated.newTestSet();
    await gated.setGates({ tests: [{ testSetId, passes: 1, of: 1 }] });
    await gated.write();
    const { body: sandbox } = await gated.publish('sandbox');
    const asked = await gated.promote(sandbox.deployment.id, { wait: true });
    expect(asked.status).toBe(202);
    const statuses: number[] = [];
    await until('a promotion succeeds', async () => {
      const answers = await Promise.all(
        [gated, neighbour].map((one) => one.promote(sandbox.deployment.id, {}, one.grace)),
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

  it('let one deployment wait where many are asked for, and complete it once', async () => {
    await gated.setGates(APPROVED);
    const version = await gated.write();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? gated : neighbour).publish('live', { wait: true }),
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

  it('let nothing through on approvals that are taken back while it is deployed', async () => {
    await gated.setGates(APPROVED);
    for (let round = 0; round < 5; round++) {
      const version = await gated.write();
      const { body } = await gated.approve(version);
      const own = gated.at(`environments/live/approvals/${body.approval.approvalId}`);
      const before = (await gated.history()).length;
      const [published] = await Promise.all([
        neighbour.publish('live'),
        gated.call('DELETE', own, { key: gated.grace }),
      ]);
      expect((await gated.history()).length - before).toBe(published.status === 201 ? 1 : 0);
      expect((await gated.publish('live')).status).toBe(409);
    }
  });
});
