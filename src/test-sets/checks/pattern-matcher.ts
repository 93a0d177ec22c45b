import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { startThread, TimedThread } from '../../common/threads/index.js';
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
  private readonly thread = new TimedThread(
    () => startThread(import.meta.url, './thread/pattern-thread.js'),
    TIMEOUT_MS,
  );
  private queue: Promise<unknown> = Promise.resolve();

  /** @throws when no thread can be started */
  match(question: PatternQuestion): Promise<PatternAnswer> {
    const answer = this.queue.then(() => this.ask(question));
    this.queue = answer.catch(() => undefined);
    return answer;
  }

  async onModuleDestroy(): Promise<void> {
    await this.queue;
    await this.thread.close();
  }

  private async ask(question: PatternQuestion): Promise<PatternAnswer> {
    const answer = await this.thread.ask(question);
    return answer === 'match' || answer === 'no-match' ? answer : 'too-slow';
  }
}
