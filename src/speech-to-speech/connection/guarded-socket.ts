import type { IncomingMessage } from 'node:http';
import { WebSocket, type RawData } from 'ws';

import type { Outbound } from '../../common/safe-http/index.js';
import { failureText, type MessageCounter, type ProviderFaultCode } from '../../providers/index.js';
import { InboundGuard } from './inbound-guard.js';

/** Largest message that is read: a minute of audio in one piece. A larger one ends the connection. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** How much of the caller's audio is left waiting in the socket: a turn that is told again, and what follows it. */
const MAX_WAITING_MS = 12_000;

/** A sample of 16 bits in base64, with its share of the message around it. */
const BYTES_PER_SAMPLE = 3.125;

/** How long a server may take to answer the closing handshake. */
const CLOSE_TIMEOUT_MS = 1_000;
/** How long it may take to say why it refused. */
const READ_REFUSAL_MS = 1_000;

export interface SocketCallbacks {
  readonly onopen: () => void;
  readonly onerror: (error: Error) => void;
  readonly onmessage: (message: { readonly data: string }) => void;
  readonly onclose: (close: { readonly code: number; readonly reason: string }) => void;
}

export interface SocketOptions {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly callbacks: SocketCallbacks;
  /** Rate of the caller's audio. */
  readonly inputRateHz: number;
  readonly messages: MessageCounter;
  /** Guarded connections, for a server whose address an account chose. */
  readonly outbound?: Outbound;
}

/** A WebSocket to a provider, which ends when the server sends too much or too much nonsense. */
export class GuardedSocket {
  /** Why the server didn't let us in, as an HTTP status. */
  refusedStatus: number | undefined;
  closeCode: number | undefined;
  /** What the server said as it refused or closed, unread. */
  told: string | undefined;
  /** Why the connection was ended on this side. */
  fault: ProviderFaultCode | undefined;
  private readonly guard: InboundGuard;
  private socket: WebSocket | undefined;

  constructor(private readonly options: SocketOptions) {
    this.guard = new InboundGuard(options.messages);
  }

  /** Whether the server is too slow in taking what was sent before. */
  get congested(): boolean {
    const maxBytes = (this.options.inputRateHz * MAX_WAITING_MS * BYTES_PER_SAMPLE) / 1000;
    return (this.socket?.bufferedAmount ?? 0) > maxBytes;
  }

  connect(): void {
    const { url, headers, callbacks, outbound } = this.options;
    const socket = new WebSocket(url, {
      headers,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
      ...(outbound && { agent: outbound.socketAgent(url) }),
    });
    this.socket = socket;
    socket.on('open', () => callbacks.onopen());
    socket.on('message', (data) => this.receive(data));
    socket.on('unexpected-response', (request, response) => {
      this.refusedStatus = response.statusCode;
      void this.readRefusal(response).then(() => {
        request.destroy();
        callbacks.onerror(new Error('The upgrade was refused'));
      });
    });
    socket.on('error', (error) => callbacks.onerror(error));
    socket.on('close', (code, reason) => {
      this.closeCode = code;
      this.told ??= reason.toString();
      callbacks.onclose({ code, reason: reason.toString() });
    });
  }

  send(message: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(message);
  }

  close(): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.close(1000);
    else this.terminate();
    setTimeout(() => this.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  terminate(): void {
    this.socket?.terminate();
  }

  /** Counts a message of the protocol that is not used here. */
  ignored(kind: string): void {
    this.guard.ignored(kind);
  }

  /** Counts a message that is not of the protocol. */
  malformed(): void {
    this.end(this.guard.malformed());
  }

  private async readRefusal(response: IncomingMessage): Promise<void> {
    const late = setTimeout(() => response.destroy(), READ_REFUSAL_MS);
    this.told = await failureText(response as AsyncIterable<Uint8Array>);
    clearTimeout(late);
  }

  private receive(data: RawData): void {
    if (this.fault) return;
    const text = (data as Buffer).toString();
    const flood = this.guard.arrived(text.length, performance.now());
    if (flood) this.end(flood);
    else this.options.callbacks.onmessage({ data: text });
  }

  private end(fault: ProviderFaultCode | undefined): void {
    if (!fault) return;
    this.fault ??= fault;
    this.terminate();
  }
}
