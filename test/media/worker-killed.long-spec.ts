import type { MediaService } from '../../src/media/index.js';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { Callers } from '../support/callers.js';
import type { ReceivedFrame, SignalingClient } from '../support/signaling-client.js';
import type { Remote } from '../support/service/start.js';
import { type Watch, watchService } from '../support/unharmed.js';
import { until } from '../support/until.js';

const ROUNDS = 10;
const CALLS = 20;
const MAX_MS = 1_000;

describe('killed media worker (-9)', () => {
  let fixture: CallFixture;
  let media: Remote<MediaService>;
  let watch: Watch;

  beforeAll(async () => {
    fixture = await createCallFixture({ MEDIA_LISTEN_IP: '127.0.0.1' });
    media = fixture.app.provider<MediaService>('MediaService');
    watch = await watchService(fixture);
  });
  afterAll(() => fixture.close());

  it(`notifies each of ${CALLS} callers within a second, and a new call works within another, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const callers = Callers.start();
      try {
        await killUnder(callers);
      } finally {
        await callers.stop();
      }
    }
    await watch.expectUnharmed();
    // Records are written after their calls end.
    await until('every record says what happened', async () => {
      const crashed = { crashed: true, endReason: 'media-failed' };
      return (await fixture.app.prisma.conversation.count({ where: crashed })) === ROUNDS * CALLS;
    });
  }, 300_000);

  async function killUnder(callers: Callers): Promise<void> {
    const signaling = await fixture.signaling();
    const sessionIds: string[] = [];
    for (let i = 0; i < CALLS; i += 1) sessionIds.push(await callers.echoCall(signaling, fixture.token));
    await callers.untilHearing(CALLS);
    const [pid = 0] = await media.workerPids();
    const killedAtMs = performance.now();
    process.kill(pid, 'SIGKILL');
    for (const sessionId of sessionIds) await told(signaling, sessionId);
    const toldAtMs = performance.now();
    expect(toldAtMs - killedAtMs).toBeLessThan(MAX_MS);
    await until('a worker takes calls', async () => (await media.workerPids()).length === 1, MAX_MS);
    await callers.count();
    const fresh = await callers.echoCall(signaling, fixture.token);
    await callers.untilHearing(1);
    expect(performance.now() - toldAtMs).toBeLessThan(MAX_MS);
    expect(await media.workerPids()).not.toContain(pid);
    signaling.send({ type: 'close', sessionId: fresh });
    await fixture.allReleased();
    signaling.close();
  }
});

/** The client receives the error first, then the close. */
async function told(signaling: SignalingClient, sessionId: string): Promise<void> {
  const last = await signaling.next((frame) => frame.sessionId === sessionId && frame.type === 'close');
  const ofSession = signaling.received.filter((frame: ReceivedFrame) => frame.sessionId === sessionId);
  expect(ofSession.slice(-2)).toMatchObject([{ data: { code: 'MEDIA_BRIDGE_FAILURE' } }, last]);
}
