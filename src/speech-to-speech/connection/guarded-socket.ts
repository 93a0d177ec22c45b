import type { IncomingMessage } from 'node:http';
import { WebSocket, type RawData } from 'ws';

import type { Outbound } from '../../safe-http/index.js';
import { failureText, type MessageCounter, type ProviderFaultCode } from '../../providers/index.js';
import { InboundGuard } from './inbound-guard.js';

/** Largest message accepted: a minute of audio in one piece. A larger one closes the connection. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** Caller audio that may be buffered in the socket: a repeated turn, and the audio after it. */
const MAX_WAITING_MS = 12_000;

/** A 16-bit sample in base64, with its share of the message overhead. */
const BYTES_PER_SAMPLE = 3.125;

const CLOSE_TIMEOUT_MS = 1_000;
/** Timeout for reading the body of a refusal. */
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
  /** Guarded connections, for a server address chosen by an account. */
  readonly outbound?: Outbound;
}

/** A WebSocket to a provider that closes when the server sends too much data or too many malformed messages. */
export class GuardedSocket {
  /** HTTP status with which the server refused the connection. */
  refusedStatus: number | undefined;
  closeCode: number | undefined;
  /** The server's raw message when it refused or closed. */
  told: string | undefined;
  /** Why this side closed the connection. */
  fault: ProviderFaultCode | undefined;
  private readonly guard: InboundGuard;
  private socket: WebSocket | undefined;

  constructor(private readonly options: SocketOptions) {
    this.guard = new InboundGuard(options.messages);
  }

  /** True if the server is too slow to take what was sent. */
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

  /** Counts a message type of the protocol that is not used here. */
  ignored(kind: string): void {
    this.guard.ignored(kind);
  }

  /** Counts a message that does not belong to the protocol. */
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
