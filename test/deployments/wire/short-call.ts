import { setTimeout as delay } from 'node:timers/promises';
import { CarriedCaller } from '../../support/carried-caller.js';
import { until } from '../../support/until.js';
import type { Instances } from './instances.js';

/** Longer than the database outage. */
const PATIENCE_MS = 90_000;
const RETRY_MS = 300;

/** A caller who calls, asks, hangs up, and resumes elsewhere when its instance is lost. */
export class ShortCall {
  /** Instances that had the call, in order. */
  readonly at: number[] = [];
  answers = 0;
  private readonly line: CarriedCaller;

  private constructor(
    private readonly instances: Instances,
    readonly caller: string,
  ) {
    this.line = new CarriedCaller(instances.token, { mode: 'traditional', caller });
  }

  /** Calls an instance, or another if it is gone, until greeted. */
  static async begin(instances: Instances, caller: string, preferred: number): Promise<ShortCall> {
    const call = new ShortCall(instances, caller);
    await call.offerUntilHeard(preferred, 'it is greeted');
    return call;
  }

  get sessionId(): string {
    return this.line.sessionId;
  }

  /** The greeting it heard. */
  get greeting(): string {
    return this.line.said[0] ?? '';
  }

  /** Asks once, and again if the call was taken over before a reply. */
  async ask(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    while (performance.now() < deadline) {
      const seen = this.line.said.length;
      this.line.send({ type: 'text', sessionId: this.sessionId, data: { text: 'How much is it?' } });
      await until(
        'it is answered, or cut off',
        () => this.line.isCutOff || this.line.said.length > seen,
        PATIENCE_MS,
      );
      if (this.line.said.length > seen) {
        this.answers += 1;
        return;
      }
      await this.offerUntilHeard(this.at.at(-1) ?? 0, 'it is told that it goes on');
    }
    throw new Error('The caller was not answered.');
  }

  hangUp(): void {
    this.line.hangUp();
  }

  /** Offers and waits for the agent's words, on another instance if this one is lost first. */
  private async offerUntilHeard(preferred: number, what: string): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    // The agent may speak before the caller is connected.
    const seen = this.line.said.length;
    while (performance.now() < deadline) {
      await this.offer(preferred);
      await until(what, () => this.line.isCutOff || this.line.said.length > seen, PATIENCE_MS).catch(
        (error: unknown) => {
          const told = { at: this.at, sessionId: this.sessionId, frames: this.line.frames.slice(3) };
          throw new Error(`${String(error)}: ${JSON.stringify(told)}`, { cause: error });
        },
      );
      if (this.line.said.length > seen) return;
    }
    throw new Error(`Waited in vain until ${what}.`);
  }

  private async offer(preferred: number): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    let refused: unknown;
    while (performance.now() < deadline) {
      const { alive } = this.instances;
      const index = alive.includes(preferred) ? preferred : (alive[preferred % alive.length] ?? 0);
      try {
        const answer = await this.line.offerTo(this.instances.addressOf(index));
        if (answer.type === 'answer') {
          this.at.push(index);
          return;
        }
        refused = answer.data;
      } catch (error) {
        refused = error;
      }
      await delay(RETRY_MS);
    }
    throw new Error(`The call was not taken: ${JSON.stringify(refused)}`, { cause: refused });
  }
}
