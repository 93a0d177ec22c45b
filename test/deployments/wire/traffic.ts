import { until } from '../../support/until.js';
import type { Instances } from './instances.js';
import { ShortCall } from './short-call.js';

/** A finished call as its caller saw it. */
export interface HeldCall {
  readonly sessionId: string;
  readonly caller: string;
  readonly greeting: string;
  /** Instances that had the call, in order. */
  readonly at: readonly number[];
  readonly answers: number;
  /** On the monotonic clock. */
  readonly hungUpAtMs: number;
}

/** Callers who call repeatedly, alternating instances, and ask one question. */
export class Traffic {
  readonly held: HeldCall[] = [];
  private begun = 0;
  private isOver = false;

  constructor(
    private readonly instances: Instances,
    private readonly callers: number,
  ) {}

  /** Keeps `atOnce` calls running until stopped. @throws when a caller gets no answer */
  async run(atOnce: number): Promise<void> {
    const one = async () => {
      while (!this.isOver) await this.next();
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  }

  /** Stops after this many calls in total. */
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
