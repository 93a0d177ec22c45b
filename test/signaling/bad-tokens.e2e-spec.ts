import type { InstanceKeys } from '../../src/common/secrets/index.js';
import { sharedCallFixture } from '../support/call-fixture.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import type { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { studioTokens } from '../support/studio-tokens.js';

describe('offer with a studio token', () => {
  let fixture: Awaited<ReturnType<typeof sharedCallFixture>>;
  let signaling: SignalingClient;

  beforeAll(async () => {
    fixture = await sharedCallFixture();
  });
  beforeEach(async () => {
    signaling = await fixture.signaling();
  });
  afterEach(() => fixture.closeClients());
  afterAll(() => fixture.close());

  const offer = (token: string) => signaling.offer(fixture.sdp, token, { mode: 'echo' });

  /** The same answer for any invalid token. */
  async function expectRefused(token: string): Promise<void> {
    expect(await offer(token)).toEqual({
      type: 'error',
      sessionId: '',
      data: { code: 'UNAUTHORIZED', message: expect.any(String) },
    });
  }

  const conversations = () =>
    fixture.app.prisma.conversation.findMany({ where: { accountId: fixture.account.accountId } });

  /** Records are written in order: once an accepted call's exists, so do all earlier ones. */
  async function expectAccepted(token: string): Promise<void> {
    const before = await conversations();
    const { type, sessionId } = await offer(token);
    expect(type).toBe('answer');
    signaling.send({ type: 'close', sessionId });
    const after = await until('its record is finished', async () => {
      const found = await conversations();
      return found.some((record) => record.sessionId === sessionId && record.endedAt !== null) && found;
    });
    const known = before.map((record) => record.sessionId);
    expect(after.map((record) => record.sessionId).sort()).toEqual([...known, sessionId].sort());
  }

  it('is UNAUTHORIZED for any token the service did not issue, and creates no session', async () => {
    const keys = fixture.app.provider<InstanceKeys>('InstanceKeys');
    const { current } = await keys.keyRing('studio-token');
    const { valid, bad } = await studioTokens(current, { ...fixture.account, agentId: fixture.agentId });
    for (const token of Object.values(bad)) await expectRefused(token);
    await expectAccepted(valid);
    const messages = signaling.received.map(({ data }) => data?.['message']).filter(Boolean);
    expect(new Set(messages).size).toBe(1);
  });

  it('is UNAUTHORIZED as soon as the target has a newer deployment', async () => {
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
