import { spawnSync } from 'node:child_process';
import { inProject } from '../../scripts/lib/project.mjs';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { freePort } from '../support/free-port.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';

interface Readiness {
  readonly activeSessions: number;
  readonly instances: readonly { readonly address?: string; readonly self: boolean }[];
}

const CALLS = 4;

describe('service of two processes behind one port', () => {
  const clients: { readonly close: () => void }[] = [];
  let database: TestDatabase;
  let service: ServiceProcess;
  let own: readonly string[];

  beforeAll(async () => {
    buildService();
    database = await createTestDatabase();
    const port = await freePort();
    own = [port, port + 1].map((each) => `http://127.0.0.1:${each}`);
    service = await startServiceProcess(database.url, {
      INSTANCE_PROCESSES: '2',
      INSTANCE_PROCESS_PORT: String(port),
      MEDIA_WORKERS: '2',
      SIP_ENABLED: 'false',
    });
    // The first accepts calls as soon as it can.
    await until(
      'both are there',
      async () => (await readiness(service.baseUrl)).instances.length === 2,
      60_000,
    );
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await service?.kill();
    await database?.drop();
  });

  async function call(): Promise<void> {
    const [signaling, peer] = [await SignalingClient.connect(service.baseUrl), new WebRtcClient()];
    clients.push(signaling, peer);
    const { data } = await signaling.offer(await peer.createOffer(), service.connectorToken, {
      mode: 'echo',
    });
    await peer.acceptAnswer(String(data?.['sdp']));
    await until('media is connected', () => peer.connectionState === 'connected');
  }

  const readiness = async (baseUrl: string) =>
    (await (await fetch(`${baseUrl}/health/ready`)).json()) as Readiness;
  const metrics = async (baseUrl: string) => (await fetch(`${baseUrl}/metrics`)).text();

  it("has calls in both, reports all at that port and each process's own at its port", async () => {
    for (let made = 0; made < CALLS; made++) await call();
    await until('the processes know of all calls and of each other', async () => {
      const told = await readiness(service.baseUrl);
      const isKnown = told.instances.filter(({ address }) => address !== undefined).length === 2;
      return told.activeSessions === CALLS && isKnown;
    });
    const shares = await Promise.all(own.map(readiness));
    expect(shares.map(({ activeSessions }) => activeSessions)).toEqual([CALLS / 2, CALLS / 2]);
    expect(shares.map(({ instances }) => instances.findIndex(({ self }) => self))).toEqual([0, 1]);
    const ofAll = await metrics(service.baseUrl);
    for (const number of ['1', '2']) {
      expect(ofAll).toMatch(
        new RegExp(`^earshot_calls_active\\{region="studio",process="${number}"\\} 2$`, 'm'),
      );
    }
    expect(
      (await Promise.all(own.map(metrics))).map((text) => text.match(/^earshot_calls_active.*$/gm)),
    ).toEqual([[expect.stringMatching(/process="1"\} 2$/)], [expect.stringMatching(/process="2"\} 2$/)]]);
  });

  it('exits with 0 on SIGTERM after both processes drained', async () => {
    service.signal('SIGTERM');
    await until('no calls are taken any more', async () => {
      const answer = await fetch(`${service.baseUrl}/health`).catch(() => undefined);
      return answer?.status === 503;
    });
    for (const client of clients.splice(0)) client.close();
    expect(await service.exited).toBe(0);
    expect(service.errorOutput()).toBe('');
  });
});

it("more processes than media workers are rejected with the setting's name, and nothing starts", () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/serve.mjs'], {
    cwd: inProject(),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, PORT: '0', INSTANCE_PROCESSES: '3', MEDIA_WORKERS: '2', DATABASE_URL: '' },
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('MEDIA_WORKERS is 2, and each of the 3')]);
});
