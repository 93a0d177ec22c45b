import { randomBytes } from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { until } from '../../support/until.js';

/** Loses each message with this probability, in both directions. */
export interface Loss {
  readonly share: number;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
}

export interface RawAnswer {
  readonly status: number;
  readonly method: string;
  readonly text: string;
}

/** A scripted caller over UDP that sends exactly what a test says, valid or not. */
export class RawPhone {
  readonly received: string[] = [];
  readonly callId = randomBytes(8).toString('hex');
  private readonly tag = randomBytes(4).toString('hex');
  private sequence = 0;
  private inviteBranch = '';
  private last = '';
  private sending = 0;
  private isClosing = false;
  private remoteTarget: string | undefined;
  private route: readonly string[] = [];

  private constructor(
    private readonly socket: dgram.Socket,
    private readonly host: string,
    private readonly target: { readonly host: string; readonly port: number },
    private readonly loss: Loss | undefined,
  ) {
    socket.on('message', (data) => {
      if (!this.isLost()) this.received.push(data.toString());
    });
  }

  static async open(host: string, target: { host: string; port: number }, loss?: Loss): Promise<RawPhone> {
    const socket = dgram.createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    socket.bind(0, host);
    await once(socket, 'listening');
    return new RawPhone(socket, host, target, loss);
  }

  /** An attacker at another address who has read the call's messages. */
  async eavesdropper(host: string): Promise<RawPhone> {
    const other = await RawPhone.open(host, this.target);
    const { callId, tag, sequence, received } = this;
    return Object.assign(other, { callId, tag, sequence, received: [...received] });
  }

  get port(): number {
    return this.socket.address().port;
  }

  /** Repeats the last request. */
  again(): void {
    this.sendText(this.last);
  }

  sendText(text: string | Buffer): void {
    if (this.isLost()) return;
    this.sending += 1;
    this.socket.send(text, this.target.port, this.target.host, () => {
      this.sending -= 1;
      if (this.isClosing) this.close();
    });
  }

  /** An INVITE with PCMU. @returns Its branch. */
  invite(user: string, headers: readonly string[] = [], sdp: string | undefined = this.sdp()): string {
    this.sequence += 1;
    this.inviteBranch = this.send('INVITE', user, '', headers, sdp);
    return this.inviteBranch;
  }

  options(headers: readonly string[] = []): void {
    this.sequence += 1;
    this.send('OPTIONS', 'anybody', '', headers);
  }

  /** Waits until everything sent has been read. A UDP socket drops data that a busy server does not read. */
  async untilRead(): Promise<void> {
    this.options();
    const line = `CSeq: ${this.sequence} OPTIONS`;
    await until('it is read', () => this.answers.some(({ text }) => text.includes(line)));
  }

  /** Cancels the INVITE with that branch. */
  cancel(user: string, branch: string): void {
    this.send('CANCEL', user, '', [], '', branch);
  }

  /** @param sdp The answer to the peer's offer. */
  ack(user: string, sdp = ''): void {
    const isRefusal = (this.answers.findLast(({ method }) => method === 'INVITE')?.status ?? 0) >= 300;
    // For a refusal it belongs to the transaction (RFC 3261, 17.1.1.3).
    this.send('ACK', user, this.toTag(), [], sdp, isRefusal ? this.inviteBranch : undefined);
  }

  /** The call came through a proxy: later requests follow the answer's route set. */
  followRoute(): void {
    const text =
      this.answers.findLast(({ method, status }) => method === 'INVITE' && status === 200)?.text ?? '';
    this.remoteTarget = /^Contact: *<([^>]+)>/im.exec(text)?.[1];
    this.route = [...text.matchAll(/^Record-Route: (.*)$/gim)].map(([, route]) => `Route: ${route?.trim()}`);
  }

  bye(user: string, headers: readonly string[] = []): void {
    this.sequence += 1;
    this.send('BYE', user, this.toTag(), headers);
  }

  reinvite(user: string, sdp: string): void {
    this.sequence += 1;
    this.send('INVITE', user, this.toTag(), [], sdp);
  }

  /** Acknowledges a provisional response by number (RFC 3262). */
  prack(user: string, rack: string): void {
    this.sequence += 1;
    this.send('PRACK', user, this.toTag(), [`RAck: ${rack}`]);
  }

  info(user: string, body: string): void {
    this.sequence += 1;
    this.send('INFO', user, this.toTag(), [], body, undefined, 'application/dtmf-relay');
  }

  /** Reports a REFER's outcome within the call. */
  notify(user: string, fragment: string, state: string): void {
    this.sequence += 1;
    const headers = ['Event: refer', `Subscription-State: ${state}`];
    this.send('NOTIFY', user, this.toTag(), headers, `${fragment}\r\n`, undefined, 'message/sipfrag');
  }

  update(user: string, headers: readonly string[] = [], sdp = ''): void {
    this.sequence += 1;
    this.send('UPDATE', user, this.toTag(), headers, sdp);
  }

  sdp(direction = 'sendrecv', port = 40_000): string {
    const place = `IN ${isIPv6(this.host) ? 'IP6' : 'IP4'} ${this.host}`;
    return [
      'v=0',
      `o=- 1 1 ${place}`,
      's=-',
      `c=${place}`,
      't=0 0',
      `m=audio ${port} RTP/AVP 0 101`,
      'a=rtpmap:101 telephone-event/8000',
      `a=${direction}`,
      '',
    ].join('\r\n');
  }

  get answers(): readonly RawAnswer[] {
    return this.received.flatMap((text) => {
      const status = /^SIP\/2\.0 (\d+)/.exec(text)?.[1];
      const method = /^CSeq: \d+ (\w+)/im.exec(text)?.[1] ?? '';
      return status === undefined ? [] : [{ status: Number(status), method, text }];
    });
  }

  /** Received requests by method. */
  requests(method: string): readonly string[] {
    return this.received.filter((text) => text.startsWith(`${method} `));
  }

  answered(method: string, status: number, timeoutMs?: number): Promise<RawAnswer> {
    return until(
      `${status} to ${method}`,
      () => this.answers.find((answer) => answer.method === method && answer.status === status),
      timeoutMs,
    );
  }

  /** Answers the peer's request with 200. */
  accept(request: string): void {
    this.answer(request, '200 OK');
  }

  answer(request: string, status: string): void {
    const lines = request.split('\r\n').filter((line) => /^(via|from|to|call-id|cseq):/i.test(line));
    this.sendText([`SIP/2.0 ${status}`, ...lines, 'Content-Length: 0', '\r\n'].join('\r\n'));
  }

  /** Closes after everything was sent. */
  close(): void {
    this.isClosing = true;
    if (this.sending === 0) this.socket.close();
  }

  private isLost(): boolean {
    return this.loss !== undefined && this.loss.random() < this.loss.share;
  }

  private toTag(): string {
    const found = this.answers.findLast(({ method, status }) => method === 'INVITE' && status >= 180);
    return /^To: .*;tag=([^;\r\n]+)/im.exec(found?.text ?? '')?.[1] ?? '';
  }

  private send(
    method: string,
    user: string,
    toTag: string,
    headers: readonly string[],
    body = '',
    branch = `z9hG4bK${randomBytes(8).toString('hex')}`,
    contentType = 'application/sdp',
  ): string {
    const { port, tag } = this;
    const host = inBrackets(this.host);
    const target = { host: inBrackets(this.target.host), port: this.target.port };
    const to = `<sip:${user}@${target.host}>`;
    const sequence = method === 'ACK' ? this.inviteSequence() : this.sequence;
    const lines = [
      `${method} ${this.remoteTarget ?? `sip:${user}@${target.host}:${target.port}`} SIP/2.0`,
      `Via: SIP/2.0/UDP ${host}:${port};branch=${branch};rport`,
      'Max-Forwards: 70',
      `From: <sip:+15550100@${host}>;tag=${tag}`,
      `To: ${to}${toTag === '' ? '' : `;tag=${toTag}`}`,
      `Call-ID: ${this.callId}`,
      `CSeq: ${sequence} ${method}`,
      `Contact: <sip:+15550100@${host}:${port}>`,
      ...this.route,
      ...headers,
      ...(body === '' ? [] : [`Content-Type: ${contentType}`]),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ];
    this.last = lines.join('\r\n');
    this.again();
    return branch;
  }

  private inviteSequence(): number {
    const invite = this.answers.findLast(({ method }) => method === 'INVITE');
    return Number(/^CSeq: (\d+)/im.exec(invite?.text ?? '')?.[1] ?? this.sequence);
  }
}

const inBrackets = (host: string): string => (isIPv6(host) ? `[${host}]` : host);
