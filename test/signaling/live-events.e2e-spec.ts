import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import type { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';

describe('live events over the signaling socket', () => {
  let fixture: CallFixture;

  beforeAll(async () => {
    fixture = await createCallFixture();
  });
  afterEach(() => fixture.closeClients());
  afterAll(() => fixture.close());

  async function connectedCall(signaling: SignalingClient, fields: object): Promise<string> {
    const peer = fixture.peer();
    const sdp = await peer.createOffer();
    const answer = await signaling.offer(sdp, fixture.token, { mode: 'echo', ...fields });
    await peer.acceptAnswer(String(answer.data?.['sdp']));
    await until('media is connected', () => peer.connectionState === 'connected');
    return answer.sessionId;
  }

  it('reach a client that asked for them, follow its call to another socket, and keep their numbers', async () => {
    const first = await fixture.signaling();
    const sessionId = await connectedCall(first, { features: ['state', 'telepathy'] });
    const event = await first.next(({ type }) => type === 'event');
    expect(event).toEqual({
      type: 'event',
      sessionId,
      number: expect.any(Number),
      data: { kind: 'state', state: 'connected' },
    });
    first.destroy();
    const second = await fixture.signaling();
    second.send({ type: 'ice-candidate', sessionId, data: null });
    expect(await second.next(({ type }) => type === 'event')).toEqual(event);
  });

  it('do not reach a client that did not ask', async () => {
    const client = await fixture.signaling();
    const sessionId = await connectedCall(client, {});
    client.send({ type: 'close', sessionId });
    client.send({ type: 'ping' });
    await client.next(({ type }) => type === 'pong');
    expect(client.received.map(({ type }) => type)).not.toContain('event');
  });
});
