import wrtc from '@roamhq/wrtc';
import {
  type CallEnd,
  CallError,
  type CallOptions,
  type CallState,
  EarshotCall,
} from '../../client/src/index.js';
import type { CallsService } from '../../src/calls/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { rms, tone } from '../support/audio.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { until } from '../support/until.js';

const SAMPLE_RATE_HZ = 48_000;
const CHUNK_SAMPLES = SAMPLE_RATE_HZ / 100;

/** A call's sockets, so that a test can break them. */
class TappedWebSocket extends WebSocket {
  static opened: TappedWebSocket[] = [];
  readonly sent: string[] = [];

  constructor(url: string | URL) {
    super(url);
    TappedWebSocket.opened.push(this);
  }

  override send(data: string): void {
    this.sent.push(data);
    super.send(data);
  }

  /** Like a network failure: the call sees an abnormal close (RFC 6455, 7.4.1), and the server loses its client. */
  drop(): void {
    const tell = this.goDeaf();
    this.close();
    tell();
  }

  /** Stops all traffic without a close. */
  goDeaf(): () => void {
    const { onclose } = this;
    this.onclose = this.onmessage = null;
    return () => onclose?.call(this, new CloseEvent('close', { code: 1006 }));
  }
}

/** Peer connections that can report a failed path, which never happens on loopback. */
class LosablePeerConnections {
  private readonly all: RTCPeerConnection[] = [];
  isLost = false;

  /** A constructor. The state is read-only on the connection, so it is proxied. */
  readonly constructorOf = new Proxy(wrtc.RTCPeerConnection, {
    construct: (PeerConnection, [configuration]: [RTCConfiguration]) => {
      const made = new PeerConnection(configuration);
      this.all.push(made);
      return new Proxy(made, {
        get: (connection, name) => {
          if (name === 'connectionState' && this.isLost) return 'failed';
          const value: unknown = Reflect.get(connection, name, connection);
          return typeof value === 'function' ? (value.bind(connection) as unknown) : value;
        },
        set: (connection, name, value) => Reflect.set(connection, name, value, connection),
      });
    },
  });

  get latest(): RTCPeerConnection | undefined {
    return this.all.at(-1);
  }

  close(): void {
    for (const connection of this.all.splice(0)) connection.close();
  }

  loseThePath(): void {
    this.isLost = true;
    this.latest?.onconnectionstatechange?.call(this.latest, new Event('connectionstatechange'));
    this.isLost = false;
  }
}

/** A microphone with a tone. */
function toneMicrophone() {
  const source = new wrtc.nonstandard.RTCAudioSource();
  const track = source.createTrack();
  const stream = new wrtc.MediaStream([track]);
  const samples = tone({ frequencyHz: 440, durationMs: 10, sampleRateHz: SAMPLE_RATE_HZ });
  const timer = setInterval(
    () =>
      source.onData({
        samples,
        sampleRate: SAMPLE_RATE_HZ,
        bitsPerSample: 16,
        channelCount: 1,
        numberOfFrames: CHUNK_SAMPLES,
      }),
    10,
  );
  const stop = () => {
    clearInterval(timer);
    track.stop();
  };
  return { stream, stop };
}

/** Loudness of the call's received audio, 0 to 1, over the latest 10 ms. */
function listenTo(call: EarshotCall): { loudness: () => number } {
  let latest = 0;
  call.on('remote-track', ({ track }) => {
    const sink = new wrtc.nonstandard.RTCAudioSink(track);
    sink.ondata = ({ samples }: { samples: Int16Array }) => (latest = rms(samples));
    call.on('ended', () => sink.stop());
  });
  return { loudness: () => latest };
}

describe('SDK call', () => {
  let app: TestApp;
  let account: TestAccount;
  let agentId: string;
  let token: string;
  let microphone: ReturnType<typeof toneMicrophone>;
  const peers = new LosablePeerConnections();
  const calls: EarshotCall[] = [];

  beforeAll(async () => {
    app = await createTestApp({ env: { MEDIA_WORKERS: '1', SIGNALING_GATEWAY: 'debug' } });
    account = await app.createAccount();
    agentId = await app.createAgent(account);
    token = await app.createConnector(account, agentId, 'sandbox');
    await publish(app, account, agentId, 'sandbox');
    microphone = toneMicrophone();
  });
  afterEach(() => {
    for (const call of calls.splice(0)) call.hangUp();
  });
  afterAll(async () => {
    microphone.stop();
    peers.close();
    await app.close();
  });

  const makeCall = (options: Partial<CallOptions> = {}) => {
    const call = new EarshotCall({
      signalingUrl: app.baseUrl,
      authToken: token,
      mode: 'echo',
      microphone: microphone.stream,
      RTCPeerConnection: peers.constructorOf,
      WebSocket: TappedWebSocket,
      ...options,
    });
    calls.push(call);
    const states: CallState[] = [];
    call.on('state', (state) => states.push(state));
    const socket = () => {
      const socket = TappedWebSocket.opened.at(-1);
      if (!socket) throw new Error('no socket was opened');
      return socket;
    };
    return { call, states, socket };
  };
  const activeCalls = () => app.provider<CallsService>('CallsService').activeCount();

  async function hangUpAtTheServer(sessionId: string): Promise<void> {
    const { id } = await until('the call is on record', () =>
      app.prisma.conversation.findFirst({ where: { sessionId } }),
    );
    const key = await app.createKey(account);
    const { status } = await httpClient(app.baseUrl)('POST', `/v1/conversations/${id}/hang-up`, { key });
    expect(status).toBe(204);
  }

  it('carries audio both ways, measures its connection and leaves nothing after hang-up', async () => {
    const { call, states } = makeCall();
    const { loudness } = listenTo(call);
    await call.start();
    expect(call.sessionId).toMatch(/^sess_/);
    await until('the tone comes back', () => loudness() > 0.05);
    const { path, inbound } = await until('audio was counted', async () => {
      const report = await call.connectionReport();
      return (report.inbound?.packets ?? 0) > 20 && report;
    });
    expect(path).toMatchObject({ protocol: 'udp', remoteType: 'host' });
    expect(inbound).toMatchObject({ lossPercent: 0, codec: 'opus' });
    const ended = new Promise((resolve) => call.on('ended', resolve));
    call.hangUp();
    call.hangUp();
    expect(await ended).toEqual({ reason: 'hang-up' });
    expect(states).toEqual(['starting', 'connecting', 'connected', 'ended']);
    await until('the server has ended it as well', async () => (await activeCalls()) === 0);
    const record = await until('its record is finished', () =>
      app.prisma.conversation.findFirst({ where: { sessionId: call.sessionId, endedAt: { not: null } } }),
    );
    expect(record.endReason).toBe('client-close');
  });

  it('sends silence while muted', async () => {
    const { call } = makeCall();
    const { loudness } = listenTo(call);
    await call.start();
    await until('the tone comes back', () => loudness() > 0.05);
    call.mute();
    expect(call.muted).toBe(true);
    await until('silence comes back', () => loudness() < 0.001);
    call.mute(false);
    await until('the tone comes back', () => loudness() > 0.05);
  });

  it('resumes the session after its socket was dropped', async () => {
    const { call, states, socket } = makeCall();
    await call.start();
    const { sessionId } = call;
    const first = socket();
    first.drop();
    expect(call.state).toBe('reconnecting');
    await until('it is connected again', () => call.state === 'connected');
    expect(socket()).not.toBe(first);
    expect([call.sessionId, await activeCalls()]).toEqual([sessionId, 1]);
    expect(states).toEqual(['starting', 'connecting', 'connected', 'reconnecting', 'connected']);
    call.hangUp();
    await until('the new socket could end the call', async () => (await activeCalls()) === 0);
  });

  it('restarts ICE in the same session when the connection fails', async () => {
    const { call, states } = makeCall();
    const { loudness } = listenTo(call);
    await call.start();
    const { sessionId } = call;
    const ufrag = () => /a=ice-ufrag:(\S+)/.exec(peers.latest?.remoteDescription?.sdp ?? '')?.[1];
    await until('the tone comes back', () => loudness() > 0.05);
    const before = ufrag();
    peers.loseThePath();
    await until(
      'it is connected again',
      () => states.at(-1) === 'connected' && states.includes('reconnecting'),
    );
    await until('the server answered the restart', () => ufrag() !== before);
    await until('the tone comes back', () => loudness() > 0.05);
    expect([call.sessionId, await activeCalls()]).toEqual([sessionId, 1]);
  });

  it('asks a server that ended the call twice in 400 ms, not after each refusal', async () => {
    const { call, socket } = makeCall({ mediaTimeoutMs: 6_000 });
    await call.start();
    const failed = new Promise<CallEnd>((resolve) => call.on('ended', resolve));
    const errors: string[] = [];
    call.on('error', ({ code }) => errors.push(code));
    const noticeTheNetwork = socket().goDeaf();
    await hangUpAtTheServer(call.sessionId);
    await until('the server has ended it', async () => (await activeCalls()) === 0);
    peers.isLost = true;
    try {
      noticeTheNetwork();
      expect((await failed).error?.code).toBe('CONNECTION_LOST');
    } finally {
      peers.isLost = false;
    }
    const offers = socket().sent.filter((frame) => (JSON.parse(frame) as { type: string }).type === 'offer');
    expect(offers.length).toBeGreaterThan(2);
    expect(offers.length).toBeLessThanOrEqual(2 * (1 + 6_000 / 400));
    expect(errors).toEqual(['CONNECTION_LOST']);
  });

  it('gets a new token once when the first is stale', async () => {
    const tokens = ['stale-token', token];
    const { call } = makeCall({ authToken: () => Promise.resolve(tokens.shift() ?? 'asked too often') });
    await call.start();
    expect(tokens).toEqual([]);
  });

  const refusals: [string, () => Partial<CallOptions>, string][] = [
    ['a token that is not valid', () => ({ authToken: 'nonsense' }), 'UNAUTHORIZED'],
    ['a token that stays stale', () => ({ authToken: () => 'nonsense' }), 'UNAUTHORIZED'],
    [
      'a token that cannot be had',
      () => ({ authToken: () => Promise.reject(new Error()) }),
      'TOKEN_UNAVAILABLE',
    ],
    ['a variant that the agent does not have', () => ({ variantId: 'no-such' }), 'INVALID_ARGUMENT'],
    ['a host without microphone access', () => ({ microphone: true }), 'WEBRTC_UNSUPPORTED'],
    [
      'a media path that is never found',
      () => ({ iceTransportPolicy: 'relay', mediaTimeoutMs: 500 }),
      'MEDIA_TIMEOUT',
    ],
  ];
  it.each(refusals)('fails with a code and advice for %s', async (_name, options, code) => {
    const { call, states } = makeCall(options());
    const errors: CallError[] = [];
    call.on('error', (error) => errors.push(error));
    const failure: unknown = await call.start().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallError);
    expect(failure).toMatchObject({ code, advice: expect.stringMatching(/\w/) });
    expect(errors).toEqual([failure]);
    expect(states.at(-1)).toBe('ended');
    await until('the server holds no call', async () => (await activeCalls()) === 0);
  });

  it('is not made when hung up while starting', async () => {
    const { call } = makeCall();
    const started = call.start();
    call.hangUp();
    await started;
    expect(call.state).toBe('ended');
    expect(await activeCalls()).toBe(0);
  });

  it('ends when the server ends it', async () => {
    const { call } = makeCall();
    await call.start();
    const ended = new Promise((resolve) => call.on('ended', resolve));
    // Last, since the service accepts no calls afterwards.
    await app.provider<CallsService>('CallsService').onModuleDestroy();
    expect(await ended).toEqual({ reason: 'remote' });
  });
});
