import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CallersReport, CallersRequest } from './callers-process.js';
import type { CallTarget } from './light-caller.js';

export type Counts = Omit<Extract<CallersReport, { kind: 'counts' }>, 'kind'>;

/** Interval of a caller's questions. */
export const ASKS_EVERY_MS = 7_000;
/** More callers in one process would delay one another. */
const CALLERS_A_PROCESS = 25;

/** Conversations held by caller processes until they are ended. */
export class Conversations {
  private constructor(private readonly processes: readonly CallersProcess[]) {}

  /**
   * Has this many callers ask repeatedly, spread evenly over the interval.
   * @throws Error when a call could not be begun.
   */
  static async hold(
    target: CallTarget,
    callers: number,
    questions: readonly Int16Array[],
    everyMs = ASKS_EVERY_MS,
  ): Promise<Conversations> {
    const count = Math.ceil(callers / CALLERS_A_PROCESS);
    const conversations = new Conversations(Array.from({ length: count }, () => new CallersProcess()));
    try {
      await Promise.all(
        conversations.processes.map((each, index) => {
          const from = Math.floor((callers * index) / count);
          const until = Math.floor((callers * (index + 1)) / count);
          return each.begin({ kind: 'begin', target, from, count: until - from, questions });
        }),
      );
    } catch (error) {
      await conversations.end();
      throw error;
    }
    for (const each of conversations.processes) each.tell({ kind: 'talk', callers, everyMs });
    return conversations;
  }

  /** Resets the counters. */
  forget(): void {
    for (const each of this.processes) each.tell({ kind: 'forget' });
  }

  /** Totals since the reset; `lateMs` and `pacing…` of the worst process. */
  async counts(): Promise<Counts> {
    const all = await Promise.all(this.processes.map((each) => each.counts()));
    return {
      asked: all.reduce((sum, { asked }) => sum + asked, 0),
      responsesMs: all.flatMap(({ responsesMs }) => responsesMs),
      lateMs: Math.max(...all.map(({ lateMs }) => lateMs)),
      missing: all.reduce((sum, { missing }) => sum + missing, 0),
      pacingP95Ms: Math.max(...all.map(({ pacingP95Ms }) => pacingP95Ms)),
      pacingP99Ms: Math.max(...all.map(({ pacingP99Ms }) => pacingP99Ms)),
    };
  }

  async end(): Promise<void> {
    await Promise.all(this.processes.map((each) => each.end()));
  }
}

class CallersProcess {
  private readonly child: ChildProcess = fork(
    fileURLToPath(new URL('./callers-process.js', import.meta.url)),
    { serialization: 'advanced' },
  );

  tell(request: CallersRequest): void {
    this.child.send(request);
  }

  async begin(request: Extract<CallersRequest, { kind: 'begin' }>): Promise<void> {
    this.tell(request);
    const report = await this.report();
    if (report.kind === 'failed') throw new Error(report.message);
  }

  async counts(): Promise<Counts> {
    this.tell({ kind: 'count' });
    const report = await this.report();
    if (report.kind !== 'counts') throw new Error(`callers told ${report.kind} when asked for counts`);
    return report;
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exited = once(this.child, 'exit');
    this.tell({ kind: 'end' });
    await exited;
  }

  private async report(): Promise<CallersReport> {
    const gone = once(this.child, 'exit').then(([code]) => {
      throw new Error(`the callers' process ended with ${code}`);
    });
    const [report] = (await Promise.race([once(this.child, 'message'), gone])) as [CallersReport];
    return report;
  }
}
