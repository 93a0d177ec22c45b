import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';

const FAULTS = {
  SIGUSR2: 'Promise.reject(new Error("fault point"))',
  SIGWINCH: 'queueMicrotask(() => { throw new Error("fault point") })',
} as const;

let database: TestDatabase;
let service: ServiceProcess | undefined;
const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-faults-'));

beforeAll(async () => {
  buildService();
  database = await createTestDatabase();
}, 120_000);
afterEach(() => service?.kill());
afterAll(async () => {
  await database?.drop();
  rmSync(folder, { recursive: true });
});

it.each([
  ['unhandledRejection', 'SIGUSR2'],
  ['uncaughtException', 'SIGWINCH'],
] as const)(
  'an %s is logged and counted, and the process drains: finishes its call, takes no other and exits with 1',
  async (kind, signal) => {
    const faultPoint = path.join(folder, 'fault-point.mjs');
    writeFileSync(faultPoint, `process.on('${signal}', () => void ${FAULTS[signal]});`);
    const env = {
      NODE_OPTIONS: `--import ${faultPoint}`,
      CALL_DRAIN_TIMEOUT_MS: '30000',
      LOG_LEVEL: 'error',
    };
    service = await startServiceProcess(database.url, env);
    const { baseUrl, connectorToken } = service;
    const signaling = await SignalingClient.connect(baseUrl);
    const peer = new WebRtcClient();
    try {
      const answer = await signaling.offer(await peer.createOffer(), connectorToken, { mode: 'echo' });
      await peer.acceptAnswer(String(answer.data?.['sdp']));
      await until('the call is connected', () => peer.connectionState === 'connected');

      service.signal(signal);
      const health = () => fetch(`${baseUrl}/health`).then(({ status }) => status);
      await until('the process drains', async () => (await health()) === 503);
      const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
      expect(metrics).toMatch(new RegExp(`earshot_unexpected_faults_total\\{kind="${kind}".*\\} 1`));
      expect(peer.connectionState).toBe('connected');
      const another = await signaling.offer(await peer.createOffer(), connectorToken, { mode: 'echo' });
      expect(another.type).toBe('error');
      // A second fault during the drain changes nothing.
      service.signal(signal);
      signaling.send({ type: 'close', sessionId: answer.sessionId });
      expect(await service.exited).toBe(1);
    } finally {
      peer.close();
      signaling.close();
    }
  },
  120_000,
);
