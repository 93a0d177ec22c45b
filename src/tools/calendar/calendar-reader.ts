import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { FairQueue } from '../../common/fair-shares/index.js';
import { startThread, TimedThread } from '../../common/threads/index.js';
import type { BusyQuestion, BusyTimes } from './busy-times.js';

/** A month of a busy practice takes a tenth of a second; the rest is a margin for a busy machine. */
const TIMEOUT_MS = 4_000;
const MAX_MEMORY_MB = 128;
/** Answers of one account that wait to be read. */
const MAX_WAITING = 20;

/** Reads answers of calendars, which may be hostile, in a thread: one at a time, with a time limit. */
@Injectable()
export class CalendarReader implements OnModuleDestroy {
  private readonly queue = new FairQueue(1);
  private readonly thread = new TimedThread(
    () =>
      startThread(import.meta.url, './thread/busy-thread.js', {
        resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
      }),
    TIMEOUT_MS,
  );

  /** @throws when no thread can be started */
  async read(accountId: string, question: BusyQuestion): Promise<BusyTimes | 'no-calendar' | 'too-slow'> {
    if (this.queue.waitingOf(accountId) >= MAX_WAITING) return 'too-slow';
    const answer = await this.queue.run(accountId, () => this.thread.ask(question));
    // Our own thread: its answers have this type.
    const { read } = (answer ?? { read: 'too-slow' }) as { read: BusyTimes | 'too-slow' | undefined };
    return read ?? 'no-calendar';
  }

  async onModuleDestroy(): Promise<void> {
    await this.thread.close();
  }
}
