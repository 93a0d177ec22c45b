import { AgentFault } from '../../voice/agent-adapter.js';
import {
  providerFault,
  type ProviderFaultCode,
  providerWords,
  wordsWithStatus,
} from '../../providers/index.js';
import { GuardedSocket, type SocketCallbacks } from './guarded-socket.js';
import type { Opening, Protocol, ProviderEvent, ProviderSession, SocketFactory } from './protocol.js';

/** Close codes of providers that refuse service: wrong key, unknown model, exceeded quota (RFC 6455, 7.4.1). */
const REFUSING_CLOSE_CODES: ReadonlySet<number> = new Set([1007, 1008]);

export interface ConnectionListener {
  event(event: ProviderEvent): void;
  /** The connection was lost. Called once, only after it was ready, and never after `close`. */
  lost(code: ProviderFaultCode, detail: string | undefined): void;
}

export interface ConnectOptions extends Opening {
  readonly signal: AbortSignal;
}

/** One connection to a provider, with its session set up. */
export class ProviderConnection {
  private socket: GuardedSocket | undefined;
  private openSession: ProviderSession | undefined;
  private closed = false;

  private constructor(
    private readonly protocol: Protocol,
    private readonly listener: ConnectionListener,
  ) {}

  /** @throws AgentFault if the server is unreachable, refuses, or is not ready in time */
  static async connect(
    protocol: Protocol,
    listener: ConnectionListener,
    { signal, ...opening }: ConnectOptions,
  ): Promise<ProviderConnection> {
    const connection = new ProviderConnection(protocol, listener);
    const timeout = AbortSignal.timeout(Math.ceil(opening.withinMs));
    const giveUp = AbortSignal.any([signal, timeout]);
    const stop = () => connection.socket?.terminate();
    giveUp.addEventListener('abort', stop);
    try {
      signal.throwIfAborted();
      await connection.open(opening);
      giveUp.throwIfAborted();
      return connection;
    } catch (error) {
      connection.close();
      if (signal.aborted) throw callEnded(protocol.name);
      if (timeout.aborted) throw notReady(protocol.name);
      throw error instanceof AgentFault ? error : faultOf(protocol, connection.socket);
    } finally {
      giveUp.removeEventListener('abort', stop);
    }
  }

  /** Undefined once the connection is lost. */
  get session(): ProviderSession | undefined {
    return this.openSession;
  }

  /** Closes the connection; the listener gets no more events. Idempotent. */
  close(): void {
    this.closed = true;
    this.openSession = undefined;
    this.socket?.close();
  }

  private async open(opening: Opening): Promise<void> {
    const { inputRateHz, messages, outbound } = this.protocol;
    const sockets: SocketFactory = (url, headers, given) => {
      const onclose: SocketCallbacks['onclose'] = (close) => {
        given.onclose(close);
        this.lose();
      };
      const callbacks = { ...given, onclose };
      this.socket = new GuardedSocket({ url, headers, callbacks, inputRateHz, messages, outbound });
      return this.socket;
    };
    const receive = (event: ProviderEvent) => {
      if (!this.closed) this.listener.event(event);
    };
    const session = await this.protocol.open(sockets, receive, opening);
    if (this.socket?.closeCode !== undefined) throw new Error('The connection ended while it was made');
    this.openSession = session;
  }

  private lose(): void {
    if (this.closed || !this.openSession) return;
    this.openSession = undefined;
    this.closed = true;
    const { fault = providerFault.lost, told } = this.socket ?? {};
    this.listener.lost(fault, providerWords(told, [this.protocol.apiKey]));
  }
}

const notReady = (name: string) =>
  new AgentFault(providerFault.timeout, `The ${name} server was not ready in time`, true);

const callEnded = (name: string) =>
  new AgentFault(providerFault.lost, `The call ended before the ${name} server was ready`, false);

/** Why connecting failed. */
function faultOf({ name, apiKey }: Protocol, socket: GuardedSocket | undefined): AgentFault {
  const { refusedStatus, closeCode, fault, told } = socket ?? {};
  if (fault) return new AgentFault(fault, `The ${name} server broke its protocol`, true);
  if (refusedStatus !== undefined) {
    const retryable = refusedStatus === 429 || refusedStatus >= 500;
    const detail = wordsWithStatus(refusedStatus, told, [apiKey]);
    const message = `The ${name} server refused with ${refusedStatus}`;
    return new AgentFault(providerFault.refused, message, retryable, { detail });
  }
  const detail = providerWords(told, [apiKey]);
  if (closeCode !== undefined && REFUSING_CLOSE_CODES.has(closeCode)) {
    return new AgentFault(providerFault.refused, `The ${name} server refused the session`, false, { detail });
  }
  return new AgentFault(providerFault.unreachable, `The ${name} server could not be reached`, true, {
    detail,
  });
}
