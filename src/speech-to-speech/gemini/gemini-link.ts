import { setTimeout as delay } from 'node:timers/promises';

import type { FunctionResponse } from '@google/genai';

import { AgentFault } from '../../voice/agent-adapter.js';
import { LossWindow } from '../dialogue/index.js';
import {
  CallerBacklog,
  providerFault,
  type ProviderBudgets,
  type ProviderFaultCode,
} from '../../providers/index.js';
import { GeminiConnection } from './gemini-connection.js';
import { GEMINI_INPUT_RATE_HZ, type GeminiTarget } from './gemini-target.js';
import type { LiveEvent } from './protocol/live-event.js';

/** Pause between the attempts to come back. */
const RETRY_DELAY_MS = 250;

export interface LinkOptions {
  readonly target: GeminiTarget;
  readonly budgets: ProviderBudgets;
  readonly signal: AbortSignal;
  event(event: LiveEvent): void;
  /** The connection broke; an attempt to come back is under way. */
  lost(): void;
  /** The session goes on over a new connection. @param answerDue The caller has finished meanwhile, and is about to be answered. */
  restored(answerDue: boolean): void;
  /** It is over. */
  failed(code: string): void;
}

/** The way to a Gemini Live server through a whole call. A session that can be resumed outlives its connection. */
export class GeminiLink {
  readonly #options: LinkOptions;
  readonly #backlog = new CallerBacklog(GEMINI_INPUT_RATE_HZ);
  #connection: GeminiConnection | undefined;
  #handle: string | undefined;
  readonly #losses = new LossWindow();
  /** Of the caller, in a session without activity detection: whether it speaks, or has finished while the server was away. */
  #activity: 'none' | 'open' | 'finished-away' = 'none';
  #closed = false;

  private constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** @throws AgentFault when the server can't be reached, refuses, or isn't ready in time. */
  static async open(options: LinkOptions): Promise<GeminiLink> {
    const link = new GeminiLink(options);
    link.#connection = await link.#connect(options.budgets.connectTimeoutMs);
    return link;
  }

  /** Sends the caller's audio, or keeps the latest of it while the server is away. */
  hear(samples: Int16Array): void {
    if (this.#closed) return;
    if (this.#connection) this.#connection.hear(samples);
    else this.#backlog.add(samples);
  }

  /** The caller begins to speak, in a session without activity detection. */
  beginActivity(): void {
    this.#activity = 'open';
    this.#connection?.beginActivity();
  }

  /** The caller has finished: the server answers, now or once it is back. */
  endActivity(): void {
    if (this.#activity === 'none') return;
    this.#activity = this.#connection ? 'none' : 'finished-away';
    this.#connection?.endActivity();
  }

  /** Tells the model something in text, which it answers. */
  tell(text: string): void {
    if (!this.#connection) return;
    const inActivity = this.#options.target.config.realtimeInputConfig?.automaticActivityDetection?.disabled;
    if (inActivity) this.#connection.beginActivity();
    this.#connection.tell(text);
    if (inActivity) this.#connection.endActivity();
  }

  answer(response: FunctionResponse): void {
    this.#connection?.answer(response);
  }

  close(): void {
    this.#closed = true;
    this.#connection?.close();
    this.#connection = undefined;
    this.#backlog.take();
  }

  #connect(timeoutMs: number): Promise<GeminiConnection> {
    const { target, signal } = this.#options;
    const listener = {
      event: (event: LiveEvent) => this.#receive(event),
      lost: (code: ProviderFaultCode) => this.#lose(code),
    };
    return GeminiConnection.connect(target, listener, { handle: this.#handle, timeoutMs, signal });
  }

  #receive(event: LiveEvent): void {
    if (event.kind === 'resumable') this.#handle = event.handle;
    else this.#options.event(event);
  }

  #lose(code: ProviderFaultCode): void {
    this.#connection = undefined;
    const { reconnectBudgetMs } = this.#options.budgets;
    const resumable = code === providerFault.lost && this.#handle !== undefined && reconnectBudgetMs > 0;
    const nowMs = performance.now();
    if (this.#losses.lost(nowMs) || !resumable) return this.#options.failed(code);
    this.#options.lost();
    void this.#comeBack(nowMs + reconnectBudgetMs);
  }

  async #comeBack(deadlineAtMs: number): Promise<void> {
    while (!this.#closed) {
      const leftMs = Math.ceil(deadlineAtMs - performance.now());
      if (leftMs <= 0) return this.#options.failed(providerFault.lost);
      try {
        const timeoutMs = Math.min(leftMs, this.#options.budgets.connectTimeoutMs);
        return this.#restore(await this.#connect(timeoutMs));
      } catch (error) {
        if (this.#closed) return;
        const code = error instanceof AgentFault ? error.code : providerFault.lost;
        if (!(error instanceof AgentFault) || !error.retryable) return this.#options.failed(code);
        await delay(RETRY_DELAY_MS);
      }
    }
  }

  #restore(connection: GeminiConnection): void {
    if (this.#closed) return connection.close();
    this.#connection = connection;
    if (this.#activity !== 'none') connection.beginActivity();
    for (const samples of this.#backlog.take()) connection.hear(samples);
    const answerDue = this.#activity === 'finished-away';
    if (answerDue) this.endActivity();
    this.#options.restored(answerDue);
  }
}
