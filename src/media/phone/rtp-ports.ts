import dgram from 'node:dgram';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { ConfigError } from '../../common/config/index.js';
import { MediaUnavailableError } from '../media-session.js';

export interface RtpPortRange {
  /** IPv4 address for IPv4 calls; IPv6 calls use the address at which they are reached. */
  readonly listenIp: string;
  /** Start of the range; RTP takes the even port of a pair and RTCP the odd one. */
  readonly firstPort: number;
  readonly lastPort: number;
}

/** Absorbs a burst while the process is busy. */
const RECEIVE_BUFFER_BYTES = 262_144;

export interface PacketSource {
  readonly address: string;
  readonly port: number;
}

/** Numeric addresses need no look-up; Node's own costs more than the send, plus a turn of the event loop. */
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

  /** Sends a buffer that must not be modified afterwards: the system may read it later. */
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

/** UDP port pairs for phone calls, from a range that a firewall can open. */
export class RtpPorts {
  private readonly taken = new Set<number>();
  private next: number;
  private readonly pairs: number;

  /** @throws ConfigError for a range without a pair, or in the wrong order */
  constructor(private readonly range: RtpPortRange) {
    if (range.lastPort <= this.firstEven) {
      const { firstPort, lastPort } = range;
      throw new ConfigError([
        `MEDIA_PHONE_LAST_PORT (${lastPort}) must be above MEDIA_PHONE_FIRST_PORT (${firstPort}): each phone call takes an even port and the next one`,
      ]);
    }
    this.pairs = Math.floor((range.lastPort + 1 - this.firstEven) / 2);
    // Random, because another process may use the same range, and because ports should not be predictable.
    this.next = randomInt(Math.max(1, this.pairs));
  }

  get inUse(): number {
    return this.taken.size;
  }

  /**
   * @param localAddress Our address as reachable by the peer; selects IPv4 or IPv6.
   * @throws MediaUnavailableError when every pair is in use
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

  /** Undefined if the port is in use. */
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
