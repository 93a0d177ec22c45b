import type { FunctionResponse, Session } from '@google/genai';

import { AgentFault } from '../../voice/agent-adapter.js';
import { encodePcm } from '../dialogue/index.js';
import { providerFault, type ProviderFaultCode } from '../../providers/index.js';
import { GeminiClient } from './gemini-client.js';
import { GEMINI_INPUT_RATE_HZ, type GeminiTarget } from './gemini-target.js';
import { endOf, GuardedSocket, type SocketCallbacks } from './guarded-socket.js';
import type { LiveEvent } from './protocol/live-event.js';
import { parseLiveMessage } from './protocol/parse-live-message.js';

/** The service closes with these when it won't serve: a wrong key, an unknown model, a used-up quota (RFC 6455, 7.4.1). */
const REFUSING_CLOSE_CODES: ReadonlySet<number> = new Set([1007, 1008]);

export interface ConnectionListener {
  event(event: LiveEvent): void;
  /** The connection is gone; called once, only after it was ready, and never after `close`. */
  lost(code: ProviderFaultCode): void;
}

export interface ConnectOptions {
  /** To go on with the session that a former connection had. */
  readonly handle: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** One connection to a Gemini Live server whose session is set up. */
export class GeminiConnection {
  readonly #listener: ConnectionListener;
  #socket: GuardedSocket | undefined;
  #session: Session | undefined;
  #closed = false;

  private constructor(listener: ConnectionListener) {
    this.#listener = listener;
  }

  /** @throws AgentFault when the server can't be reached, refuses, or isn't ready in time. */
  static async connect(
    target: GeminiTarget,
    listener: ConnectionListener,
    options: ConnectOptions,
  ): Promise<GeminiConnection> {
    const connection = new GeminiConnection(listener);
    const timeout = AbortSignal.timeout(options.timeoutMs);
    const giveUp = AbortSignal.any([options.signal, timeout]);
    const stop = () => connection.#socket?.terminate();
    giveUp.addEventListener('abort', stop);
    try {
      if (options.signal.aborted) throw new Error('The call has ended');
      connection.#session = await connection.#open(target, options.handle);
      const gone = connection.#socket?.closeCode !== undefined;
      if (giveUp.aborted || gone) throw new Error('The connection ended while it was made');
      return connection;
    } catch {
      connection.close();
      if (options.signal.aborted) throw callEnded();
      if (timeout.aborted) throw notReady();
      throw faultOf(connection.#socket);
    } finally {
      giveUp.removeEventListener('abort', stop);
    }
  }

  /** Sends the caller's audio, unless the server takes too little of what was sent before. */
  hear(samples: Int16Array): void {
    if (this.#socket?.congested) return;
    const mimeType = `audio/pcm;rate=${GEMINI_INPUT_RATE_HZ}`;
    this.#session?.sendRealtimeInput({ audio: { data: encodePcm(samples), mimeType } });
  }

  /** The caller begins to speak, in a session without activity detection. */
  beginActivity(): void {
    this.#session?.sendRealtimeInput({ activityStart: {} });
  }

  /** The caller has finished, in such a session: the server answers. */
  endActivity(): void {
    this.#session?.sendRealtimeInput({ activityEnd: {} });
  }

  /** Tells the model something in text, which it answers. Newer models take text during a call in this way only. */
  tell(text: string): void {
    this.#session?.sendRealtimeInput({ text });
  }

  answer(response: FunctionResponse): void {
    this.#session?.sendToolResponse({ functionResponses: [response] });
  }

  /** Ends the connection; nothing is told to the listener any more. Idempotent. */
  close(): void {
    this.#closed = true;
    this.#session = undefined;
    this.#socket?.close();
  }

  async #open(target: GeminiTarget, handle: string | undefined): Promise<Session> {
    const sockets = {
      create: (url: string, headers: Record<string, string>, callbacks: SocketCallbacks) => {
        this.#socket = new GuardedSocket(url, headers, callbacks, target.messages);
        return this.#socket;
      },
    };
    return await new GeminiClient(target).openLive(sockets, {
      model: target.modelId,
      config: { ...target.config, sessionResumption: handle === undefined ? {} : { handle } },
      callbacks: {
        onmessage: (message) => this.#receive(message),
        onclose: () => this.#lose(),
      },
    });
  }

  #receive(message: unknown): void {
    if (this.#closed) return;
    const events = parseLiveMessage(message);
    if (!events) return this.#socket?.malformed();
    if (events.length === 0) this.#socket?.ignored();
    for (const event of events) {
      if (!this.#closed) this.#listener.event(event);
    }
  }

  #lose(): void {
    if (this.#closed || !this.#session) return;
    this.#session = undefined;
    this.#closed = true;
    this.#listener.lost(endOf(this.#socket));
  }
}

const notReady = () => new AgentFault(providerFault.timeout, 'The Gemini server was not ready in time', true);

const callEnded = () =>
  new AgentFault(providerFault.lost, 'The call ended before the Gemini server was ready', false);

/** Why a connection didn't come about. */
function faultOf(socket: GuardedSocket | undefined): AgentFault {
  const { refusedStatus, closeCode, fault } = socket ?? {};
  if (fault) return new AgentFault(fault, 'The Gemini server broke its protocol', true);
  if (refusedStatus !== undefined) {
    const retryable = refusedStatus === 429 || refusedStatus >= 500;
    return new AgentFault(
      providerFault.refused,
      `The Gemini server refused with ${refusedStatus}`,
      retryable,
    );
  }
  if (closeCode !== undefined && REFUSING_CLOSE_CODES.has(closeCode)) {
    return new AgentFault(providerFault.refused, 'The Gemini server refused the session', false);
  }
  return new AgentFault(providerFault.unreachable, 'The Gemini server could not be reached', true);
}
