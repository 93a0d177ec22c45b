import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { FairQueue } from '../../common/fair-shares/index.js';
import { LimitedProcess, startProcess } from '../../common/threads/index.js';
import type { BusyQuestion, BusyTimes } from './busy-times.js';

const MIB = 1_024 * 1_024;
/** A month of a busy practice takes a tenth of a second; the rest is a margin for a busy machine. */
const TIMEOUT_MS = 4_000;
const MAX_HEAP_MIB = 128;
/** The heap, and Node itself. */
const MAX_MEMORY_MIB = 256;
/** Answers of one account that wait to be read. */
const MAX_WAITING = 20;

const LIMITS = { timeoutMs: TIMEOUT_MS, cpuMs: TIMEOUT_MS, memoryBytes: MAX_MEMORY_MIB * MIB };

/** Reads answers of calendars, which may be hostile, in a process: one at a time, with limited time and memory. */
@Injectable()
export class CalendarReader implements OnModuleDestroy {
  private readonly logger = new Logger(CalendarReader.name);
  private readonly queue = new FairQueue(1);
  private readonly process = new LimitedProcess(() =>
    startProcess(import.meta.url, './busy-process.js', [`--max-old-space-size=${MAX_HEAP_MIB}`]),
  );

  /** @throws when no process can be started */
  async read(accountId: string, question: BusyQuestion): Promise<BusyTimes | 'no-calendar' | 'too-much'> {
    if (this.queue.waitingOf(accountId) >= MAX_WAITING) return 'too-much';
    const result = await this.queue.run(accountId, () => this.process.ask({ ...question }, LIMITS));
    if (result.kind !== 'answered') {
      this.logger.warn({ accountId, ...result }, 'the answer of a calendar could not be read');
      return 'too-much';
    }
    // Our own process: its answers have this type.
    const { read } = result.answer as { read: BusyTimes | undefined };
    return read ?? 'no-calendar';
  }

  onModuleDestroy(): void {
    this.process.close();
  }
}
