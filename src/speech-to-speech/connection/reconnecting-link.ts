import { setTimeout as delay } from 'node:timers/promises';

import { AgentFault } from '../../voice/agent-adapter.js';
import {
  CallerBacklog,
  providerFault,
  type ProviderBudgets,
  type ProviderFaultCode,
} from '../../providers/index.js';
import { LossWindow } from './loss-window.js';
import { ProviderConnection, type Protocol, type ProviderSession } from './provider-connection.js';

/** Pauses before the attempts to reconnect; the last one holds for all further ones. */
const RETRY_DELAYS_MS = [0, 100, 250, 500, 1_000] as const;

export interface LinkOptions<Event, Session extends ProviderSession> {
  readonly protocol: Protocol<Event, Session>;
  readonly budgets: ProviderBudgets;
  readonly signal: AbortSignal;
  event(event: Event): void;
  /** The connection broke; an attempt to reconnect is under way. */
  lost(): void;
  /** Tells a new session what was said before, where the server doesn't know it. */
  replay(session: Session): void;
  /** A new connection has taken the place of the lost one. @param turnEnded The caller finished a turn meanwhile. */
  restored(turnEnded: boolean): void;
  /** It is over. */
  failed(code: string): void;
}

/** The way to a provider through a whole call: one connection, and after a short break another one. */
export class ReconnectingLink<Event, Session extends ProviderSession> {
  readonly #options: LinkOptions<Event, Session>;
  readonly #backlog: CallerBacklog;
  readonly #losses = new LossWindow();
  #connection: ProviderConnection<Event, Session> | undefined;
  /** The caller's turn was begun and not ended, where Earshot detects turns. */
  #turnOpen = false;
  /** The caller's turn ended while the server was away. */
  #endOwed = false;
  #closed = false;

  private constructor(options: LinkOptions<Event, Session>) {
    this.#options = options;
    this.#backlog = new CallerBacklog(options.protocol.inputRateHz);
  }

  /** @throws AgentFault when the server can't be reached, refuses, or isn't ready in time. */
  static async open<Event, Session extends ProviderSession>(
    options: LinkOptions<Event, Session>,
  ): Promise<ReconnectingLink<Event, Session>> {
    const link = new ReconnectingLink(options);
    link.#connection = await link.#connect(options.budgets.connectTimeoutMs);
    return link;
  }

  /** What is sent to the server; undefined while it is away. */
  get session(): Session | undefined {
    return this.#connection?.session;
  }

  /** Sends the caller's audio, or keeps the latest of it while the server is away. */
  sendAudio(samples: Int16Array): void {
    if (this.#closed) return;
    if (this.session) this.session.sendAudio(samples);
    else this.#backlog.add(samples);
  }

  beginTurn(): void {
    this.#turnOpen = true;
    this.session?.beginTurn();
  }

  /** The caller's turn is over: the server is told now, or once it is back. */
  endTurn(): void {
    if (!this.#turnOpen) return;
    this.#turnOpen = false;
    if (this.session) this.session.endTurn();
    else this.#endOwed = true;
  }

  /** What was sent since the turn began was no turn. */
  discardTurn(): void {
    this.#turnOpen = false;
    this.session?.discardTurn();
    this.#backlog.take();
  }

  close(): void {
    this.#closed = true;
    this.#connection?.close();
    this.#connection = undefined;
    this.#backlog.take();
  }

  #connect(timeoutMs: number): Promise<ProviderConnection<Event, Session>> {
    const { protocol, signal } = this.#options;
    const listener = {
      event: (event: Event) => this.#options.event(event),
      lost: (code: ProviderFaultCode) => this.#lose(code),
    };
    return ProviderConnection.connect(protocol, listener, { timeoutMs, signal });
  }

  #lose(code: ProviderFaultCode): void {
    this.#connection = undefined;
    const nowMs = performance.now();
    const { budgets, protocol } = this.#options;
    const hopeless = this.#losses.lost(nowMs) || code !== providerFault.lost || !protocol.resumable;
    if (hopeless || budgets.reconnectBudgetMs === 0) return this.#options.failed(code);
    this.#options.lost();
    void this.#reconnect(nowMs + budgets.reconnectBudgetMs);
  }

  async #reconnect(deadlineAtMs: number): Promise<void> {
    for (let attempt = 0; !this.#closed; attempt++) {
      await delay(RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)]);
      const leftMs = deadlineAtMs - performance.now();
      if (this.#closed) return;
      if (leftMs <= 0) return this.#options.failed(providerFault.lost);
      try {
        const timeoutMs = Math.min(leftMs, this.#options.budgets.connectTimeoutMs);
        return this.#restore(await this.#connect(timeoutMs));
      } catch (error) {
        if (this.#closed) return;
        const fault = error instanceof AgentFault ? error : undefined;
        if (!fault?.retryable) return this.#options.failed(fault?.code ?? providerFault.lost);
      }
    }
  }

  #restore(connection: ProviderConnection<Event, Session>): void {
    const { session } = connection;
    if (this.#closed || !session) return connection.close();
    this.#connection = connection;
    const turnEnded = this.#endOwed;
    this.#endOwed = false;
    this.#options.replay(session);
    if (turnEnded || this.#turnOpen) session.beginTurn();
    for (const samples of this.#backlog.take()) session.sendAudio(samples);
    if (turnEnded) session.endTurn();
    if (turnEnded && this.#turnOpen) session.beginTurn();
    this.#options.restored(turnEnded);
  }
}
