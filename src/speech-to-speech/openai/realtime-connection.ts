import { WebSocket, type RawData } from 'ws';

import { AgentFault } from '../../voice/agent-adapter.js';
import { InboundGuard } from '../dialogue/index.js';
import { providerFault, type ProviderFaultCode } from '../../providers/provider-faults.js';
import type { ClientEvent } from './protocol/client-events.js';
import { parseServerMessage } from './protocol/parse-server-message.js';
import type { RealtimeDialect, ServerEvent } from './protocol/server-event.js';
import { handshakeHeaders, socketUrl, type RealtimeTarget } from './realtime-target.js';

/** Largest message that is read: a minute of audio in one piece. A larger one ends the connection. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** Two seconds of caller audio in base64 with its envelope: more than this isn't left waiting in the socket. */
const MAX_WAITING_BYTES = 150_000;

export interface ConnectionListener {
  event(event: ServerEvent): void;
  /** The connection is gone and won't come back; called once, never after `close`. */
  lost(code: ProviderFaultCode): void;
}

export interface ConnectOptions {
  /** For everything until the session may be used. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** One WebSocket to a Realtime server whose session was created. */
export class RealtimeConnection {
  /** Known once the session was created. */
  dialect: RealtimeDialect = 'ga';
  readonly #socket: WebSocket;
  readonly #guard: InboundGuard;
  #listener: ConnectionListener | undefined;
  #ended = false;

  private constructor(target: RealtimeTarget) {
    this.#guard = new InboundGuard(target.messages);
    this.#socket = new WebSocket(socketUrl(target), {
      headers: handshakeHeaders(target),
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.#socket.on('message', (data, binary) => this.#receive(data, binary));
    this.#socket.on('close', () => this.#lose(providerFault.lost));
    this.#socket.on('error', () => this.#lose(providerFault.lost));
  }

  /**
   * Connects and waits for the server to create the session, then has `prepare` set it up.
   * @throws AgentFault when the server can't be reached, refuses, or isn't ready in time.
   */
  static async connect(
    target: RealtimeTarget,
    prepare: (connection: RealtimeConnection) => ClientEvent,
    options: ConnectOptions,
  ): Promise<RealtimeConnection> {
    const connection = new RealtimeConnection(target);
    try {
      await connection.#becomeReady(target, prepare, options);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  listen(listener: ConnectionListener): void {
    this.#listener = listener;
    if (this.#ended) listener.lost(providerFault.lost);
  }

  /** Sends an event, unless the server takes too little of what was sent before. @returns Whether it was sent. */
  send(event: ClientEvent): boolean {
    if (this.#ended || this.#socket.bufferedAmount > MAX_WAITING_BYTES) return false;
    this.#socket.send(JSON.stringify(event));
    return true;
  }

  /** Ends the connection; nothing is told to the listener any more. Idempotent. */
  close(): void {
    this.#listener = undefined;
    this.#ended = true;
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.close(1000);
    // A server that doesn't answer the closing handshake would keep the socket for 30 seconds.
    setTimeout(() => this.#socket.terminate(), 1_000).unref();
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#socket.terminate();
  }

  #becomeReady(
    target: RealtimeTarget,
    prepare: (connection: RealtimeConnection) => ClientEvent,
    { timeoutMs, signal }: ConnectOptions,
  ): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const settle = (fault?: AgentFault) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        if (fault) reject(fault);
        else resolve();
      };
      const timer = setTimeout(() => settle(notReady()), timeoutMs);
      const abort = () => settle(callEnded());
      signal.addEventListener('abort', abort, { once: true });
      this.#socket.on('unexpected-response', (request, response) => {
        settle(refusedWith(response.statusCode ?? 0));
        request.destroy();
      });
      this.#listener = {
        lost: (code) => settle(brokenBy(code)),
        event: (event) => {
          if (event.kind === 'session-created') {
            this.dialect = target.dialect === 'auto' ? event.dialect : target.dialect;
            this.send(prepare(this));
          }
          if (event.kind === 'session-updated') settle();
          if (event.kind === 'error') settle(sessionRefused());
        },
      };
      if (signal.aborted) abort();
    });
  }

  #receive(data: RawData, binary: boolean): void {
    if (this.#ended) return;
    const text = data.toString();
    const flood = this.#guard.arrived(text.length, performance.now());
    if (flood) return this.#lose(flood);
    const parsed = binary ? ({ kind: 'malformed' } as const) : parseServerMessage(text);
    if (parsed.kind === 'ignored') return this.#guard.ignored();
    if (parsed.kind === 'event') return this.#listener?.event(parsed.event);
    const broken = this.#guard.malformed();
    if (broken) this.#lose(broken);
  }

  #lose(code: ProviderFaultCode): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#socket.terminate();
    this.#listener?.lost(code);
  }
}

const notReady = () =>
  new AgentFault(providerFault.timeout, 'The Realtime server was not ready in time', true);

const callEnded = () =>
  new AgentFault(providerFault.lost, 'The call ended before the Realtime server was ready', false);

const sessionRefused = () =>
  new AgentFault(providerFault.refused, 'The Realtime server refused the session', false);

function refusedWith(status: number): AgentFault {
  const retryable = status === 429 || status >= 500;
  return new AgentFault(
    providerFault.refused,
    `The Realtime server refused with status ${status}`,
    retryable,
  );
}

function brokenBy(code: ProviderFaultCode): AgentFault {
  const known = code === providerFault.lost ? providerFault.unreachable : code;
  return new AgentFault(known, 'The Realtime server broke the connection while it was made', true);
}
