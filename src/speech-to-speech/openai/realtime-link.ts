import { setTimeout as delay } from 'node:timers/promises';

import { AgentFault } from '../../voice/agent-adapter.js';
import { LossWindow, type ReplayedItem } from '../dialogue/index.js';
import { CallerBacklog } from '../../providers/caller-backlog.js';
import type { ProviderBudgets } from '../../providers/provider-budgets.js';
import { providerFault, type ProviderFaultCode } from '../../providers/provider-faults.js';
import {
  appendAudio,
  clearAudio,
  commitAudio,
  createItem,
  REALTIME_RATE_HZ,
  sessionUpdate,
  type ClientEvent,
  type SessionSetup,
} from './protocol/client-events.js';
import type { ServerEvent } from './protocol/server-event.js';
import { RealtimeConnection } from './realtime-connection.js';
import type { RealtimeTarget } from './realtime-target.js';

/** Pauses before the attempts to come back; the last one holds for all further ones. */
const RETRY_DELAYS_MS = [0, 100, 250, 500, 1_000] as const;

export interface LinkOptions {
  readonly target: RealtimeTarget;
  readonly session: SessionSetup;
  readonly budgets: ProviderBudgets;
  readonly signal: AbortSignal;
  /** What a new session must be told of the conversation so far. */
  history(): readonly ReplayedItem[];
  event(event: ServerEvent): void;
  /** The connection broke; an attempt to come back is under way. */
  lost(): void;
  /** A new session has taken the place of the lost one, and knows the history. */
  restored(): void;
  /** It is over. */
  failed(code: string): void;
}

/** The way to a Realtime server through a whole call: one connection, and after a short break another one. */
export class RealtimeLink {
  readonly #options: LinkOptions;
  readonly #backlog = new CallerBacklog(REALTIME_RATE_HZ);
  #connection: RealtimeConnection | undefined;
  readonly #losses = new LossWindow();
  /** The caller's turn ended while the server was away. */
  #commitOwed = false;
  #closed = false;

  private constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** @throws AgentFault when the server can't be reached, refuses, or isn't ready in time. */
  static async open(options: LinkOptions): Promise<RealtimeLink> {
    const link = new RealtimeLink(options);
    link.#use(await link.#connect(options.budgets.connectTimeoutMs));
    return link;
  }

  /** Sends the caller's audio, or keeps the latest of it while the server is away. */
  hear(samples: Int16Array): void {
    if (this.#closed) return;
    if (this.#connection) this.#connection.send(appendAudio(samples));
    else this.#backlog.add(samples);
  }

  /** The caller's turn is over: its audio becomes an item, now or once the server is back. */
  commit(): void {
    if (this.#connection) this.#connection.send(commitAudio());
    else this.#commitOwed = true;
  }

  /** What was heard since the last commit was no turn. */
  clear(): void {
    this.#connection?.send(clearAudio());
    this.#backlog.take();
  }

  /** Sends an event; while the server is away it is dropped, since the history makes up for it. */
  send(event: ClientEvent): void {
    this.#connection?.send(event);
  }

  addItem(item: ReplayedItem): void {
    const connection = this.#connection;
    if (connection) connection.send(createItem(item, connection.dialect));
  }

  close(): void {
    this.#closed = true;
    this.#connection?.close();
    this.#connection = undefined;
    this.#backlog.take();
  }

  #connect(timeoutMs: number): Promise<RealtimeConnection> {
    const { target, session, signal } = this.#options;
    const prepare = ({ dialect }: RealtimeConnection) => sessionUpdate(session, dialect);
    return RealtimeConnection.connect(target, prepare, { timeoutMs, signal });
  }

  #use(connection: RealtimeConnection): void {
    if (this.#closed) return connection.close();
    this.#connection = connection;
    connection.listen({
      event: (event) => this.#options.event(event),
      lost: (code) => this.#lose(code),
    });
  }

  #lose(code: ProviderFaultCode): void {
    this.#connection = undefined;
    const nowMs = performance.now();
    const hopeless = this.#losses.lost(nowMs) || code !== providerFault.lost;
    if (hopeless || this.#options.budgets.reconnectBudgetMs === 0) return this.#options.failed(code);
    this.#options.lost();
    void this.#comeBack(nowMs + this.#options.budgets.reconnectBudgetMs);
  }

  async #comeBack(deadlineAtMs: number): Promise<void> {
    for (let attempt = 0; !this.#closed; attempt++) {
      const pauseMs = RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)];
      await delay(pauseMs);
      const leftMs = deadlineAtMs - performance.now();
      if (this.#closed) return;
      if (leftMs <= 0) return this.#options.failed(providerFault.lost);
      try {
        const connection = await this.#connect(Math.min(leftMs, this.#options.budgets.connectTimeoutMs));
        return this.#restore(connection);
      } catch (error) {
        if (this.#closed) return;
        const retryable = error instanceof AgentFault && error.retryable;
        if (!retryable)
          return this.#options.failed(error instanceof AgentFault ? error.code : providerFault.lost);
      }
    }
  }

  #restore(connection: RealtimeConnection): void {
    this.#use(connection);
    if (this.#closed) return;
    for (const item of this.#options.history()) this.addItem(item);
    for (const samples of this.#backlog.take()) this.hear(samples);
    if (this.#commitOwed) this.commit();
    this.#commitOwed = false;
    this.#options.restored();
  }
}
