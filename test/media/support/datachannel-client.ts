import { ChildProgram } from '../../support/child-program.js';
import type { DataChannelOrder, DataChannelReport } from './datachannel-program.js';
import { OpusLine } from './opus-line.js';

const PAYLOAD_TYPE = 111;
const SSRC = 4_242;

/** node-datachannel: libdatachannel with libjuice's ICE, as native apps use it; see `datachannel-program.ts`. */
export class DataChannelClient {
  readonly line = new OpusLine(PAYLOAD_TYPE, SSRC);
  private readonly program = new ChildProgram<DataChannelReport>('test/media/support/datachannel-program.ts');
  private open = false;
  private closed = false;

  get isConnected(): boolean {
    return this.open;
  }

  async createOffer(): Promise<string> {
    const first = await this.program.next();
    if (first.kind !== 'offer') throw new Error(`An offer was expected, not ${first.kind}`);
    void this.follow();
    return first.sdp;
  }

  async acceptAnswer(sdp: string): Promise<void> {
    this.tell({ kind: 'answer', sdp });
    await Promise.resolve();
  }

  speak(samples: Int16Array): Promise<void> {
    return this.line.speak(samples, (packet) => this.send(packet));
  }

  /** Sends an RTP packet unchanged. */
  send(packet: Buffer): void {
    this.tell({ kind: 'packet', packet: packet.toString('base64') });
  }

  /** Floods the worker until closed; `streams` may be Infinity for one packet per stream. */
  flood(packetsPerSecond: number, streams: number): void {
    this.tell({ kind: 'flood', packetsPerSecond, streams: Math.min(streams, 2 ** 30) });
  }

  async close(): Promise<void> {
    this.closed = true;
    this.line.close();
    await this.program.stop();
  }

  private tell(order: DataChannelOrder): void {
    this.program.tell(order);
  }

  private async follow(): Promise<void> {
    try {
      for (;;) {
        const message = await this.program.next();
        if (message.kind === 'open') this.open = true;
        if (message.kind === 'packet' && !this.closed)
          this.line.receive(Buffer.from(message.packet, 'base64'));
      }
    } catch (error) {
      // It exits when stopped.
      if (!this.closed) throw error;
    }
  }
}
