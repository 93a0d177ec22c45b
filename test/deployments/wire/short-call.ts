import { setTimeout as delay } from 'node:timers/promises';
import { CarriedCaller } from '../../support/carried-caller.js';
import { until } from '../../support/until.js';
import type { Instances } from './instances.js';

/** Longer than the database is away. */
const PATIENCE_MS = 90_000;
const RETRY_MS = 300;
/** A call that is on its way to another instance may be unknown for a moment. */
const UNKNOWN_FOR_MS = 20_000;

/** No instance knows the call that it was to go on with. */
class UnknownCall extends Error {}

/** Somebody who calls, asks and hangs up, and goes on elsewhere when its instance is lost. */
export class ShortCall {
  /** The instances that had it, in order. */
  readonly at: number[] = [];
  answers = 0;
  private readonly line: CarriedCaller;

  private constructor(
    private readonly instances: Instances,
    readonly caller: string,
  ) {
    this.line = new CarriedCaller(instances.token, { mode: 'traditional', caller });
  }

  /**
   * Calls an instance, or another one where it is gone, until it is greeted. A call that was lost before that, and that
   * no instance knows, is begun anew, as a person would dial again.
   * @param onLost Told of each such call.
   */
  static async begin(
    instances: Instances,
    caller: string,
    preferred: number,
    onLost: () => void = () => undefined,
  ): Promise<ShortCall> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const call = new ShortCall(instances, caller);
      try {
        await call.offer(preferred);
        await call.hears('it is greeted');
        return call;
      } catch (error) {
        if (!(error instanceof UnknownCall) || call.greeting !== '' || performance.now() > deadline)
          throw error;
        onLost();
      }
    }
  }

  get sessionId(): string {
    return this.line.sessionId;
  }

  /** What it was greeted with. */
  get greeting(): string {
    return this.line.said[0] ?? '';
  }

  /** Asks once, and again where the call went on elsewhere before there was an answer. */
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
      await this.goOn();
    }
    throw new Error('The caller was not answered.');
  }

  hangUp(): void {
    this.line.hangUp();
  }

  private async goOn(): Promise<void> {
    await this.offer(this.at.at(-1) ?? 0);
    await this.hears('it is told that it goes on');
  }

  /** Waits for what the agent says next, also at another instance where this one is lost before. */
  private async hears(what: string): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    const seen = this.line.said.length;
    while (performance.now() < deadline) {
      await until(what, () => this.line.isCutOff || this.line.said.length > seen, PATIENCE_MS).catch(
        (error: unknown) => {
          const told = { at: this.at, frames: this.line.frames };
          throw new Error(`${String(error)}: ${JSON.stringify(told)}`, { cause: error });
        },
      );
      if (this.line.said.length > seen) return;
      await this.offer(this.at.at(-1) ?? 0);
    }
    throw new Error(`Waited in vain until ${what}.`);
  }

  private async offer(preferred: number): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    let refused: unknown;
    let unknownSinceMs: number | undefined;
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
      const isUnknown = (refused as { code?: string } | undefined)?.code === 'INVALID_ARGUMENT';
      unknownSinceMs = isUnknown ? (unknownSinceMs ?? performance.now()) : undefined;
      if (unknownSinceMs !== undefined && performance.now() - unknownSinceMs > UNKNOWN_FOR_MS)
        throw new UnknownCall(`No instance knows the call, which was at ${this.at.join(', ')}.`);
      await delay(RETRY_MS);
    }
    throw new Error(`The call was not taken: ${JSON.stringify(refused)}`, { cause: refused });
  }
}
