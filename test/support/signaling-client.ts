import { once } from 'node:events';
import { WebSocket } from 'ws';
import { until } from './until.js';

export interface ReceivedFrame {
  readonly type: string;
  readonly sessionId: string;
  readonly data?: { readonly [field: string]: unknown };
}

/** A test signaling client: sends any frame and keeps all received ones. */
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

  /** Sends an offer for a new session with optional fields. @returns The answer or the error. */
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

  /** Waits for the first matching frame after `skip` frames. */
  next(fits: (frame: ReceivedFrame) => boolean, skip = 0, timeoutMs = 10_000): Promise<ReceivedFrame> {
    return until('a frame that fits', () => this.received.slice(skip).find(fits), timeoutMs);
  }

  async closed(): Promise<number> {
    await until('the socket is closed', () => this.closeCode !== undefined);
    return this.closeCode ?? 0;
  }

  /** Drops the socket silently, like a phone leaving the network. */
  destroy(): void {
    this.socket.terminate();
  }

  close(): void {
    this.socket.close();
  }
}
