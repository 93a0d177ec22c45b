import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';

const FIRST_OFFER_MS = 4_000;
const IDLE_MS = 2_000;
/** "Going away": the client may come back. */
const GOING_AWAY = 1001;

describe('a socket without a call', () => {
  let fixture: CallFixture;

  beforeAll(async () => {
    fixture = await createCallFixture({
      SIGNALING_FIRST_OFFER_TIMEOUT_MS: String(FIRST_OFFER_MS),
      SIGNALING_IDLE_TIMEOUT_MS: String(IDLE_MS),
    });
  });
  afterEach(() => fixture.closeClients());
  afterAll(() => fixture.close());

  it('is closed in a way that lets its client come back when its first offer does not come in time', async () => {
    const strangers = await Promise.all(Array.from({ length: 20 }, () => fixture.signaling()));
    for (const stranger of strangers) expect(await stranger.closed()).toBe(GOING_AWAY);
    const again = await SignalingClient.connect(fixture.app.baseUrl);
    expect(again.closeCode).toBeUndefined();
    again.close();
  });

  it('has its idle time from its last call, and is no stranger any more', async () => {
    const client = await fixture.signaling();
    const { sessionId } = await fixture.call(client);
    const beganMs = performance.now();
    await until('both times have passed', () => performance.now() - beganMs > FIRST_OFFER_MS + 500);
    client.send({ type: 'close', sessionId });
    await until('no call is left', async () => (await fixture.activeSessions()) === 0);
    const endedMs = performance.now();
    expect(client.closeCode).toBeUndefined();
    expect(await client.closed()).toBe(GOING_AWAY);
    expect(performance.now() - endedMs).toBeGreaterThan(0.7 * IDLE_MS);
  });
});
