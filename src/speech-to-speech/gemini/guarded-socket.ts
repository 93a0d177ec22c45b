import { WebSocket, type RawData } from 'ws';

import { InboundGuard } from '../dialogue/index.js';
import { providerFault, type MessageCounter, type ProviderFaultCode } from '../../providers/index.js';

/** Largest message that is read: a minute of audio in one piece. A larger one ends the connection. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** Two seconds of caller audio in base64 with its envelope: more than this isn't left waiting in the socket. */
const MAX_WAITING_BYTES = 100_000;

/** How long a server may take to answer the closing handshake. */
const CLOSE_PATIENCE_MS = 1_000;

/** What the library wants to be told of its socket. */
export interface SocketCallbacks {
  readonly onopen: () => void;
  readonly onerror: (error: Error) => void;
  readonly onmessage: (message: { readonly data: string }) => void;
  readonly onclose: (close: { readonly code: number; readonly reason: string }) => void;
}

/** A WebSocket that gives the library nothing but JSON objects, and ends when a server sends too much or too much nonsense. */
export class GuardedSocket {
  /** Why the server didn't let us in, as an HTTP status. */
  refusedStatus: number | undefined;
  closeCode: number | undefined;
  /** Why the connection was ended on this side. */
  fault: ProviderFaultCode | undefined;
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #callbacks: SocketCallbacks;
  readonly #guard: InboundGuard;
  #socket: WebSocket | undefined;
  #setUp = false;

  constructor(
    url: string,
    headers: Record<string, string>,
    callbacks: SocketCallbacks,
    messages: MessageCounter,
  ) {
    this.#guard = new InboundGuard(messages);
    this.#url = url;
    this.#headers = headers;
    this.#callbacks = callbacks;
  }

  /** Whether the server takes too little of what was sent before. */
  get congested(): boolean {
    return (this.#socket?.bufferedAmount ?? 0) > MAX_WAITING_BYTES;
  }

  connect(): void {
    const socket = new WebSocket(this.#url, {
      headers: this.#headers,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.#socket = socket;
    socket.on('open', () => this.#callbacks.onopen());
    socket.on('message', (data) => this.#receive(data));
    socket.on('unexpected-response', (request, response) => {
      this.refusedStatus = response.statusCode;
      request.destroy();
      this.#callbacks.onerror(new Error('The upgrade was refused'));
    });
    socket.on('error', (error) => this.#callbacks.onerror(error));
    socket.on('close', (code, reason) => {
      this.closeCode = code;
      this.#callbacks.onclose({ code, reason: reason.toString() });
    });
  }

  send(message: string): void {
    this.#setUp = true;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(message);
  }

  close(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.close(1000);
    else this.terminate();
    setTimeout(() => this.terminate(), CLOSE_PATIENCE_MS).unref();
  }

  terminate(): void {
    this.#socket?.terminate();
  }

  /** Counts a message of the protocol that nobody is interested in. */
  ignored(): void {
    this.#guard.ignored();
  }

  /** Counts a message that is JSON and not of the protocol. */
  malformed(): void {
    this.#end(this.#guard.malformed());
  }

  #receive(data: RawData): void {
    if (this.fault) return;
    const text = data.toString();
    const flood = this.#guard.arrived(text.length, performance.now());
    if (flood) return this.#end(flood);
    // Before it has asked for a session the library isn't ready for messages, and none is due.
    if (!this.#setUp || !isJsonObject(text)) return this.malformed();
    this.#callbacks.onmessage({ data: text });
  }

  #end(fault: ProviderFaultCode | undefined): void {
    if (!fault) return;
    this.fault ??= fault;
    this.terminate();
  }
}

/** @returns The fault that an established connection ended with. */
export function endOf(socket: GuardedSocket | undefined): ProviderFaultCode {
  return socket?.fault ?? providerFault.lost;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
