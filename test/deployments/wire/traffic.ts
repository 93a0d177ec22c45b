import { until } from '../../support/until.js';
import type { Instances } from './instances.js';
import { ShortCall } from './short-call.js';

/** A call that took place, as its caller knows it. */
export interface HeldCall {
  readonly sessionId: string;
  readonly caller: string;
  readonly greeting: string;
  /** The instances that had it, in order. */
  readonly at: readonly number[];
  readonly answers: number;
  /** On the monotonic clock. */
  readonly hungUpAtMs: number;
}

/** Callers who call again and again, each time another instance, and stay for a question. */
export class Traffic {
  readonly held: HeldCall[] = [];
  private begun = 0;
  private isOver = false;

  constructor(
    private readonly instances: Instances,
    private readonly callers: number,
  ) {}

  /** Calls with so many at once until it is told that it is enough. @throws when a caller is not answered */
  async run(atOnce: number): Promise<void> {
    const one = async () => {
      while (!this.isOver) await this.next();
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  }

  /** Ends when so many calls took place in all. */
  async endAfter(calls: number, timeoutMs: number): Promise<void> {
    await until(`${calls} calls took place`, () => this.held.length >= calls, timeoutMs);
    this.isOver = true;
  }

  note(call: ShortCall): void {
    const { sessionId, caller, greeting, at, answers } = call;
    this.held.push({ sessionId, caller, greeting, at, answers, hungUpAtMs: performance.now() });
  }

  private async next(): Promise<void> {
    const index = this.begun++;
    const caller = `+4420794${index % this.callers}`;
    const call = await ShortCall.begin(this.instances, caller, index % 3);
    await call.ask();
    call.hangUp();
    this.note(call);
  }
}
