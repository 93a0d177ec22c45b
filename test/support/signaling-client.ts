import { once } from 'node:events';
import { WebSocket } from 'ws';
import { until } from './until.js';

export interface ReceivedFrame {
  readonly type: string;
  readonly sessionId: string;
  readonly data?: { readonly [field: string]: unknown };
}

/** A signaling client for tests: sends whatever it is told to, keeps all that comes back. */
export class SignalingClient {
  readonly received: ReceivedFrame[] = [];
  closeCode: number | undefined;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) =>
      this.received.push(JSON.parse((data as Buffer).toString()) as ReceivedFrame),
    );
    socket.on('close', (code) => (this.closeCode = code));
    socket.on('error', () => undefined);
  }

  static async connect(baseUrl: string, headers: Record<string, string> = {}): Promise<SignalingClient> {
    const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/api/v1/webrtc/signal`, { headers });
    const client = new SignalingClient(socket);
    await once(socket, 'open');
    return client;
  }

  send(frame: unknown): void {
    this.socket.send(JSON.stringify(frame));
  }

  /** Sends an offer for a new session, with other fields if given, and gives the answer or the error. */
  async offer(
    sdp: string,
    authToken: string | undefined,
    fields: object = {},
    timeoutMs = 10_000,
  ): Promise<ReceivedFrame> {
    const seen = this.received.length;
    this.send({ type: 'offer', sessionId: '', data: { type: 'offer', sdp }, authToken, ...fields });
    return this.next((frame) => frame.type === 'answer' || frame.type === 'error', seen, timeoutMs);
  }

  /** The first frame after the first `skip` that fits, waited for. */
  next(fits: (frame: ReceivedFrame) => boolean, skip = 0, timeoutMs = 10_000): Promise<ReceivedFrame> {
    return until('a frame that fits', () => this.received.slice(skip).find(fits), timeoutMs);
  }

  async closed(): Promise<number> {
    await until('the socket is closed', () => this.closeCode !== undefined);
    return this.closeCode ?? 0;
  }

  /** The socket is gone without a word, as when a phone leaves the network. */
  destroy(): void {
    this.socket.terminate();
  }

  close(): void {
    this.socket.close();
  }
}
