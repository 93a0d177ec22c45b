import { InstanceKeys } from '../../src/common/secrets/index.js';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import type { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { studioTokens } from '../support/studio-tokens.js';

describe('an offer with a studio token', () => {
  let fixture: CallFixture;
  let signaling: SignalingClient;

  beforeAll(async () => {
    fixture = await createCallFixture();
  });
  beforeEach(async () => {
    signaling = await fixture.signaling();
  });
  afterEach(() => fixture.closeClients());
  afterAll(() => fixture.close());

  const offer = (token: string) => signaling.offer(fixture.sdp, token, { mode: 'echo' });

  /** The one answer to whatever is wrong with a token. */
  async function expectRefused(token: string): Promise<void> {
    expect(await offer(token)).toEqual({
      type: 'error',
      sessionId: '',
      data: { code: 'UNAUTHORIZED', message: expect.any(String) },
    });
    expect(await fixture.activeSessions()).toBe(0);
  }

  /** Records are written behind their calls: once that of an accepted call is there, those of all earlier ones are. */
  async function expectAccepted(token: string): Promise<void> {
    const before = await fixture.app.prisma.conversation.findMany({ select: { sessionId: true } });
    const { type, sessionId } = await offer(token);
    expect(type).toBe('answer');
    signaling.send({ type: 'close', sessionId });
    await fixture.allReleased();
    const after = await until('its record is finished', async () => {
      const found = await fixture.app.prisma.conversation.findMany();
      return found.some((record) => record.sessionId === sessionId && record.endedAt !== null) && found;
    });
    const known = before.map((record) => record.sessionId);
    expect(after.map((record) => record.sessionId).sort()).toEqual([...known, sessionId].sort());
  }

  it('is UNAUTHORIZED for every token that is not exactly one of the service, and makes no session (S6)', async () => {
    const ring = fixture.app.app.get(InstanceKeys, { strict: false }).keyRing('studio-token');
    const { valid, bad } = await studioTokens(ring.current, { ...fixture.account, agentId: fixture.agentId });
    for (const token of Object.values(bad)) await expectRefused(token);
    await expectAccepted(valid);
    const messages = signaling.received.map(({ data }) => data?.['message']).filter(Boolean);
    expect(new Set(messages).size).toBe(1);
  });

  it('is UNAUTHORIZED as soon as a newer deployment of the target exists (S6)', async () => {
    const call = httpClient(fixture.app.baseUrl);
    const key = await fixture.app.createKey(fixture.account);
    const { body } = await call('POST', `/v1/agents/${fixture.agentId}/studio-tokens`, {
      key,
      body: { target: 'sandbox' },
    });
    await expectAccepted(body.token);
    await publish(fixture.app, fixture.account, fixture.agentId, 'sandbox');
    await expectRefused(body.token);
    await expectAccepted(fixture.token);
  });
});
