import { once } from 'node:events';
import { WebSocket } from 'ws';

interface BidiMessage {
  readonly type: 'success' | 'error' | 'event';
  readonly id?: number | null;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
  readonly method?: string;
  readonly params?: unknown;
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Commands to a browser and its events, by WebDriver BiDi (https://w3c.github.io/webdriver-bidi), the W3C's
 * protocol.
 */
export class BidiConnection {
  private readonly pending = new Map<number, Pending>();
  private readonly listeners = new Map<string, (params: unknown) => void>();
  private nextId = 1;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => this.receive(JSON.parse(String(data)) as BidiMessage));
    socket.on('close', () => {
      for (const { reject } of this.pending.values()) reject(new Error('The browser is gone'));
      this.pending.clear();
    });
  }

  static async open(url: string): Promise<BidiConnection> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new BidiConnection(socket);
  }

  /** Calls the listener for each event of that name, and asks the browser to send them. */
  async on(event: string, listener: (params: unknown) => void): Promise<void> {
    this.listeners.set(event, listener);
    await this.send('session.subscribe', { events: [event] });
  }

  send<T>(method: string, params: object): Promise<T> {
    const id = this.nextId;
    this.nextId += 1;
    const result = new Promise<unknown>((resolve, reject) => this.pending.set(id, { resolve, reject }));
    this.socket.send(JSON.stringify({ id, method, params }));
    return result as Promise<T>;
  }

  close(): void {
    this.socket.close();
  }

  private receive(message: BidiMessage): void {
    if (message.type === 'event') return this.listeners.get(message.method ?? '')?.(message.params);
    const pending = this.pending.get(message.id ?? 0);
    if (!pending) return;
    this.pending.delete(message.id ?? 0);
    if (message.type === 'success') pending.resolve(message.result);
    else pending.reject(new Error(`${message.error}: ${message.message}`));
  }
}
