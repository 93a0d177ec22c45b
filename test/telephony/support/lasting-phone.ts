import { randomBytes } from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { G711Decoder } from '../../../src/media/codecs/g711.js';
import { rms } from '../../support/audio.js';
import { until } from '../../support/until.js';

/** The phone's response to a re-INVITE instead of accepting it. */
export type Refusal = (
  request: string,
  count: number,
) => { status: number; headers?: readonly string[] } | undefined;

interface Heard {
  readonly atMs: number;
  readonly fromPort: number;
  readonly isAudible: boolean;
}

/** Speech is some twenty times louder. */
const AUDIBLE_RMS = 0.01;

/**
 * A scripted long-lived caller over UDP and PCMU: sends silence constantly and keeps received audio with time and
 * source. Accepts re-INVITEs like phones do (RFC 3261, 14.2); later requests follow the last Contact.
 */
export class LastingPhone {
  readonly received: string[] = [];
  readonly heard: Heard[] = [];
  readonly callId = randomBytes(8).toString('hex');
  isOver = false;
  /** The response to re-INVITEs. */
  refusal: Refusal = () => undefined;
  private readonly tag = randomBytes(4).toString('hex');
  private readonly decoder = new G711Decoder('PCMU', 8_000);
  private readonly timer: NodeJS.Timeout;
  private sequence = 0;
  private version = 1;
  private sent = 0;
  private to = '';
  private contact = '';
  private routes: readonly string[] = [];
  private media: { readonly address: string; readonly port: number } | undefined;

  private constructor(
    private readonly socket: dgram.Socket,
    private readonly ear: dgram.Socket,
    private readonly host: string,
    private readonly first: { readonly host: string; readonly port: number },
  ) {
    socket.on('message', (data, { address, port }) => this.take(data.toString(), address, port));
    ear.on('message', (packet, { port }) => this.hear(packet, port));
    this.timer = setInterval(() => this.speak(), 20);
  }

  /** @param first Target of the invitation: the service or a proxy. */
  static async open(host: string, first: { host: string; port: number }): Promise<LastingPhone> {
    const [socket, ear] = [dgram.createSocket('udp4'), dgram.createSocket('udp4')];
    for (const one of [socket, ear]) {
      one.bind(0, host);
      await once(one, 'listening');
    }
    return new LastingPhone(socket, ear, host, first);
  }

  /** Calls until answered. */
  async call(number: string, headers: readonly string[] = []): Promise<void> {
    this.contact = `sip:${number}@${this.first.host}:${this.first.port}`;
    this.to = `<sip:${number}@${this.first.host}>`;
    this.request('INVITE', headers, this.sdp());
    const answer = await until('the call is answered', () =>
      this.received.find((text) => /^SIP\/2\.0 200 /.test(text) && /^CSeq: \d+ INVITE/im.test(text)),
    );
    this.to = /^To: (.*)$/im.exec(answer)?.[1] ?? '';
    this.contact = contactOf(answer);
    this.routes = recordRoutes(answer);
    this.media = mediaOf(answer);
    this.request('ACK');
  }

  /** Received requests by method. */
  requests(method: string): readonly string[] {
    return this.received.filter((text) => text.startsWith(`${method} `));
  }

  /** Presses a key. */
  press(key: string): void {
    this.request('INFO', [], `Signal=${key}\r\nDuration=120\r\n`, 'application/dtmf-relay');
  }

  /** Hangs up. */
  async bye(): Promise<void> {
    this.isOver = true;
    this.request('BYE');
    await until('the hang-up is answered', () => this.received.some((text) => /^CSeq: \d+ BYE/im.test(text)));
  }

  /** When the agent was first audible over that port after a time. */
  heardSince(atMs: number, fromPort?: number): Heard | undefined {
    return this.heard.find(
      (one) => one.isAudible && one.atMs > atMs && (fromPort === undefined || one.fromPort === fromPort),
    );
  }

  close(): void {
    clearInterval(this.timer);
    this.socket.close();
    this.ear.close();
  }

  private take(text: string, address: string, port: number): void {
    if (/^\r?\n/.test(text)) return;
    if (this.received.includes(text)) return;
    this.received.push(text);
    if (text.startsWith('BYE ')) {
      this.isOver = true;
      return this.answer(text, 200, address, port);
    }
    if (text.startsWith('INFO ') || text.startsWith('OPTIONS ')) return this.answer(text, 200, address, port);
    if (!text.startsWith('INVITE ')) return;
    const refused = this.refusal(text, this.requests('INVITE').length);
    if (refused) return this.answer(text, refused.status, address, port, refused.headers);
    this.contact = contactOf(text);
    this.media = mediaOf(text);
    this.version += 1;
    const body = this.sdp();
    this.answer(text, 200, address, port, ['Content-Type: application/sdp'], body);
  }

  private answer(
    request: string,
    status: number,
    address: string,
    port: number,
    headers: readonly string[] = [],
    body = '',
  ): void {
    const kept = request
      .split('\r\n')
      .filter((line) => /^(via|from|to|call-id|cseq|record-route|session-expires):/i.test(line));
    const lines = [
      `SIP/2.0 ${status} Said`,
      ...kept,
      `Contact: <sip:caller@${this.host}:${this.socket.address().port}>`,
      ...headers,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ];
    this.socket.send(lines.join('\r\n'), port, address);
  }

  private request(
    method: string,
    headers: readonly string[] = [],
    body = '',
    contentType = 'application/sdp',
  ): void {
    if (method !== 'ACK') this.sequence += 1;
    const { port } = this.socket.address();
    const lines = [
      `${method} ${this.contact} SIP/2.0`,
      `Via: SIP/2.0/UDP ${this.host}:${port};branch=z9hG4bK${randomBytes(8).toString('hex')};rport`,
      'Max-Forwards: 70',
      `From: <sip:+15550100@${this.host}>;tag=${this.tag}`,
      `To: ${this.to}`,
      `Call-ID: ${this.callId}`,
      `CSeq: ${this.sequence} ${method}`,
      `Contact: <sip:+15550100@${this.host}:${port}>`,
      ...this.routes.map((route) => `Route: ${route}`),
      ...headers,
      ...(body === '' ? [] : [`Content-Type: ${contentType}`]),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ];
    const next = this.nextHop();
    this.socket.send(lines.join('\r\n'), next.port, next.host);
  }

  /** By the route set, or else the Contact. */
  private nextHop(): { readonly host: string; readonly port: number } {
    const [uri = this.contact] = this.routes;
    const [, host, port] = /sips?:(?:[^@>;]*@)?([^:;>]+)(?::(\d+))?/.exec(uri) ?? [];
    return host === undefined ? this.first : { host, port: Number(port ?? 5_060) };
  }

  private speak(): void {
    if (!this.media || this.isOver) return;
    const rtp = Buffer.alloc(172, 0xff);
    rtp.writeUInt16BE(0x8000, 0);
    rtp.writeUInt16BE(this.sent & 0xffff, 2);
    rtp.writeUInt32BE((this.sent * 160) >>> 0, 4);
    rtp.writeUInt32BE(7, 8);
    this.sent += 1;
    this.ear.send(rtp, this.media.port, this.media.address);
  }

  private hear(packet: Buffer, fromPort: number): void {
    if ((packet[1] ?? 0) >= 192 || (packet[1] ?? 0) % 128 !== 0) return;
    const samples = new Int16Array(8_000);
    const count = this.decoder.decode(packet.subarray(12), samples);
    this.heard.push({
      atMs: performance.now(),
      fromPort,
      isAudible: rms(samples.subarray(0, count)) > AUDIBLE_RMS,
    });
  }

  private sdp(): string {
    const place = `IN IP4 ${this.host}`;
    return [
      'v=0',
      `o=- 4711 ${this.version} ${place}`,
      's=-',
      `c=${place}`,
      't=0 0',
      `m=audio ${this.ear.address().port} RTP/AVP 0 101`,
      'a=rtpmap:101 telephone-event/8000',
      '',
    ].join('\r\n');
  }
}

const contactOf = (text: string): string => /^Contact: *<([^>]+)>/im.exec(text)?.[1] ?? '';

/** The caller's route set: the reversed order of the answer (RFC 3261, 12.1.2). */
const recordRoutes = (text: string): readonly string[] =>
  [...text.matchAll(/^Record-Route: (.*)$/gim)].map(([, route = '']) => route.trim()).reverse();

const mediaOf = (text: string) => ({
  address: /^c=IN IP4 (\S+)/m.exec(text)?.[1] ?? '',
  port: Number(/^m=audio (\d+)/m.exec(text)?.[1] ?? 0),
});
