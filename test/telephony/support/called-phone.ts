import { randomBytes } from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { ownAddress } from '../../support/own-address.js';
import { until } from '../../support/until.js';

/** The phone's reaction to an INVITE. */
export type Behaviour = (phone: CalledPhone, invite: string) => void;

/** A scripted callee over UDP. */
export class CalledPhone {
  readonly received: string[] = [];
  packetsHeard = 0;
  private readonly tag = randomBytes(4).toString('hex');
  private peer = { port: 0, address: '' };
  private readonly seen = new Set<string>();

  private constructor(
    private readonly socket: dgram.Socket,
    private readonly ear: dgram.Socket,
    readonly host: string,
    private readonly behaviour: Behaviour,
    private readonly asked: Behaviour,
  ) {
    ear.on('message', () => (this.packetsHeard += 1));
    socket.on('message', (data, { port, address }) => {
      this.peer = { port, address };
      this.take(data.toString());
    });
  }

  /** @param asked Reaction to OPTIONS. @param host Its address, IPv4 or IPv6. */
  static async open(
    behaviour: Behaviour,
    asked: Behaviour = (phone, options) => phone.answer(options, 200),
    host = ownAddress(),
  ): Promise<CalledPhone> {
    const [socket, ear] = [await bound(host), await bound(host)];
    return new CalledPhone(socket, ear, host, behaviour, asked);
  }

  get port(): number {
    return this.socket.address().port;
  }

  /** Received requests by method, without retransmissions. */
  requests(method: string): readonly string[] {
    return this.received.filter((text) => text.startsWith(`${method} `));
  }

  came(method: string, timeoutMs?: number): Promise<string> {
    return until(`${method} comes`, () => this.requests(method).at(-1), timeoutMs);
  }

  answer(request: string, status: number, headers: readonly string[] = [], body = ''): void {
    const kept = request.split('\r\n').filter((line) => /^(via|from|call-id|cseq|record-route):/i.test(line));
    const to = /^To: (.*)$/im.exec(request)?.[1] ?? '';
    const tagged = /;tag=/.test(to) || status === 100 ? to : `${to};tag=${this.tag}`;
    this.send([
      `SIP/2.0 ${status} Said`,
      ...kept,
      `To: ${tagged}`,
      `Contact: <sip:phone@${this.uriHost}:${this.port}>`,
      ...headers,
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ]);
  }

  /** Answers with PCMU. */
  pickUp(invite: string): void {
    this.answer(invite, 200, [], this.sdp());
  }

  /** Hangs up. */
  bye(invite: string): void {
    this.request('BYE', invite, ['CSeq: 9 BYE']);
  }

  /** Sends PCMU silence until the phone is closed. */
  speak(invite: string): void {
    const { address, port } = mediaOf(invite);
    const packet = Buffer.alloc(172, 0xff);
    packet.set([0x80, 0]);
    let sent = 0;
    const timer = setInterval(() => {
      packet.writeUInt16BE(sent & 0xffff, 2);
      packet.writeUInt32BE(sent * 160, 4);
      sent += 1;
      this.ear.send(Buffer.from(packet), port, address);
    }, 20);
    this.ear.on('close', () => clearInterval(timer));
  }

  /** Presses a key. */
  press(invite: string, key: string): void {
    const headers = ['CSeq: 1 INFO', 'Content-Type: application/dtmf-relay'];
    this.request('INFO', invite, headers, `Signal=${key}\r\nDuration=120\r\n`);
  }

  sdp(): string {
    const place = `IN ${isIPv6(this.host) ? 'IP6' : 'IP4'} ${this.host}`;
    return [
      'v=0',
      `o=- 1 1 ${place}`,
      's=-',
      `c=${place}`,
      't=0 0',
      `m=audio ${this.ear.address().port} RTP/AVP 0 101`,
      'a=rtpmap:101 telephone-event/8000',
      '',
    ].join('\r\n');
  }

  private get uriHost(): string {
    return isIPv6(this.host) ? `[${this.host}]` : this.host;
  }

  close(): void {
    this.socket.close();
    this.ear.close();
  }

  /** Our request within the INVITE's call. */
  private request(method: string, invite: string, headers: readonly string[], body = ''): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(invite)?.[1] ?? '';
    const target = /<([^>]+)>/.exec(field('Contact'))?.[1] ?? '';
    this.send([
      `${method} ${target} SIP/2.0`,
      `Via: SIP/2.0/UDP ${this.uriHost}:${this.port};branch=z9hG4bK${randomBytes(6).toString('hex')};rport`,
      'Max-Forwards: 70',
      `From: ${field('To')};tag=${this.tag}`,
      `To: ${field('From')}`,
      `Call-ID: ${field('Call-ID')}`,
      ...invite
        .split('\r\n')
        .flatMap((line) => /^Record-Route: (.*)$/i.exec(line)?.[1] ?? [])
        .map((route) => `Route: ${route}`),
      ...headers,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ]);
  }

  private send(lines: readonly string[]): void {
    this.socket.send(lines.join('\r\n'), this.peer.port, this.peer.address);
  }

  private take(text: string): void {
    const branch = /branch=([^;\s]+)/.exec(text)?.[1] ?? '';
    const method = /^[A-Z]+/.exec(text)?.[0] ?? '';
    if (text.startsWith('SIP/') || !/^[A-Z]+ sip:/.test(text)) return;
    if (this.seen.has(`${method} ${branch}`)) return;
    this.seen.add(`${method} ${branch}`);
    this.received.push(text);
    if (method === 'INVITE') this.behaviour(this, text);
    if (method === 'OPTIONS') this.asked(this, text);
    if (method === 'BYE' || method === 'PRACK') this.answer(text, 200);
    if (method === 'CANCEL') {
      this.answer(text, 200);
      const [invite] = this.requests('INVITE').slice(-1);
      if (invite !== undefined) this.answer(invite, 487);
    }
  }
}

async function bound(host: string): Promise<dgram.Socket> {
  const socket = dgram.createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  socket.bind(0, host);
  await once(socket, 'listening');
  return socket;
}

/** The audio address in an SDP. */
const mediaOf = (message: string) => ({
  address: /^c=IN IP[46] (\S+)/m.exec(message)?.[1] ?? '',
  port: Number(/^m=audio (\d+)/m.exec(message)?.[1] ?? 0),
});
