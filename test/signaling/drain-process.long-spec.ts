import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';

const projectDir = fileURLToPath(new URL('../../', import.meta.url));
const CALLS = 50;
/** Of these the media is connected, too. */
const CONNECTED_CALLS = 5;
const DRAIN_MS = 4_000;
const START_TIMEOUT_MS = 240_000;

interface Demo {
  readonly baseUrl: string;
  readonly connectorToken: string;
}

describe('a service process that gets SIGTERM with 50 calls', () => {
  let service: ChildProcess;
  let demo: Demo;
  let dataDir: string;
  const peers: WebRtcClient[] = [];

  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: projectDir, stdio: 'ignore' });
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'earshot-drain-'));
    const demoFile = path.join(dataDir, 'demo.json');
    service = spawn(process.execPath, ['scripts/serve.mjs'], {
      cwd: projectDir,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        DATABASE_URL: '',
        DATA_DIR: dataDir,
        DEMO_FILE: demoFile,
        SEED_DEMO: 'true',
        PORT: '0',
        MEDIA_PORT: '0',
        MEDIA_WORKERS: '1',
        MEDIA_LISTEN_IP: '127.0.0.1',
        SIGNALING_GATEWAY: 'debug',
        LOG_LEVEL: 'error',
        CALL_DRAIN_TIMEOUT_MS: String(DRAIN_MS),
      },
    });
    demo = await until(
      'the service is ready',
      async () => {
        if (service.exitCode !== null) throw new Error(`the service ended with ${service.exitCode}`);
        if (!existsSync(demoFile)) return undefined;
        const access = JSON.parse(readFileSync(demoFile, 'utf8')) as Demo;
        const answer = await fetch(`${access.baseUrl}/health`).catch(() => undefined);
        return answer?.ok ? access : undefined;
      },
      START_TIMEOUT_MS,
    );
  }, START_TIMEOUT_MS * 2);

  afterAll(() => {
    for (const peer of peers) peer.close();
    if (service.exitCode === null) service.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is not ready within a second, refuses offers, gives calls their drain time and a close, and exits with 0 (S7)', async () => {
    const signaling = await SignalingClient.connect(demo.baseUrl);
    const probe = new WebRtcClient();
    peers.push(probe);
    const idleSdp = await probe.createOffer();
    const sessionIds: string[] = [];
    for (let i = 0; i < CALLS; i += 1) {
      sessionIds.push(i < CONNECTED_CALLS ? await connectedCall(signaling) : await call(signaling, idleSdp));
    }
    const exited = once(service, 'exit');
    const stoppedAtMs = performance.now();
    service.kill('SIGTERM');
    await until('the service says that it is not ready', async () => {
      const { status } = await fetch(`${demo.baseUrl}/health`);
      return status === 503;
    });
    expect(performance.now() - stoppedAtMs).toBeLessThan(1_000);
    const refusal = await signaling.offer(idleSdp, demo.connectorToken, { mode: 'echo' });
    expect(refusal).toMatchObject({ type: 'error', data: { code: 'MEDIA_BRIDGE_FAILURE' } });

    const isClose = ({ type }: { type: string }) => type === 'close';
    await signaling.next(isClose);
    // The service's clock for this began a little after ours.
    expect(performance.now() - stoppedAtMs).toBeGreaterThanOrEqual(DRAIN_MS - 100);
    const [exitCode] = (await exited) as [number | null];
    expect(exitCode).toBe(0);
    const closed = signaling.received.filter(isClose).map(({ sessionId }) => sessionId);
    expect(closed.sort()).toEqual(sessionIds.sort());
  }, 120_000);

  async function call(signaling: SignalingClient, sdp: string): Promise<string> {
    const answer = await signaling.offer(sdp, demo.connectorToken, { mode: 'echo' });
    expect(answer.type).toBe('answer');
    return answer.sessionId;
  }

  async function connectedCall(signaling: SignalingClient): Promise<string> {
    const peer = new WebRtcClient();
    peers.push(peer);
    const answer = await signaling.offer(await peer.createOffer(), demo.connectorToken, { mode: 'echo' });
    await peer.acceptAnswer(String(answer.data?.['sdp']));
    await until('media is connected', () => peer.connectionState === 'connected');
    return answer.sessionId;
  }
});
