import dgram from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import type { Loss } from './raw-phone.js';

/** A scripted phone's audio over UDP: sends PCMU silence and counts received packets. */
export class RtpEar {
  /** Received payloads. */
  readonly heard: Buffer[] = [];
  /** The last received payload type. */
  payloadType: number | undefined;

  private constructor(
    private readonly socket: dgram.Socket,
    private readonly host: string,
    private readonly loss: Loss | undefined,
  ) {
    socket.on('message', (packet) => {
      if (this.isLost()) return;
      this.heard.push(packet.subarray(12));
      this.payloadType = packet.readUInt8(1) & 0x7f;
    });
  }

  static async open(host: string, loss?: Loss): Promise<RtpEar> {
    const socket = dgram.createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    socket.bind(0, host);
    await once(socket, 'listening');
    return new RtpEar(socket, host, loss);
  }

  get port(): number {
    return this.socket.address().port;
  }

  /** Sends 20 ms of silence or PCMU; `packet` is its number. */
  send(port: number, packet: number, payload: Buffer = Buffer.alloc(160, 0xff)): void {
    if (this.isLost()) return;
    const rtp = Buffer.concat([Buffer.alloc(12), payload]);
    rtp.writeUInt16BE(0x8000, 0);
    rtp.writeUInt16BE(packet, 2);
    rtp.writeUInt32BE(packet * 160, 4);
    rtp.writeUInt32BE(1, 8);
    this.socket.send(rtp, port, this.host);
  }

  close(): void {
    this.socket.close();
  }

  private isLost(): boolean {
    return this.loss !== undefined && this.loss.random() < this.loss.share;
  }
}
