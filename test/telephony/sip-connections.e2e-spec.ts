import dgram from 'node:dgram';
import { once } from 'node:events';
import net from 'node:net';
import {
  type DialogListener,
  type IncomingInvite,
  type SipDialog,
  SipEndpoint,
  type SipEndpointOptions,
} from '../../src/sip/index.js';
import { createTestApp } from '../support/app.js';
import { until } from '../support/until.js';

const HOST = '127.0.0.1';
let endpoint: SipEndpoint<string>;
let invited: IncomingInvite | undefined;
const problems: unknown[] = [];

const OPTIONS: SipEndpointOptions<string> = {
  listenIp: HOST,
  listenIpv6: undefined,
  port: 0,
  portTries: 10,
  announcedAddress: undefined,
  maxMessageBytes: 16_384,
  maxDatagramBytes: 600,
  maxConnections: 10,
  maxConnectionsPerAddress: 10,
  idleMs: 60_000,
  agentName: 'Earshot',
  hears: () => true,
  gate: () => ({ kind: 'passed', line: 'a line' }),
  invited: (invite) => (invited = invite),
  problem: (error) => problems.push(error),
};

beforeAll(async () => {
  endpoint = await SipEndpoint.listen(OPTIONS);
});

afterAll(() => endpoint?.close());

/** Listens on TCP and keeps received data. */
async function tcpPeer() {
  const received: string[] = [];
  const server = net.createServer((socket) => socket.on('data', (data) => received.push(data.toString())));
  server.listen(0, HOST);
  await once(server, 'listening');
  return { received, port: (server.address() as net.AddressInfo).port, close: () => server.close() };
}

/** Listens on UDP and keeps received data. */
async function udpPeer(port = 0) {
  const received: string[] = [];
  const socket = dgram.createSocket('udp4');
  socket.on('message', (data) => received.push(data.toString()));
  socket.bind(port, HOST);
  await once(socket, 'listening');
  const send = (text: string, to: number) => socket.send(text, to, HOST);
  return { received, send, port: socket.address().port, close: () => socket.close() };
}

function callOverUdp(port: number) {
  const failures: string[] = [];
  const call = endpoint.call(
    {
      to: { user: '+442079460000', host: HOST, port },
      from: { user: '+442079460001', host: HOST, displayName: '' },
      asserted: undefined,
      login: undefined,
      offer: `v=0\r\n${'a=filler:0123456789\r\n'.repeat(20)}`,
      callId: `call-${port}`,
      fromTag: 'tag',
      silenceMs: 8_000,
    },
    endpoint.transport.flowTo('UDP', HOST, port),
    { progressed: () => undefined, answered: () => undefined, failed: ({ kind }) => failures.push(kind) },
  );
  return { call, failures };
}

/** Requests of a caller with the transport's name as Call-ID. */
const requestOf = (
  method: string,
  to: string,
  transport: 'TCP' | 'UDP',
  port: number,
  headers: readonly string[] = [],
) =>
  [
    `${method} sip:agent@${HOST} SIP/2.0`,
    `Via: SIP/2.0/${transport} ${HOST}:${port};branch=z9hG4bK-${transport}-${method}`,
    'Max-Forwards: 70',
    `From: <sip:caller@${HOST}>;tag=a`,
    `To: ${to}`,
    `Call-ID: over-${transport}`,
    `CSeq: 1 ${method}`,
    `Contact: <sip:caller@${HOST}:${port};transport=${transport.toLowerCase()}>`,
    ...headers,
    'Content-Length: 0',
    '\r\n',
  ].join('\r\n');

const nobody: DialogListener = {
  confirmed: () => undefined,
  renegotiate: () => Promise.resolve({ kind: 'refused', status: 488 }),
  answered: () => undefined,
  digit: () => undefined,
  ended: () => undefined,
};

describe('SIP endpoint', () => {
  it('sends oversized datagrams over TCP to a UDP peer', async () => {
    const tcp = await tcpPeer();
    const udp = await udpPeer(tcp.port);
    const { call } = callOverUdp(tcp.port);
    const invite = await until('it comes over TCP', () => tcp.received[0]);
    expect(invite).toMatch(/^INVITE /);
    expect(invite).toMatch(/^Via: SIP\/2\.0\/TCP /m);
    expect(udp.received).toEqual([]);
    call.cancel();
    tcp.close();
    udp.close();
  });

  it('falls back to UDP when the peer has no TCP', async () => {
    const udp = await udpPeer();
    const { call, failures } = callOverUdp(udp.port);
    const invite = await until('it comes over UDP', () => udp.received[0]);
    expect(invite).toMatch(/^Via: SIP\/2\.0\/UDP /m);
    expect(failures).toEqual([]);
    call.cancel();
    udp.close();
  });

  it("hangs up over a new connection when the call's own is gone", async () => {
    const peer = await tcpPeer();
    const socket = net.connect(endpoint.port, HOST);
    const answers: string[] = [];
    socket.on('data', (data) => answers.push(data.toString()));
    const send = (method: string, to: string) => socket.write(requestOf(method, to, 'TCP', peer.port));
    send('INVITE', `<sip:agent@${HOST}>`);
    const invite = await until('it is invited', () => invited);
    invited = undefined;
    let isConfirmed = false;
    const dialog: SipDialog = invite.answer('v=0\r\n', {
      ...nobody,
      confirmed: () => (isConfirmed = true),
    });
    const ok = await until('it is answered', () => answers.join('').match(/^To: (.*tag=.*)$/m)?.[1]);
    send('ACK', ok.trim());
    await until('the answer is acknowledged', () => isConfirmed);
    const { connections } = endpoint.counts();
    socket.destroy();
    await until('the connection is gone', () => endpoint.counts().connections < connections);
    dialog.bye();
    expect(await until('the BYE comes', () => peer.received[0])).toMatch(/^BYE sip:caller@/);
    expect(problems).toEqual([]);
    peer.close();
  });

  it('limits connections per address and in total, and frees slots', async () => {
    const limited = await SipEndpoint.listen({ ...OPTIONS, maxConnections: 3, maxConnectionsPerAddress: 2 });
    const sockets: net.Socket[] = [];
    /** Whether it is accepted: a ping (RFC 5626, 3.5.1) is answered. */
    const connects = async (localAddress: string) => {
      const socket = net.connect({ port: limited.port, host: HOST, localAddress });
      sockets.push(socket);
      return new Promise<boolean>((resolve) => {
        socket.on('error', () => resolve(false));
        socket.on('close', () => resolve(false));
        socket.on('data', () => resolve(true));
        socket.write('\r\n\r\n');
      });
    };
    try {
      expect([await connects(HOST), await connects(HOST), await connects(HOST)]).toEqual([true, true, false]);
      expect([await connects('127.0.0.2'), await connects('127.0.0.3')]).toEqual([true, false]);
      sockets[0]?.destroy();
      await until('it is gone', () => limited.counts().connections === 2);
      expect(await connects(HOST)).toBe(true);
    } finally {
      for (const socket of sockets) socket.destroy();
      limited.close();
    }
  });

  it('answers callers that support reliable provisional responses without sending any', async () => {
    const peer = await udpPeer();
    const send = (method: string, to: string) =>
      peer.send(
        requestOf(method, to, 'UDP', peer.port, method === 'INVITE' ? ['Require: 100rel'] : []),
        endpoint.port,
      );
    send('INVITE', `<sip:agent@${HOST}>`);
    const invite = await until('it is invited', () => invited);
    void invite.ringing();
    const dialog = invite.answer('v=0\r\n', nobody);
    const ok = await until('it is answered', () =>
      peer.received.find((text) => text.startsWith('SIP/2.0 200')),
    );
    const statuses = peer.received.map((text) => text.slice(8, 11)).filter((status) => status !== '100');
    expect(new Set(statuses)).toEqual(new Set(['200']));
    send('ACK', /^To: (.*)$/m.exec(ok)?.[1]?.trim() ?? '');
    dialog.bye();
    await until('the BYE comes', () => peer.received.find((text) => text.startsWith('BYE ')));
    peer.close();
  });
});

it('keep a service from starting if they take the SIP port that it was told to use', async () => {
  const env = { SIP_ENABLED: 'true', SIP_LISTEN_IP: HOST, SIP_PORT: String(endpoint.port) };
  await expect(createTestApp({ env })).rejects.toThrow(`port ${endpoint.port} (bind EADDRINUSE`);
});
