import { sharedApp, type TestApp } from '../support/app.js';
import { publish } from '../support/publish.js';
import { type ReceivedFrame, SignalingClient } from '../support/signaling-client.js';
import { WebRtcClient } from '../support/webrtc-client.js';

/** Must not be repeated by an error: long, and unique in its run of one letter. */
const MARKER = 'q'.repeat(5_000);
/** Values of other types, one too long and one within limits. */
const ODD_VALUES = [MARKER, MARKER.slice(0, 900), { [MARKER]: MARKER }, [MARKER]];
const AT_ONCE = 50;
const REPEATED = /q{101,}/;

type Frame = Readonly<Record<string, unknown>>;

describe('signaling error', () => {
  let app: TestApp;
  let peer: WebRtcClient;
  let offer: Frame;
  let sdp: string;
  let marks = 0;

  beforeAll(async () => {
    app = sharedApp();
    const account = await app.createAccount();
    const agentId = await app.createAgent(account);
    const authToken = await app.createConnector(account, agentId, 'sandbox');
    await publish(app, account, agentId, 'sandbox');
    peer = new WebRtcClient();
    sdp = await peer.createOffer();
    offer = { type: 'offer', sessionId: '', data: { type: 'offer', sdp }, authToken, mode: 'echo' };
  });
  afterAll(async () => {
    peer?.close();
    await app?.close();
  });

  /** Errors for these frames on a socket with a session; started calls are ended. */
  async function errorsTo(
    framesOf: (sessionId: string) => readonly (Frame | string)[],
  ): Promise<ReceivedFrame[]> {
    const client = await SignalingClient.connect(app.baseUrl);
    const { sessionId: own } = await client.offer(sdp, offer['authToken'] as string, { mode: 'echo' });
    const errors: ReceivedFrame[] = [];
    for (const frame of framesOf(own)) {
      const before = client.received.length;
      client.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
      const mark = `mark-${++marks}`;
      client.send({ type: 'mark', sessionId: mark });
      const last = await client.next((received) => received.sessionId === mark, before);
      const answers = client.received.slice(before, client.received.indexOf(last));
      for (const { type, sessionId } of answers)
        if (type === 'answer') client.send({ type: 'close', sessionId });
      errors.push(...answers.filter(({ type }) => type === 'error'));
    }
    client.send({ type: 'close', sessionId: own });
    client.close();
    return errors;
  }

  const repeating = (errors: readonly ReceivedFrame[]): unknown[] =>
    errors
      .map((error) => JSON.stringify(error))
      .filter((text) => REPEATED.test(text))
      .map((text) => text.replace(REPEATED, '(marker)'));

  it('repeats at most 100 characters of any field', async () => {
    const build = { artifactVersion: 'a', lambdaDeploymentVersion: 'b' };
    const texts = { callSid: 'c', caller: 'd', callee: 'e', accountId: 'f', projectId: 'g', variantId: 'h' };
    const frames: Frame[] = [
      { ...offer, ...texts, features: ['state'], agentVersionOverride: build },
      { type: 'ice-candidate', data: { candidate: 'x', sdpMid: '0', sdpMLineIndex: 0 } },
      { type: 'text', data: { text: 'x' } },
      { type: 'context', data: { text: 'x' } },
      { type: 'close' },
    ];
    const errors = await errorsTo(() => [MARKER, `{"type":"${MARKER}`, `{"${MARKER}":1}`, `["${MARKER}"]`]);
    for (const frame of frames) {
      const spoilt = (sessionId: string) =>
        ODD_VALUES.flatMap((value) => withEachField({ sessionId, ...frame }, value));
      errors.push(...(await errorsTo(spoilt)));
    }
    expect(errors.length).toBeGreaterThan(70);
    expect(repeating(errors)).toEqual([]);
  });

  it('repeats at most 100 characters of an invalid SDP line', async () => {
    const lines = sdp.split('\r\n');
    const offers = lines.flatMap((line, index) =>
      [MARKER, `${line.slice(0, 2)}${MARKER}`, `${line} ${MARKER}`].map((spoilt) => ({
        ...offer,
        data: { type: 'offer', sdp: lines.with(index, spoilt).join('\r\n') },
      })),
    );
    const errors: ReceivedFrame[] = [];
    // Within a socket's rate limit.
    for (let sent = 0; sent < offers.length; sent += AT_ONCE)
      errors.push(...(await errorsTo(() => offers.slice(sent, sent + AT_ONCE))));
    expect(errors.length).toBeGreaterThan(10);
    expect(repeating(errors)).toEqual([]);
  });
});

/** Copies of a frame, each with another field replaced by the value. */
function withEachField(frame: Frame, value: unknown): Frame[] {
  return Object.entries(frame).flatMap(([name, inner]) => [
    { ...frame, [name]: value },
    ...(typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? withEachField(inner as Frame, value).map((one) => ({ ...frame, [name]: one }))
      : []),
  ]);
}
