import { setTimeout as delay } from 'node:timers/promises';
import { AgentFault } from '../../voice/agent-adapter.js';
import type { FaultCode } from '../../voice/fault-codes.js';
import { CallerBacklog } from '../../providers/caller-backlog.js';
import type { ProviderBudgets } from '../../providers/provider-budgets.js';
import { providerFault, type ProviderFaultCode } from '../../providers/provider-faults.js';
import type { Protocol, ProviderEvent, ProviderSession, ReplayedItem } from './protocol.js';
import { ProviderConnection } from './provider-connection.js';
import { UnheardTurns } from './unheard-turns.js';

/** Breaks within the window that are repaired; more of them mean that the server is unhealthy. */
const MAX_LOSSES = 3;
const WINDOW_MS = 60_000;

/** Counts recent connection losses; some services drop each connection every few minutes. */
export class LossWindow {
  private atMs: number[] = [];

  /** Records a loss. @returns Whether there were too many to reconnect. */
  lost(nowMs: number): boolean {
    this.atMs = [...this.atMs.filter((atMs) => nowMs - atMs < WINDOW_MS), nowMs];
    return this.atMs.length > MAX_LOSSES;
  }
}

/** Backoff between attempts to reconnect; the last delay is repeated. */
const RETRY_DELAYS_MS = [0, 100, 250, 500, 1_000] as const;

export interface LinkOptions {
  readonly protocol: Protocol;
  readonly budgets: ProviderBudgets;
  readonly signal: AbortSignal;
  /** The call's history so far. */
  readonly said: () => readonly ReplayedItem[];
}

export interface LinkListener {
  event(event: ProviderEvent): void;
  /** The connection broke; reconnecting has started. */
  lost(detail: string | undefined): void;
  /** Replays the history to a new session, for a server that does not have it. */
  replay(session: ProviderSession): void;
  /** A new connection replaced the lost one. @param turnEnded A completed turn was replayed to it. */
  restored(turnEnded: boolean): void;
  failed(code: FaultCode, detail: string | undefined): void;
}

/** The link to a provider for a whole call: reconnects after short breaks. */
export class ReconnectingLink {
  private readonly backlog: CallerBacklog;
  /** Turns to replay to a new session. */
  private readonly unheard: UnheardTurns;
  private readonly losses = new LossWindow();
  private readonly ended = new AbortController();
  private connection: ProviderConnection | undefined;
  /** A turn has begun and not ended, if Earshot detects turns. */
  private turnIsOpen = false;
  /** The caller's turn ended while the server was disconnected. */
  private endOwed = false;
  private listener: LinkListener | undefined;

  constructor(private readonly options: LinkOptions) {
    const { inputRateHz } = options.protocol;
    this.backlog = new CallerBacklog(inputRateHz);
    this.unheard = new UnheardTurns(inputRateHz);
  }

  /** @throws AgentFault if the server is unreachable, refuses, or is not ready in time */
  async open(listener: LinkListener): Promise<void> {
    this.listener = listener;
    const connection = await this.connect(this.options.budgets.connectTimeoutMs);
    if (this.isClosed()) connection.close();
    else this.connection = connection;
  }

  private isClosed(): boolean {
    return this.ended.signal.aborted;
  }

  /** True while a caller turn is being sent, if Earshot detects turns. */
  get turnOpen(): boolean {
    return this.turnIsOpen;
  }

  /** Undefined while the server is disconnected. */
  get session(): ProviderSession | undefined {
    return this.connection?.session;
  }

  /** Sends caller audio, or buffers the latest of it while the server is disconnected. */
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

  /** Ends the caller's turn at the server, now or after reconnecting. */
  endTurn(): void {
    if (!this.turnIsOpen) return;
    this.turnIsOpen = false;
    this.unheard.end();
    if (this.session) this.session.endTurn();
    else this.endOwed = true;
  }

  /** The server has reported the words of the earliest pending turn. */
  turnHeard(): void {
    this.unheard.heard();
  }

  /** The server has answered the caller. */
  turnAnswered(): void {
    this.unheard.answered();
  }

  /** True if a completed turn is still to be replayed, or was replayed after reconnecting. */
  get keepsTurn(): boolean {
    return this.unheard.anyEnded;
  }

  /** Discards the audio since the turn began: it was not a turn. */
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

  /** For a resumed session: the server knows everything from before the break. */
  private catchUp(session: ProviderSession, turnEnded: boolean): void {
    if (turnEnded || this.turnIsOpen) session.beginTurn();
    for (const samples of this.backlog.take()) session.sendAudio(samples);
    if (!turnEnded) return;
    session.endTurn();
    if (this.turnIsOpen) session.beginTurn();
  }

  /** For a new session: replays whole turns, if Earshot detects them. */
  private tellAnew(session: ProviderSession): void {
    const missed = this.backlog.take();
    if (this.unheard.tell(session)) return;
    for (const samples of missed) session.sendAudio(samples);
  }
}
