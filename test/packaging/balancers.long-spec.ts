import type { CallsService } from '../../src/calls/index.js';
import type { InstanceLease } from '../../src/cluster/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { describeWithCaddy, startCaddy } from '../support/caddy.js';
import { CarriedCaller } from '../support/carried-caller.js';
import { describeWithHaproxy, type Haproxy, startHaproxy } from '../support/haproxy.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';

const BALANCERS = [
  { name: 'deploy/haproxy.cfg', suite: describeWithHaproxy(describe), start: startHaproxy },
  { name: 'deploy/Caddyfile.instances', suite: describeWithCaddy(describe), start: startCaddy },
] as const;

/** Largest difference in sockets between instances. */
const UNEVEN = 2;

for (const { name, suite, start } of BALANCERS) {
  suite(`three instances behind ${name}`, () => {
    const instances: TestApp[] = [];
    const sockets: SignalingClient[] = [];
    let balancer: Haproxy;
    let token: string;
    let key: string;

    beforeAll(async () => {
      const options = {
        env: { CALL_MOVE_AFTER_MS: '0', SIGNALING_MAX_SOCKETS: '100' },
        overrides: { conversations: { flushIntervalMs: 20 } },
      };
      const first = await createTestApp(options);
      instances.push(first);
      for (let made = 1; made < 3; made++) {
        instances.push(await createTestApp({ ...options, databaseUrl: first.databaseUrl }));
      }
      const account = await first.createAccount();
      const agentId = await first.createAgent(account);
      await publish(first, account, agentId, 'sandbox');
      token = await first.createConnector(account, agentId, 'sandbox');
      key = await first.createKey(account);
      balancer = await start(instances.map(({ baseUrl }) => Number(new URL(baseUrl).port)));
      for (const { provider } of instances) await provider<InstanceLease>('InstanceLease').renew();
    }, 120_000);
    afterAll(async () => {
      for (const socket of sockets) socket.close();
      await balancer?.stop();
      for (const instance of instances.reverse()) await instance.close();
    });

    const connectionsOf = ({ module }: TestApp) =>
      module<typeof import('./in-service.js')>('test/packaging/in-service.ts').connections();

    it('distribute client sockets', async () => {
      for (let made = 0; made < 12; made++) sockets.push(await SignalingClient.connect(balancer.url));
      const counts = await Promise.all(instances.map(connectionsOf));
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(UNEVEN);
      for (const socket of sockets.splice(0)) socket.close();
    });

    it('carry calls, with live events and hang-up through any of them', async () => {
      const caller = new CarriedCaller(token, { mode: 'traditional' });
      await caller.offerTo(balancer.url);
      await until('it is greeted', () => caller.said.length > 0, 30_000);
      const { sessionId } = caller;
      const events = `${balancer.url}/api/v1/studio/sessions/${sessionId}/events`;
      const headers = { Authorization: `Bearer ${token}` };
      const readers = [1, 2, 3].map(() => fetch(events, { headers }));
      for (const reader of readers) expect((await reader).status).toBe(200);
      const { id } = await until('it is on record', () =>
        instances[0]?.prisma.conversation.findUnique({ where: { sessionId } }),
      );
      const hangUp = `${balancer.url}/v1/conversations/${id}/hang-up`;
      expect((await fetch(hangUp, { method: 'POST', headers: { 'X-API-KEY': key } })).status).toBe(204);
      for (const reader of readers) expect(await (await reader).text()).toContain('"reason":"hung-up"');
      caller.hangUp();
    });

    it('skip a draining or dead instance without a failed request', async () => {
      const [first, second, third] = instances as [TestApp, TestApp, TestApp];
      const draining = first.provider<CallsService>('CallsService').drain();
      await until('it is left out', async () => {
        const before = await connectionsOf(first);
        const made = await Promise.all([1, 2, 3, 4].map(() => SignalingClient.connect(balancer.url)));
        const after = await connectionsOf(first);
        for (const socket of made) socket.close();
        return after <= before;
      });
      await draining;
      await second.close();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          fetch(`${balancer.url}/v1/instances`, { headers: { 'X-API-KEY': key } }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const socket = await SignalingClient.connect(balancer.url);
      expect(await connectionsOf(third)).toBeGreaterThan(0);
      socket.close();
    });
  });
}
