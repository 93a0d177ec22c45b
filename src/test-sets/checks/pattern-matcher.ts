import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../common/threads/index.js';
import type { PatternQuestion } from './thread/pattern-thread.js';

/** A reasonable pattern takes microseconds; the rest is a margin for a busy machine. */
const TIMEOUT_MS = 1_000;

export type PatternAnswer = 'match' | 'no-match' | 'too-slow';

/**
 * Matches texts against users' regular expressions. Some take exponential time, so they run in a thread, one after
 * another; a slow one costs only the thread.
 */
@Injectable()
export class PatternMatcher implements OnModuleDestroy {
  private thread: Worker | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  /** @throws when no thread can be started */
  match(question: PatternQuestion): Promise<PatternAnswer> {
    const answer = this.queue.then(() => this.ask(question));
    this.queue = answer.catch(() => undefined);
    return answer;
  }

  async onModuleDestroy(): Promise<void> {
    await this.queue;
    await this.stopThread();
  }

  private async ask(question: PatternQuestion): Promise<PatternAnswer> {
    const thread = (this.thread ??= await this.startReady());
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    thread.postMessage(question);
    try {
      const [answer] = (await once(thread, 'message', { signal: timeout })) as [unknown];
      return answer === 'match' ? 'match' : 'no-match';
    } catch {
      await this.stopThread();
      return 'too-slow';
    }
  }

  private async startReady(): Promise<Worker> {
    const thread = startThread(import.meta.url, './thread/pattern-thread.js');
    await once(thread, 'message');
    return thread;
  }

  private async stopThread(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    await thread?.terminate();
  }
}
