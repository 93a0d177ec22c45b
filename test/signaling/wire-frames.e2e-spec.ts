import { Ajv2020 } from 'ajv/dist/2020.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { type ReceivedFrame, SignalingClient } from '../support/signaling-client.js';
import { WebRtcClient } from '../support/webrtc-client.js';

const CANDIDATE = 'candidate:1 1 udp 2122260223 192.0.2.7 54321 typ host';

type Frame = Readonly<Record<string, unknown>>;

/** The result of a frame: an answer, silent acceptance, or an error. */
type Outcome = 'answer' | 'pong' | 'taken' | 'INVALID_MESSAGE' | 'INVALID_ARGUMENT' | 'UNAUTHORIZED';

/** A frame, its result, and whether the AsyncAPI document describes it. */
type Example = readonly [what: string, frame: Frame, outcome: Outcome, documented: boolean];

describe('every frame of the interface', () => {
  let app: TestApp;
  let account: TestAccount;
  let agentId: string;
  let token: string;
  let build: Frame;
  let peer: WebRtcClient;
  let sdp: string;
  let client: SignalingClient;
  let sessionId: string;
  let ajv: Ajv2020;
  let sentByServer: ReadonlySet<string>;
  let marks = 0;

  const fits = (frame: Frame) =>
    ajv.validate({ $ref: `document#/components/messages/${String(frame['type'])}/payload` }, frame);

  beforeAll(async () => {
    app = sharedApp();
    account = await app.createAccount();
    agentId = await app.createAgent(account);
    token = await app.createConnector(account, agentId, 'sandbox');
    await publish(app, account, agentId, 'sandbox');
    const deployment = await app.prisma.deployment.findFirstOrThrow({ where: { agentId } });
    build = {
      artifactVersion: deployment.artifactVersion,
      lambdaDeploymentVersion: deployment.functionsHash,
    };
    peer = new WebRtcClient();
    sdp = await peer.createOffer();
    const { body } = await httpClient(app.baseUrl)('GET', '/v1/asyncapi.json');
    ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: 'document', components: body.components });
    sentByServer = new Set(
      body.operations.sendToClient.messages.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1)),
    );
  });

  beforeEach(async () => {
    client = await SignalingClient.connect(app.baseUrl);
    ({ sessionId } = await client.offer(sdp, token, { mode: 'echo' }));
    // The candidates after the answer.
    await answersTo({ type: 'ping' });
  });

  afterEach(() => {
    for (const { type, sessionId: made } of client.received)
      if (type === 'answer') client.send({ type: 'close', sessionId: made });
    client.close();
  });

  afterAll(async () => {
    peer.close();
    await app.close();
  });

  /** The server's answers to a frame, up to its answer to a following marker. */
  async function answersTo(frame: Frame | string): Promise<ReceivedFrame[]> {
    const before = client.received.length;
    const mark = `mark-${++marks}`;
    client.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    client.send({ type: 'mark', sessionId: mark });
    const last = await client.next((received) => received.sessionId === mark, before);
    return client.received.slice(before, client.received.indexOf(last));
  }

  function outcomeOf(answers: readonly ReceivedFrame[]): unknown {
    const [first] = answers;
    return first?.type === 'error' ? first.data?.['code'] : (first?.type ?? 'taken');
  }

  async function expectOutcomes(examples: readonly Example[]): Promise<void> {
    const seen: unknown[] = [];
    for (const [what, frame] of examples) {
      const answers = await answersTo(frame);
      for (const answer of answers)
        expect([answer.type, sentByServer.has(answer.type), fits({ ...answer })]).toEqual([
          answer.type,
          true,
          true,
        ]);
      seen.push([what, outcomeOf(answers), fits(frame)]);
    }
    expect(seen).toEqual(examples.map(([what, , outcome, documented]) => [what, outcome, documented]));
  }

  it('starts a session by an offer, with every optional field and fields of existing clients', async () => {
    const offer = {
      type: 'offer',
      sessionId: '',
      data: { type: 'offer', sdp },
      authToken: token,
      mode: 'echo',
    };
    const { sessionId: _none, ...withoutSession } = offer;
    const ids = { accountId: account.accountId, projectId: agentId };
    const numbers = { callSid: 'CA1', caller: '+4930123', callee: '+4930456' };
    await expectOutcomes([
      ['the empty session', offer, 'answer', true],
      ['every field', { ...offer, ...ids, ...numbers, agentVersionOverride: build }, 'answer', true],
      ['features', { ...offer, features: ['state', 'transcript'] }, 'answer', true],
      ['features that nobody knows', { ...offer, features: ['telepathy'] }, 'answer', false],
      ['too many features', { ...offer, features: Array(33).fill('state') }, 'INVALID_MESSAGE', false],
      ['features that are no list', { ...offer, features: 'state' }, 'INVALID_MESSAGE', false],
      ['no session', withoutSession, 'answer', false],
      ['session null', { ...offer, sessionId: null }, 'answer', true],
      ['null in what is optional', { ...offer, caller: null, variantId: null }, 'answer', false],
      [
        'fields that nobody knows',
        { ...offer, colour: 'red', data: { ...offer.data, x: 1 } },
        'answer',
        true,
      ],
      ['the session again', { ...offer, sessionId }, 'answer', true],
      ['the largest session id', { ...offer, sessionId: 's'.repeat(1_024) }, 'INVALID_ARGUMENT', true],
      ['an unknown mode', { ...offer, mode: 'telepathy' }, 'INVALID_ARGUMENT', false],
      [
        'half a build',
        { ...offer, agentVersionOverride: { artifactVersion: 'a' } },
        'INVALID_ARGUMENT',
        false,
      ],
      ['no token', { ...offer, authToken: undefined }, 'UNAUTHORIZED', false],
      ['a token that is no text', { ...offer, authToken: 5 }, 'UNAUTHORIZED', false],
    ]);
  });

  it('accepts candidates with and without their media section, and end-of-candidates', async () => {
    const data = { candidate: CANDIDATE, sdpMid: '0', sdpMLineIndex: 0 };
    const frame = { type: 'ice-candidate', sessionId, data };
    await expectOutcomes([
      ['a candidate', frame, 'taken', true],
      [
        'null for the section',
        { ...frame, data: { ...data, sdpMid: null, sdpMLineIndex: null } },
        'taken',
        true,
      ],
      ['no section', { ...frame, data: { candidate: CANDIDATE } }, 'taken', false],
      ['an empty candidate', { ...frame, data: { ...data, candidate: '' } }, 'taken', true],
      ['null for the end', { ...frame, data: null }, 'taken', false],
      ['no candidate', { ...frame, data: { ...data, candidate: 'nonsense' } }, 'INVALID_ARGUMENT', true],
      ['an unknown session', { ...frame, sessionId: 'sess_0' }, 'INVALID_ARGUMENT', true],
      ['no data', { type: 'ice-candidate', sessionId }, 'INVALID_MESSAGE', false],
      ['no session, of the only offer', { ...frame, sessionId: undefined }, 'taken', false],
      ['an index below 0', { ...frame, data: { ...data, sdpMLineIndex: -1 } }, 'INVALID_MESSAGE', false],
      ['half an index', { ...frame, data: { ...data, sdpMLineIndex: 0.5 } }, 'INVALID_MESSAGE', false],
    ]);
  });

  it('answers a ping and ends a session once on close', async () => {
    await expectOutcomes([
      ['a ping', { type: 'ping' }, 'pong', true],
      [
        'a text that nobody reads',
        { type: 'text', sessionId, data: { text: 'x' } },
        'INVALID_ARGUMENT',
        true,
      ],
      [
        'a text of another session',
        { type: 'text', sessionId: 'sess_0', data: { text: 'x' } },
        'INVALID_ARGUMENT',
        true,
      ],
      ['no text', { type: 'text', sessionId, data: { text: '' } }, 'INVALID_MESSAGE', false],
      [
        'too much text',
        { type: 'text', sessionId, data: { text: 'x'.repeat(2_001) } },
        'INVALID_MESSAGE',
        false,
      ],
      ['context', { type: 'context', sessionId, data: { text: 'x' } }, 'INVALID_ARGUMENT', true],
      ['no context', { type: 'context', sessionId, data: {} }, 'INVALID_MESSAGE', false],
      ['a close', { type: 'close', sessionId }, 'taken', true],
      ['a close of nothing', { type: 'close', sessionId }, 'INVALID_ARGUMENT', true],
      ['a close without a session', { type: 'close' }, 'INVALID_MESSAGE', false],
    ]);
  });

  it.each([
    ['no JSON', '{"type":', 'The frame is not valid JSON.'],
    ['a list', '[]', 'The frame is not a JSON object.'],
    ['null', 'null', 'The frame is not a JSON object.'],
    [
      'no type',
      '{}',
      'The frame has no type or an unknown one: use offer, ice-candidate, close, text, context, ping.',
    ],
    ["the server's type", '{"type":"answer"}', 'A client does not send frames of type "answer".'],
    ['no data', '{"type":"offer"}', 'data must be an object.'],
    ['data that is a list', '{"type":"offer","data":[]}', 'data must be an object.'],
    ['another data.type', '{"type":"offer","data":{"type":"x","sdp":""}}', 'data.type must be "offer".'],
    ['no sdp', '{"type":"offer","data":{"type":"offer"}}', 'data.sdp must be a string.'],
    ['a number for an id', '{"type":"close","sessionId":7}', 'sessionId must be a string.'],
  ])('rejects %s as INVALID_MESSAGE with the field and the expected value', async (_what, text, message) => {
    const [answer] = await answersTo(text);
    expect(answer).toEqual({ type: 'error', sessionId: '', data: { code: 'INVALID_MESSAGE', message } });
  });

  it('reports the field, its limit and the session when a field is too long', async () => {
    const data = { type: 'offer', sdp };
    const [answer] = await answersTo({ type: 'offer', sessionId, data, caller: '1'.repeat(1_025) });
    expect(answer).toEqual({
      type: 'error',
      sessionId,
      data: { code: 'INVALID_MESSAGE', message: 'caller is longer than 1024 characters.' },
    });
  });
});
