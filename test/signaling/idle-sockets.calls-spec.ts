import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';

const FIRST_OFFER_MS = 4_000;
const IDLE_MS = 2_000;
/** "Going away": the client may reconnect. */
const GOING_AWAY = 1001;

describe('socket without a call', () => {
  let fixture: CallFixture;

  beforeAll(async () => {
    fixture = await createCallFixture({}, undefined, {
      signaling: { firstOfferTimeoutMs: FIRST_OFFER_MS, idleTimeoutMs: IDLE_MS },
    });
  });
  afterEach(() => fixture.closeClients());
  afterAll(() => fixture.close());

  it('is closed with a retryable code when its first offer is late', async () => {
    const strangers = await Promise.all(Array.from({ length: 20 }, () => fixture.signaling()));
    for (const stranger of strangers) expect(await stranger.closed()).toBe(GOING_AWAY);
    const again = await SignalingClient.connect(fixture.app.baseUrl);
    expect(again.closeCode).toBeUndefined();
    again.close();
  });

  it('is idle from its last call, and no longer counted as unknown', async () => {
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
