import { type AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

interface Frame {
  readonly type: string;
  readonly sessionId?: string;
  readonly authToken?: string;
  readonly number?: number;
  readonly data?: unknown;
}

export interface ServerOfTwo {
  readonly baseUrl: string;
  readonly token: string;
}

const PATH = '/api/v1/webrtc/signal';
/** Refusals of a server: one for an unknown call, and one before the loss of the other server is noticed. */
const REFUSALS = ['INVALID_ARGUMENT', 'MEDIA_BRIDGE_FAILURE'].map((code) => ({ code, message: 'Not yet.' }));
/** Event numbers keep increasing. */
const NUMBERS_OF_A_SERVER = 10_000_000;

/**
 * One name for two services. The second takes over the first's calls per the contract: a re-offer is answered with the
 * old session id and the second's own media.
 */
export class TwoServers {
  /** Re-offers refused so far, as before the loss is noticed. */
  refusals = 0;
  private active: ServerOfTwo;
  /** Sessions of the first server with their new ids. */
  private readonly taken = new Map<string, string>();
  private readonly listener = new WebSocketServer({ port: 0, host: '127.0.0.1', path: PATH });

  constructor(
    first: ServerOfTwo,
    private readonly second: ServerOfTwo,
  ) {
    this.active = first;
    this.listener.on('connection', (client) => this.join(client));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.listener.address() as AddressInfo).port}`;
  }

  /** Blackholes traffic to the first server and routes new sockets to the second. */
  loseTheFirst(): void {
    this.active = this.second;
    for (const client of this.listener.clients) client.terminate();
  }

  close(): void {
    for (const client of this.listener.clients) client.terminate();
    this.listener.close();
  }

  private join(client: WebSocket): void {
    const server = new WebSocket(`${this.active.baseUrl.replace('http', 'ws')}${PATH}`);
    const waiting: string[] = [];
    const pass = (frame: object) => {
      const text = JSON.stringify(frame);
      if (server.readyState === WebSocket.OPEN) server.send(text);
      else waiting.push(text);
    };
    let reoffered: string | undefined;
    server.on('open', () => waiting.splice(0).forEach((text) => server.send(text)));
    client.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as Frame;
      const known = this.taken.get(frame.sessionId ?? '');
      if (this.active !== this.second || frame.type === 'ping') return pass(frame);
      if (known !== undefined) return pass({ ...frame, sessionId: known });
      if (frame.type !== 'offer') return pass(frame);
      if (this.refusals-- > 0) {
        const { sessionId } = frame;
        return client.send(JSON.stringify({ type: 'error', sessionId, data: REFUSALS[this.refusals % 2] }));
      }
      reoffered = frame.sessionId;
      pass({ ...frame, sessionId: '', authToken: this.second.token });
    });
    server.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as Frame;
      if (frame.type === 'answer' && reoffered) this.taken.set(reoffered, frame.sessionId ?? '');
      const [own] = [...this.taken].find(([, theirs]) => theirs === frame.sessionId) ?? [frame.sessionId];
      const number = (frame.number ?? 0) + (own === frame.sessionId ? 0 : NUMBERS_OF_A_SERVER);
      client.send(JSON.stringify({ ...frame, ...(frame.type === 'event' && { number }), sessionId: own }));
    });
    client.on('close', () => server.close());
    server.on('close', (code) => client.close(code === 1005 || code === 1006 ? 1000 : code));
    server.on('error', () => client.terminate());
  }
}
