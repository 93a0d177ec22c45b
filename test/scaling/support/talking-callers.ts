import { ChildProgram } from '../../support/child-program.js';
import { until } from '../../support/until.js';
import type { CallersReport, CallersRequest, CallTarget } from '../callers/messages.js';
import { Timelines } from './timelines.js';

/** Delay between a reply and the next request; longer for many callers on a small machine. */
const THINKS_MS = Number(process.env.SCALING_TEST_THINKS_MS ?? 1_500);
const CALLERS_A_PROCESS = 50;
const CALL_IN_WITHIN_MS = 180_000;
const FINISH_WITHIN_MS = 60_000;

/** Named callers in their own processes, who talk once answered. */
export class TalkingCallers {
  readonly timelines = new Timelines();
  private readonly programs: CallersProgram[] = [];

  /** @param initial Prefix of their names. */
  constructor(
    private readonly target: CallTarget,
    private readonly initial: string,
  ) {}

  get pids(): number[] {
    return this.programs.map(({ pid }) => pid);
  }

  async callIn(count: number): Promise<void> {
    const names = Array.from({ length: count }, (_, index) => `${this.initial}${index}`);
    const processes = Math.ceil(count / CALLERS_A_PROCESS);
    for (let index = 0; index < processes; index++) {
      const program = new CallersProgram(this.timelines);
      this.programs.push(program);
      const own = names.filter((_, at) => at % processes === index);
      program.tell({ kind: 'call', target: this.target, names: own, thinksMs: THINKS_MS });
    }
    await this.allReach('talking', CALL_IN_WITHIN_MS);
  }

  /** Waits for this, or throws when a caller can no longer talk. */
  async talkDuring<T>(happens: Promise<T>): Promise<T> {
    let isOver = false;
    const fallsSilent = async () => {
      const silent = () => isOver || this.failure();
      await until('one of them falls silent', silent, Infinity);
      if (!isOver) throw new Error(this.failure());
    };
    try {
      return await Promise.race([happens, fallsSilent() as Promise<never>]);
    } finally {
      isOver = true;
    }
  }

  /** Lets them finish the current round. */
  async finish(): Promise<void> {
    for (const program of this.programs) program.tell({ kind: 'finish' });
    await this.allReach('finished', FINISH_WITHIN_MS);
  }

  async hangUp(): Promise<void> {
    for (const program of this.programs) program.tell({ kind: 'hang-up' });
    await this.allReach('gone', FINISH_WITHIN_MS);
  }

  async close(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.stop()));
  }

  /** Why some do not talk; undefined when all do. */
  private failure(): string | undefined {
    const failed = this.programs.find(({ failure }) => failure !== undefined)?.failure;
    const over = this.timelines.all().filter((timeline) => timeline.over !== undefined);
    return failed ?? (over.length > 0 ? over.map(({ story }) => story).join('\n') : undefined);
  }

  private async allReach(state: CallersProgram['state'], withinMs: number): Promise<void> {
    const isReached = () => {
      const failed = this.programs.find(({ failure }) => failure !== undefined);
      if (failed) throw new Error(failed.failure);
      return this.programs.every((program) => program.state === state);
    };
    await until(`all callers are ${state}`, isReached, withinMs);
  }
}

class CallersProgram {
  state: 'calling' | 'talking' | 'finished' | 'gone' = 'calling';
  /** Why it stopped. */
  failure: string | undefined;
  private readonly child = new ChildProgram<CallersReport>('test/scaling/callers/callers-process.ts');
  private isStopped = false;

  constructor(private readonly timelines: Timelines) {
    this.read().catch((error: unknown) => {
      if (!this.isStopped) this.failure = String(error);
    });
  }

  get pid(): number {
    return this.child.pid;
  }

  tell(request: CallersRequest): void {
    this.child.tell(request);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.child.stop();
  }

  private async read(): Promise<void> {
    for (;;) {
      const report = await this.child.next();
      if (report.kind === 'happened') this.timelines.note(report.name, report.atMs, report.happening);
      else if (report.kind === 'failed') this.failure = report.why;
      else this.state = report.kind;
    }
  }
}
