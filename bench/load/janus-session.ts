import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { TargetCall } from './target.js';

const ECHO_PLUGIN = 'janus.plugin.echotest';
const CONNECT_TIMEOUT_MS = 15_000;

/** The fields of Janus's WebSocket messages that an echo call needs. */
interface JanusMessage {
  readonly janus?: string;
  readonly transaction?: string;
  readonly sender?: number;
  readonly data?: { readonly id?: number };
  readonly jsep?: { readonly sdp?: string };
  readonly error?: { readonly reason?: string };
  readonly plugindata?: { readonly data?: { readonly error?: string } };
}

/** One session of Janus's API over a WebSocket; each echo call is a handle of it. */
export class JanusSession {
  private readonly waiting = new Map<string, (message: JanusMessage) => boolean>();
  private readonly whenUp = new Map<number, () => void>();
  private readonly up = new Set<number>();
  private sessionId = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => this.take(JSON.parse((data as Buffer).toString()) as JanusMessage));
    socket.on('error', () => undefined);
  }

  static async create(url: string): Promise<JanusSession> {
    const socket = new WebSocket(url, 'janus-protocol');
    await once(socket, 'open');
    const session = new JanusSession(socket);
    session.sessionId = idOf(await session.request({ janus: 'create' }, isFinal));
    return session;
  }

  async openEcho(offerSdp: string): Promise<TargetCall> {
    const handle = idOf(await this.ask({ janus: 'attach', plugin: ECHO_PLUGIN }, isFinal));
    const reply = await this.ask(
      { janus: 'message', handle_id: handle, body: { audio: true }, jsep: { type: 'offer', sdp: offerSdp } },
      ({ janus }) => janus === 'event' || janus === 'error',
    );
    const answerSdp = reply.jsep?.sdp;
    if (answerSdp === undefined) {
      throw new Error(
        `Janus refused: ${reply.error?.reason ?? reply.plugindata?.data?.error ?? 'no answer'}`,
      );
    }
    return {
      answerSdp,
      connected: () => this.connected(handle),
      lostFrames: () => Promise.resolve(0),
      close: () => void this.ask({ janus: 'detach', handle_id: handle }, isFinal),
    };
  }

  close(): void {
    this.socket.close();
  }

  private connected(handle: number): Promise<void> {
    if (this.up.has(handle)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('Janus did not connect')), CONNECT_TIMEOUT_MS);
      this.whenUp.set(handle, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private ask(request: object, fits: (message: JanusMessage) => boolean): Promise<JanusMessage> {
    return this.request({ session_id: this.sessionId, ...request }, fits);
  }

  /** Sends a request and returns the first matching message of its transaction; an `ack` may come before. */
  private request(request: object, fits: (message: JanusMessage) => boolean): Promise<JanusMessage> {
    const transaction = randomUUID();
    return new Promise((resolve) => {
      this.waiting.set(transaction, (message) => {
        if (!fits(message)) return false;
        resolve(message);
        return true;
      });
      this.socket.send(JSON.stringify({ ...request, transaction }));
    });
  }

  private take(message: JanusMessage): void {
    if (message.janus === 'webrtcup' && message.sender !== undefined) {
      this.up.add(message.sender);
      this.whenUp.get(message.sender)?.();
      return;
    }
    const { transaction } = message;
    if (transaction !== undefined && this.waiting.get(transaction)?.(message))
      this.waiting.delete(transaction);
  }
}

const isFinal = ({ janus }: JanusMessage) => janus === 'success' || janus === 'error';

function idOf({ data, error }: JanusMessage): number {
  if (data?.id === undefined) throw new Error(`Janus refused: ${error?.reason ?? 'no id'}`);
  return data.id;
}
