import { AgentFault } from '../../voice/agent-adapter.js';
import { providerFault, type ProviderFaultCode } from '../../providers/index.js';
import { GuardedSocket, type SocketCallbacks } from './guarded-socket.js';
import type { Protocol, ProviderEvent, ProviderSession, SocketFactory } from './protocol.js';

/** Providers that won't serve close with these: a wrong key, an unknown model, no quota left (RFC 6455, 7.4.1). */
const REFUSING_CLOSE_CODES: ReadonlySet<number> = new Set([1007, 1008]);

export interface ConnectionListener {
  event(event: ProviderEvent): void;
  /** The connection is gone; called once, only after it was ready, and never after `close`. */
  lost(code: ProviderFaultCode): void;
}

export interface ConnectOptions {
  /** For everything until the session may be used. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** One connection to a provider, whose session is set up. */
export class ProviderConnection {
  private socket: GuardedSocket | undefined;
  private openSession: ProviderSession | undefined;
  private closed = false;

  private constructor(
    private readonly protocol: Protocol,
    private readonly listener: ConnectionListener,
  ) {}

  /** @throws AgentFault when the server can't be reached, refuses, or isn't ready in time. */
  static async connect(
    protocol: Protocol,
    listener: ConnectionListener,
    { timeoutMs, signal }: ConnectOptions,
  ): Promise<ProviderConnection> {
    const connection = new ProviderConnection(protocol, listener);
    const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
    const giveUp = AbortSignal.any([signal, timeout]);
    const stop = () => connection.socket?.terminate();
    giveUp.addEventListener('abort', stop);
    try {
      signal.throwIfAborted();
      await connection.open();
      giveUp.throwIfAborted();
      return connection;
    } catch (error) {
      connection.close();
      if (signal.aborted) throw callEnded(protocol.name);
      if (timeout.aborted) throw notReady(protocol.name);
      throw error instanceof AgentFault ? error : faultOf(protocol.name, connection.socket);
    } finally {
      giveUp.removeEventListener('abort', stop);
    }
  }

  /** What is sent over the connection; undefined once it is gone. */
  get session(): ProviderSession | undefined {
    return this.openSession;
  }

  /** Ends the connection; nothing is told to the listener any more. Idempotent. */
  close(): void {
    this.closed = true;
    this.openSession = undefined;
    this.socket?.close();
  }

  private async open(): Promise<void> {
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
    const session = await this.protocol.open(sockets, (event) => {
      if (!this.closed) this.listener.event(event);
    });
    if (this.socket?.closeCode !== undefined) throw new Error('The connection ended while it was made');
    this.openSession = session;
  }

  private lose(): void {
    if (this.closed || !this.openSession) return;
    this.openSession = undefined;
    this.closed = true;
    this.listener.lost(this.socket?.fault ?? providerFault.lost);
  }
}

const notReady = (name: string) =>
  new AgentFault(providerFault.timeout, `The ${name} server was not ready in time`, true);

const callEnded = (name: string) =>
  new AgentFault(providerFault.lost, `The call ended before the ${name} server was ready`, false);

/** Why a connection didn't come about. */
function faultOf(name: string, socket: GuardedSocket | undefined): AgentFault {
  const { refusedStatus, closeCode, fault } = socket ?? {};
  if (fault) return new AgentFault(fault, `The ${name} server broke its protocol`, true);
  if (refusedStatus !== undefined) {
    const retryable = refusedStatus === 429 || refusedStatus >= 500;
    return new AgentFault(
      providerFault.refused,
      `The ${name} server refused with ${refusedStatus}`,
      retryable,
    );
  }
  if (closeCode !== undefined && REFUSING_CLOSE_CODES.has(closeCode)) {
    return new AgentFault(providerFault.refused, `The ${name} server refused the session`, false);
  }
  return new AgentFault(providerFault.unreachable, `The ${name} server could not be reached`, true);
}
