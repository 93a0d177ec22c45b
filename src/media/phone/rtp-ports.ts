import dgram from 'node:dgram';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { ConfigError } from '../../common/config/index.js';
import { MediaUnavailableError } from '../media-session.js';

export interface RtpPortRange {
  /** IPv4 address that calls over IPv4 take; those over IPv6 take what they are reached at. */
  readonly listenIp: string;
  /** Of the range; RTP takes the even port of a pair and RTCP the odd one. */
  readonly firstPort: number;
  readonly lastPort: number;
}

/** Room for a burst while the process is busy with something else. */
const RECEIVE_BUFFER_BYTES = 262_144;

export interface PacketSource {
  readonly address: string;
  readonly port: number;
}

/** Addresses of SDP and packets need no look-up; Node's own takes longer than the sending, and a turn of its loop. */
const asWritten: NonNullable<dgram.SocketOptions['lookup']> = (address, _options, found) =>
  found(null, address, isIPv6(address) ? 6 : 4);

/** The two sockets of one call. */
export class RtpPair {
  private closed = false;

  constructor(
    readonly port: number,
    private readonly audio: dgram.Socket,
    private readonly control: dgram.Socket,
    private readonly onClosed: () => void,
  ) {}

  listen(
    audio: (packet: Buffer, from: PacketSource) => void,
    control: (packet: Buffer, from: PacketSource) => void,
  ): void {
    this.audio.on('message', audio);
    this.control.on('message', control);
  }

  /** Sends what the caller does not touch any more: the system may take it later. */
  sendAudio(packet: Buffer, to: PacketSource): void {
    if (!this.closed) this.audio.send(packet, to.port, to.address);
  }

  sendControl(packet: Buffer, to: PacketSource): void {
    if (!this.closed) this.control.send(packet, to.port, to.address);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.audio.close();
    this.control.close();
    this.onClosed();
  }
}

/** Pairs of UDP ports for phone calls, each of a range that a firewall can open. */
export class RtpPorts {
  private readonly taken = new Set<number>();
  private next: number;
  private readonly pairs: number;

  /** @throws ConfigError for a range that holds no pair, or is the wrong way round. */
  constructor(private readonly range: RtpPortRange) {
    if (range.lastPort <= this.firstEven) {
      const { firstPort, lastPort } = range;
      throw new ConfigError([
        `MEDIA_PHONE_LAST_PORT (${lastPort}) must be above MEDIA_PHONE_FIRST_PORT (${firstPort}): each phone call takes an even port and the next one`,
      ]);
    }
    this.pairs = Math.floor((range.lastPort + 1 - this.firstEven) / 2);
    // Another process on this machine may use the same range; and a stranger must not know the next port.
    this.next = randomInt(Math.max(1, this.pairs));
  }

  get inUse(): number {
    return this.taken.size;
  }

  /**
   * @param localAddress Where the other side reaches us; tells IPv4 from IPv6.
   * @throws MediaUnavailableError when every pair is taken.
   */
  async open(localAddress: string): Promise<RtpPair> {
    const ip = isIPv6(localAddress) ? localAddress : this.range.listenIp;
    for (let tries = 0; tries < this.pairs; tries += 1) {
      this.next = (this.next + 1) % this.pairs;
      const port = this.firstEven + 2 * this.next;
      if (this.taken.has(port)) continue;
      this.taken.add(port);
      const pair = await this.openPair(port, ip);
      if (pair) return pair;
      this.taken.delete(port);
    }
    throw new MediaUnavailableError('Every RTP port of phone calls is taken. Try again in a moment.');
  }

  private get firstEven(): number {
    return this.range.firstPort + (this.range.firstPort % 2);
  }

  private async openPair(port: number, ip: string): Promise<RtpPair | undefined> {
    const audio = await this.bind(port, ip);
    if (!audio) return undefined;
    const control = await this.bind(port + 1, ip);
    if (control) return new RtpPair(port, audio, control, () => this.taken.delete(port));
    audio.close();
    return undefined;
  }

  /** Undefined where somebody else has the port. */
  private async bind(port: number, ip: string): Promise<dgram.Socket | undefined> {
    const socket = dgram.createSocket({
      type: isIPv6(ip) ? 'udp6' : 'udp4',
      recvBufferSize: RECEIVE_BUFFER_BYTES,
      lookup: asWritten,
    });
    try {
      const listening = once(socket, 'listening');
      socket.bind(port, ip);
      await listening;
      socket.on('error', () => undefined);
      return socket;
    } catch (error) {
      socket.close();
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
      throw error;
    }
  }
}
