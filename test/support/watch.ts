import { setFlagsFromString } from 'node:v8';
import { runInNewContext, runInThisContext } from 'node:vm';
import type { CallFixture } from './call-fixture.js';
import { publish } from './publish.js';

/** How much more memory the service may hold after something bad happened to it. */
const MAX_GROWTH_MIB = 50;
const MIB = 1024 * 1024;

/** Jest gives tests a copy of `process`, which nothing ever happens to. */
const realProcess = runInThisContext('process') as NodeJS.Process;

/** Looks after a service of this process while something bad is done to it. */
export class Watch {
  private readonly unhandled: unknown[] = [];
  private readonly note = (reason: unknown) => void this.unhandled.push(reason);

  private constructor(
    private readonly fixture: CallFixture,
    private readonly memoryMib: number,
  ) {
    realProcess.on('unhandledRejection', this.note);
  }

  /** Begins with a publish and a call, so that what they keep in memory is not taken for a leak. */
  static async begin(fixture: CallFixture): Promise<Watch> {
    await publishAndCall(fixture);
    return new Watch(fixture, usedMemoryMib());
  }

  /**
   * Expects what must hold after everything bad: no rejection that nobody handled, a fresh publish and a fresh call that work, all of
   * that call released, and memory back where it was. Gives the growth in MiB.
   */
  async expectUnharmed(): Promise<number> {
    await publishAndCall(this.fixture);
    expect(this.unhandled).toEqual([]);
    const growthMib = usedMemoryMib() - this.memoryMib;
    expect(growthMib).toBeLessThan(MAX_GROWTH_MIB);
    return growthMib;
  }

  stop(): void {
    realProcess.off('unhandledRejection', this.note);
  }
}

async function publishAndCall(fixture: CallFixture): Promise<void> {
  await publish(fixture.app, fixture.account, fixture.agentId, 'sandbox');
  const signaling = await fixture.signaling();
  const { sessionId } = await fixture.call(signaling);
  signaling.send({ type: 'close', sessionId });
  await fixture.allReleased();
  fixture.closeClients();
}

/** What is held after a garbage collection: JavaScript's heap and the memory outside of it. */
function usedMemoryMib(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  collectGarbage();
  const { heapUsed, external } = realProcess.memoryUsage();
  return (heapUsed + external) / MIB;
}
