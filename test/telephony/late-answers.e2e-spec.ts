import dgram from 'node:dgram';
import { once } from 'node:events';
import { type KeptInvite, SipEndpoint, type SipEndpointOptions } from '../../src/sip/index.js';
import { until } from '../support/until.js';

const HOST = '127.0.0.1';
/** An order that ended after its instance died. */
const OVER = 'call_over';
const problems: unknown[] = [];

const OPTIONS: SipEndpointOptions<string> = {
  listenIp: HOST,
  listenIpv6: undefined,
  port: 0,
  portTries: 10,
  announcedAddress: undefined,
  maxMessageBytes: 16_384,
  maxDatagramBytes: 1_300,
  maxConnections: 10,
  maxConnectionsPerAddress: 10,
  idleMs: 60_000,
  agentName: 'Earshot',
  hears: () => true,
  gate: () => ({ kind: 'passed', line: 'a line' }),
  invited: () => undefined,
  isOver: (callId) => Promise.resolve(callId === OVER),
  problem: (error) => problems.push(error),
};

describe('late response to an INVITE of a dead instance', () => {
  let endpoint: SipEndpoint<string>;
  let carrier: dgram.Socket;
  const received: string[] = [];

  beforeAll(async () => {
    endpoint = await SipEndpoint.listen(OPTIONS);
    carrier = dgram.createSocket('udp4');
    carrier.on('message', (data) => received.push(data.toString()));
    carrier.bind(0, HOST);
    await once(carrier, 'listening');
  });
  beforeEach(() => received.splice(0));
  afterAll(() => {
    endpoint?.close();
    carrier?.close();
    expect(problems).toEqual([]);
  });

  const keptOf = (callId: string): KeptInvite => ({
    callId,
    requestUri: `sip:+442079460123@${HOST};user=phone`,
    via: `SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bK${callId};rport`,
    from: '<sip:+442079460000@192.0.2.1>;tag=ours',
    to: `<sip:+442079460123@${HOST};user=phone>`,
    routes: [],
    sequence: 2,
    way: { protocol: 'UDP', address: HOST, port: carrier.address().port },
  });

  function respond(
    status: number,
    { callId, via, from, to, sequence }: KeptInvite,
    more: readonly string[] = [],
  ) {
    const { port } = carrier.address();
    const lines = [
      `SIP/2.0 ${status} Said`,
      `Via: ${via}`,
      `From: ${from}`,
      `To: ${to};tag=theirs`,
      `Call-ID: ${callId}`,
      `CSeq: ${sequence} INVITE`,
      `Contact: <sip:phone@${HOST}:${port};x=y>`,
      ...more,
      'Content-Length: 0',
      '\r\n',
    ];
    carrier.send(lines.join('\r\n'), endpoint.port, HOST);
  }

  const came = (method: string) =>
    until(`${method} comes`, () => received.find((text) => text.startsWith(`${method} `)));

  it('is cancelled with the original transaction, and its refusal acknowledged', async () => {
    const kept = keptOf('call_ringing');
    endpoint.abandoned.takeBack(kept);
    const cancel = await came('CANCEL');
    expect(cancel).toContain(`CANCEL ${kept.requestUri} SIP/2.0\r\nVia: ${kept.via}\r\n`);
    expect(cancel).toContain(`From: ${kept.from}\r\nTo: ${kept.to}\r\n`);
    expect(cancel).toContain(`Call-ID: ${kept.callId}\r\nCSeq: 2 CANCEL\r\n`);
    respond(487, kept);
    const ack = await came('ACK');
    expect(ack).toContain(`Via: ${kept.via}\r\n`);
    expect(ack).toContain(`To: ${kept.to};tag=theirs\r\n`);
  });

  it.each([
    ['that was taken back', 'call_answered', (kept: KeptInvite) => endpoint.abandoned.takeBack(kept)],
    ['that ended elsewhere', OVER, () => undefined],
  ])('is acknowledged and hung up after a late answer to one %s', async (_which, callId, prepare) => {
    const kept = keptOf(callId);
    prepare(kept);
    const routes = ['Record-Route: <sip:a@192.0.2.2;lr>', 'Record-Route: <sip:b@192.0.2.3;lr>'];
    respond(200, kept, routes);
    const [ack, bye] = [await came('ACK'), await came('BYE')];
    for (const [text, sequence] of [
      [ack, '2 ACK'],
      [bye, '3 BYE'],
    ]) {
      expect(text).toMatch(/^[A-Z]+ sip:phone@127\.0\.0\.1:\d+;x=y SIP\/2\.0\r\n/);
      expect(text).toContain('Route: <sip:b@192.0.2.3;lr>\r\nRoute: <sip:a@192.0.2.2;lr>\r\n');
      expect(text).toContain(`To: ${kept.to};tag=theirs\r\n`);
      expect(text).toContain(`CSeq: ${sequence}\r\n`);
    }
    expect(ack).not.toContain(`branch=z9hG4bK${callId}`);
  });

  it('leaves unknown calls and calls resumed elsewhere alone', async () => {
    respond(200, keptOf('call_running'));
    respond(200, { ...keptOf(OVER), from: 'x' }, ['X: y']);
    respond(200, keptOf(OVER));
    // The last one is answered, so the earlier ones were not.
    await came('BYE');
    expect(received.filter((text) => text.includes('call_running'))).toEqual([]);
  });
});
