import { setTimeout as delay } from 'node:timers/promises';

import { AgentFault } from '../../voice/agent-adapter.js';
import type { FaultCode } from '../../voice/fault-codes.js';
import {
  CallerBacklog,
  providerFault,
  type ProviderBudgets,
  type ProviderFaultCode,
} from '../../providers/index.js';
import { LossWindow } from './loss-window.js';
import type { Protocol, ProviderEvent, ProviderSession } from './protocol.js';
import { ProviderConnection } from './provider-connection.js';
import { UnheardTurns } from './unheard-turns.js';

/** Pauses before the attempts to reconnect; the last one holds for all further ones. */
const RETRY_DELAYS_MS = [0, 100, 250, 500, 1_000] as const;

export interface LinkOptions {
  readonly protocol: Protocol;
  readonly budgets: ProviderBudgets;
  readonly signal: AbortSignal;
}

export interface LinkListener {
  event(event: ProviderEvent): void;
  /** The connection broke; an attempt to reconnect is under way. */
  lost(): void;
  /** Tells a new session what was said before, where the server doesn't know it. */
  replay(session: ProviderSession): void;
  /** A new connection has taken the place of the lost one. @param turnEnded The caller finished a turn meanwhile. */
  restored(turnEnded: boolean): void;
  /** It is over. */
  failed(code: FaultCode): void;
}

/** The link to a provider for a whole call: one connection, and after a short break another one. */
export class ReconnectingLink {
  private readonly backlog: CallerBacklog;
  /** What a new session has to hear again; absent where the server resumes its session and has heard it. */
  private readonly unheard: UnheardTurns | undefined;
  private readonly losses = new LossWindow();
  private readonly ended = new AbortController();
  private connection: ProviderConnection | undefined;
  /** The caller's turn was begun and not ended, where Earshot detects turns. */
  private turnIsOpen = false;
  /** The caller's turn ended while the server was away. */
  private endOwed = false;
  private listener: LinkListener | undefined;

  constructor(private readonly options: LinkOptions) {
    const { inputRateHz, serverLeads } = options.protocol;
    this.backlog = new CallerBacklog(inputRateHz);
    if (!serverLeads) this.unheard = new UnheardTurns(inputRateHz);
  }

  /** @throws AgentFault when the server can't be reached, refuses, or isn't ready in time. */
  async open(listener: LinkListener): Promise<void> {
    this.listener = listener;
    const connection = await this.connect(this.options.budgets.connectTimeoutMs);
    if (this.isClosed()) connection.close();
    else this.connection = connection;
  }

  private isClosed(): boolean {
    return this.ended.signal.aborted;
  }

  /** Whether the server is being told a turn of the caller, where Earshot detects turns. */
  get turnOpen(): boolean {
    return this.turnIsOpen;
  }

  /** What is sent to the server; undefined while it is away. */
  get session(): ProviderSession | undefined {
    return this.connection?.session;
  }

  /** Sends the caller's audio, or keeps the latest of it while the server is away. */
  sendAudio(samples: Int16Array): void {
    if (this.isClosed()) return;
    const isKept = this.unheard?.add(samples) === true;
    if (this.session) this.session.sendAudio(samples);
    else if (!isKept) this.backlog.add(samples);
  }

  beginTurn(): void {
    this.turnIsOpen = true;
    this.unheard?.begin();
    this.session?.beginTurn();
  }

  /** The caller's turn is over: the server is told now, or once it is back. */
  endTurn(): void {
    if (!this.turnIsOpen) return;
    this.turnIsOpen = false;
    this.unheard?.end();
    if (this.session) this.session.endTurn();
    else this.endOwed = true;
  }

  /** The server has told what the caller said in the earliest turn that it hadn't told before. */
  turnHeard(): void {
    this.unheard?.heard();
  }

  /** The server has answered what the caller said. */
  turnAnswered(): void {
    this.unheard?.answered();
  }

  /** Whether a turn is over that the server hears once it is back, or heard again when it came back. */
  get keepsTurn(): boolean {
    return this.unheard?.anyEnded === true;
  }

  /** What was sent since the turn began was no turn. */
  discardTurn(): void {
    this.turnIsOpen = false;
    this.unheard?.discard();
    this.session?.discardTurn();
    this.backlog.take();
  }

  close(): void {
    this.ended.abort();
    this.connection?.close();
    this.connection = undefined;
    this.unheard?.clear();
    this.backlog.take();
  }

  private connect(timeoutMs: number): Promise<ProviderConnection> {
    const { protocol, signal } = this.options;
    const listener = {
      event: (event: ProviderEvent) => this.listener?.event(event),
      lost: (code: ProviderFaultCode) => this.lose(code),
    };
    const either = AbortSignal.any([signal, this.ended.signal]);
    return ProviderConnection.connect(protocol, listener, { timeoutMs, signal: either });
  }

  private lose(code: ProviderFaultCode): void {
    this.connection = undefined;
    const nowMs = performance.now();
    const { budgets, protocol } = this.options;
    const hopeless = this.losses.lost(nowMs) || code !== providerFault.lost || !protocol.resumable;
    if (hopeless || budgets.reconnectBudgetMs === 0) return this.listener?.failed(code);
    this.listener?.lost();
    void this.reconnect(nowMs + budgets.reconnectBudgetMs);
  }

  private async reconnect(deadlineAtMs: number): Promise<void> {
    for (let attempt = 0; !this.isClosed(); attempt++) {
      await this.pauseBefore(attempt);
      const leftMs = deadlineAtMs - performance.now();
      if (this.isClosed()) return;
      if (leftMs <= 0) return this.listener?.failed(providerFault.lost);
      try {
        const timeoutMs = Math.min(leftMs, this.options.budgets.connectTimeoutMs);
        return this.restore(await this.connect(timeoutMs));
      } catch (error) {
        if (this.isClosed()) return;
        const fault = error instanceof AgentFault ? error : undefined;
        if (!fault?.retryable) return this.listener?.failed(fault?.code ?? providerFault.lost);
      }
    }
  }

  private async pauseBefore(attempt: number): Promise<void> {
    const pauseMs = RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)];
    await delay(pauseMs, undefined, { signal: this.ended.signal }).catch(() => undefined);
  }

  private restore(connection: ProviderConnection): void {
    const { session } = connection;
    if (this.isClosed() || !session) return connection.close();
    this.connection = connection;
    const turnEnded = this.endOwed;
    this.endOwed = false;
    this.listener?.replay(session);
    if (this.unheard) this.unheard.tell(session);
    else if (turnEnded || this.turnIsOpen) session.beginTurn();
    for (const samples of this.backlog.take()) session.sendAudio(samples);
    if (!this.unheard && turnEnded) {
      session.endTurn();
      if (this.turnIsOpen) session.beginTurn();
    }
    this.listener?.restored(turnEnded);
  }
}
