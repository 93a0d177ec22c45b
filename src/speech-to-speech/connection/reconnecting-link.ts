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
import type { Protocol, ProviderEvent, ProviderSession, ReplayedItem } from './protocol.js';
import { ProviderConnection } from './provider-connection.js';
import { UnheardTurns } from './unheard-turns.js';

/** Pauses before the attempts to reconnect; the last one holds for all further ones. */
const RETRY_DELAYS_MS = [0, 100, 250, 500, 1_000] as const;

export interface LinkOptions {
  readonly protocol: Protocol;
  readonly budgets: ProviderBudgets;
  readonly signal: AbortSignal;
  /** What was said and done so far. */
  readonly said: () => readonly ReplayedItem[];
}

export interface LinkListener {
  event(event: ProviderEvent): void;
  /** The connection broke; an attempt to reconnect is under way. */
  lost(detail: string | undefined): void;
  /** Tells a new session what was said before, where the server doesn't know it. */
  replay(session: ProviderSession): void;
  /** A new connection has taken the place of the lost one. @param turnEnded It was told a turn that is over. */
  restored(turnEnded: boolean): void;
  /** It is over. */
  failed(code: FaultCode, detail: string | undefined): void;
}

/** The link to a provider for a whole call: one connection, and after a short break another one. */
export class ReconnectingLink {
  private readonly backlog: CallerBacklog;
  /** What a new session has to hear again. */
  private readonly unheard: UnheardTurns;
  private readonly losses = new LossWindow();
  private readonly ended = new AbortController();
  private connection: ProviderConnection | undefined;
  /** The caller's turn was begun and not ended, where Earshot detects turns. */
  private turnIsOpen = false;
  /** The caller's turn ended while the server was away. */
  private endOwed = false;
  private listener: LinkListener | undefined;

  constructor(private readonly options: LinkOptions) {
    const { inputRateHz } = options.protocol;
    this.backlog = new CallerBacklog(inputRateHz);
    this.unheard = new UnheardTurns(inputRateHz);
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
    this.unheard.add(samples);
    if (this.session) this.session.sendAudio(samples);
    else this.backlog.add(samples);
  }

  beginTurn(): void {
    this.turnIsOpen = true;
    this.unheard.begin();
    this.session?.beginTurn();
  }

  /** The caller's turn is over: the server is told now, or once it is back. */
  endTurn(): void {
    if (!this.turnIsOpen) return;
    this.turnIsOpen = false;
    this.unheard.end();
    if (this.session) this.session.endTurn();
    else this.endOwed = true;
  }

  /** The server has told what the caller said in the earliest turn that it hadn't told before. */
  turnHeard(): void {
    this.unheard.heard();
  }

  /** The server has answered what the caller said. */
  turnAnswered(): void {
    this.unheard.answered();
  }

  /** Whether a turn is over that the server hears once it is back, or heard again when it came back. */
  get keepsTurn(): boolean {
    return this.unheard.anyEnded;
  }

  /** What was sent since the turn began was no turn. */
  discardTurn(): void {
    this.turnIsOpen = false;
    this.unheard.discard();
    this.session?.discardTurn();
    this.backlog.take();
  }

  close(): void {
    this.ended.abort();
    this.connection?.close();
    this.connection = undefined;
    this.unheard.clear();
    this.backlog.take();
  }

  private connect(withinMs: number): Promise<ProviderConnection> {
    const { protocol, signal, said } = this.options;
    const listener = {
      event: (event: ProviderEvent) => this.listener?.event(event),
      lost: (code: ProviderFaultCode, detail: string | undefined) => this.lose(code, detail),
    };
    const either = AbortSignal.any([signal, this.ended.signal]);
    return ProviderConnection.connect(protocol, listener, { withinMs, said, signal: either });
  }

  private lose(code: ProviderFaultCode, detail: string | undefined): void {
    this.connection = undefined;
    const nowMs = performance.now();
    const { reconnectBudgetMs } = this.options.budgets;
    const hopeless = this.losses.lost(nowMs) || code !== providerFault.lost;
    if (hopeless || reconnectBudgetMs === 0) return this.listener?.failed(code, detail);
    this.listener?.lost(detail);
    void this.reconnect(nowMs + reconnectBudgetMs);
  }

  private async reconnect(deadlineAtMs: number): Promise<void> {
    for (let attempt = 0; !this.isClosed(); attempt++) {
      await this.pauseBefore(attempt);
      const leftMs = deadlineAtMs - performance.now();
      if (this.isClosed()) return;
      if (leftMs <= 0) return this.listener?.failed(providerFault.lost, undefined);
      try {
        const withinMs = Math.min(leftMs, this.options.budgets.connectTimeoutMs);
        return this.restore(await this.connect(withinMs));
      } catch (error) {
        if (this.isClosed()) return;
        const fault = error instanceof AgentFault ? error : undefined;
        if (!fault?.retryable) return this.listener?.failed(fault?.code ?? providerFault.lost, fault?.detail);
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
    if (session.isResumed) this.catchUp(session, turnEnded);
    else this.tellAnew(session);
    this.listener?.restored(turnEnded || (!session.isResumed && this.unheard.anyEnded));
  }

  /** The server has heard what was said before the connection broke. */
  private catchUp(session: ProviderSession, turnEnded: boolean): void {
    if (turnEnded || this.turnIsOpen) session.beginTurn();
    for (const samples of this.backlog.take()) session.sendAudio(samples);
    if (!turnEnded) return;
    session.endTurn();
    if (this.turnIsOpen) session.beginTurn();
  }

  /** Turns are kept as a whole, where Earshot detects them. */
  private tellAnew(session: ProviderSession): void {
    const missed = this.backlog.take();
    if (this.unheard.tell(session)) return;
    for (const samples of missed) session.sendAudio(samples);
  }
}
