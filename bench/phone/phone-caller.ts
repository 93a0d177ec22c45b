import { randomBytes } from 'node:crypto';
import dgram from 'node:dgram';
import { HeardStream, type HeardCounts } from './heard-stream.js';

/** Shared state of a fleet's callers. */
export interface FleetGround {
  readonly host: string;
  readonly server: { readonly host: string; readonly port: number; readonly user: string };
  /** The socket for all SIP messages. */
  readonly sip: dgram.Socket;
  /** PCMU, 20 ms each; looped. */
  readonly frames: readonly Buffer[];
}

const FRAME_TICKS = 160;
const HEADER_BYTES = 12;
/** RFC 3261, timer A. */
const RESEND_MS = 500;
const GIVE_UP_MS = 32_000;

export type SetUp =
  | { readonly kind: 'answered'; readonly tookMs: number }
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfter: string | undefined };

/** A phone with PCMU that calls, plays speech in a loop, and measures what it receives. */
export class PhoneCaller {
  readonly callId = randomBytes(8).toString('hex');
  readonly setUp: Promise<SetUp>;
  private readonly rtp = dgram.createSocket('udp4');
  private readonly tag = randomBytes(4).toString('hex');
  private readonly branch = `z9hG4bK${randomBytes(8).toString('hex')}`;
  private target: { address: string; port: number } | undefined;
  private settle: (outcome: SetUp) => void = () => undefined;
  private beganMs = 0;
  private resend: NodeJS.Timeout | undefined;
  private toHeader = '';
  private sequence = 0;

  constructor(
    private readonly ground: FleetGround,
    counts: HeardCounts,
  ) {
    const stream = new HeardStream(counts);
    this.setUp = new Promise((resolve) => (this.settle = resolve));
    this.rtp.on('message', (packet) => stream.take(packet));
    this.rtp.bind(0, ground.host, () => this.invite());
  }

  get isTalking(): boolean {
    return this.target !== undefined;
  }

  /** A server message for this call. */
  take(text: string): void {
    const status = Number(/^SIP\/2\.0 (\d{3})/.exec(text)?.[1] ?? 0);
    if (text.startsWith('BYE ')) return this.answerBye(text);
    if (status < 200 || !/^CSeq: 1 INVITE/im.test(text)) return;
    clearInterval(this.resend);
    this.toHeader = /^To: (.*)$/im.exec(text)?.[1] ?? '';
    this.send('ACK', 1, status === 200 ? undefined : this.branch);
    if (this.target) return;
    if (status !== 200) {
      const retryAfter = /^Retry-After: *(\S+)/im.exec(text)?.[1];
      return this.settle({ kind: 'refused', status, retryAfter });
    }
    const address = /^c=IN IP4 (\S+)/m.exec(text)?.[1] ?? '';
    this.target = { address, port: Number(/^m=audio (\d+)/m.exec(text)?.[1]) };
    this.settle({ kind: 'answered', tookMs: performance.now() - this.beganMs });
  }

  /** Sends the next 20 ms. */
  talk(): void {
    const { target } = this;
    const { frames } = this.ground;
    const frame = frames[this.sequence % frames.length];
    if (!target || !frame) return;
    const packet = Buffer.alloc(HEADER_BYTES + frame.length);
    packet.writeUInt8(0x80, 0);
    packet.writeUInt16BE(this.sequence & 0xffff, 2);
    packet.writeUInt32BE((this.sequence * FRAME_TICKS) >>> 0, 4);
    packet.writeUInt32BE(7, 8);
    frame.copy(packet, HEADER_BYTES);
    this.sequence += 1;
    this.rtp.send(packet, target.port, target.address);
  }

  hangUp(): void {
    clearInterval(this.resend);
    if (this.target) this.send('BYE', 2);
    this.close();
  }

  private close(): void {
    if (this.target) this.target = undefined;
    this.rtp.removeAllListeners('message');
    this.rtp.close();
  }

  private invite(): void {
    this.beganMs = performance.now();
    this.send('INVITE', 1, this.branch, this.sdp());
    this.resend = setInterval(() => {
      if (performance.now() - this.beganMs < GIVE_UP_MS)
        return this.send('INVITE', 1, this.branch, this.sdp());
      clearInterval(this.resend);
      this.settle({ kind: 'refused', status: 408, retryAfter: undefined });
    }, RESEND_MS);
  }

  private answerBye(text: string): void {
    const kept = text.split('\r\n').filter((line) => /^(via|from|to|call-id|cseq):/i.test(line));
    this.write(['SIP/2.0 200 OK', ...kept, 'Content-Length: 0', '', '']);
    this.target = undefined;
  }

  private send(
    method: string,
    sequence: number,
    branch = `z9hG4bK${randomBytes(8).toString('hex')}`,
    body = '',
  ): void {
    const { host, sip, server } = this.ground;
    const uri = `sip:${server.user}@${server.host}:${server.port}`;
    const { port } = sip.address();
    this.write([
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/UDP ${host}:${port};branch=${branch};rport`,
      'Max-Forwards: 70',
      `From: <sip:load@${host}>;tag=${this.tag}`,
      `To: ${this.toHeader === '' ? `<${uri}>` : this.toHeader}`,
      `Call-ID: ${this.callId}`,
      `CSeq: ${sequence} ${method}`,
      `Contact: <sip:load@${host}:${port}>`,
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${body.length}`,
      '',
      body,
    ]);
  }

  private write(lines: readonly string[]): void {
    const { sip, server } = this.ground;
    sip.send(lines.join('\r\n'), server.port, server.host);
  }

  private sdp(): string {
    const { host } = this.ground;
    const { port } = this.rtp.address();
    const head = ['v=0', `o=- 1 1 IN IP4 ${host}`, 's=-', `c=IN IP4 ${host}`, 't=0 0'];
    return [...head, `m=audio ${port} RTP/AVP 0`, 'a=ptime:20', 'a=sendrecv', ''].join('\r\n');
  }
}
