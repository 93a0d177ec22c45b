import { setFlagsFromString } from 'node:v8';
import { runInNewContext, runInThisContext } from 'node:vm';
import { residentBytes } from '../../bench/load/process-usage.js';
import { MediaService } from '../../src/media/index.js';
import type { CallFixture } from './call-fixture.js';
import { publish } from './publish.js';

const MIB = 1_048_576;
/** How much more may be in use after a fault than before it. */
const MAX_GROWTH_BYTES = 50 * MIB;

/** Looks whether a service is as it was, whatever was done to it in between. */
export interface Watch {
  /**
   * Nothing is left of any call, a fresh call and a fresh publish succeed, memory is back, and no promise was left
   * to its fate.
   */
  expectUnharmed(): Promise<void>;
}

/** Remembers how a service is that works. */
export async function watchService(fixture: CallFixture): Promise<Watch> {
  const rejections: unknown[] = [];
  // Jest gives tests a copy of `process`, which hears of no rejections.
  const realProcess = runInThisContext('process') as NodeJS.Process;
  realProcess.on('unhandledRejection', (reason) => rejections.push(reason));
  const media = fixture.app.app.get(MediaService, { strict: false });
  const tryEverything = async () => {
    await fixture.allReleased(60_000);
    const signaling = await fixture.signaling();
    const { sessionId } = await fixture.call(signaling);
    signaling.send({ type: 'close', sessionId });
    await publish(fixture.app, fixture.account, fixture.agentId, 'sandbox');
    await fixture.allReleased();
    fixture.closeClients();
  };
  await tryEverything();
  const before = usedBytes(media);
  return {
    async expectUnharmed() {
      await tryEverything();
      expect(rejections).toEqual([]);
      const grownMib = Math.round((usedBytes(media) - before) / MIB);
      expect(grownMib).toBeLessThan(MAX_GROWTH_BYTES / MIB);
    },
  };
}

/** What this process still needs, garbage not counted, and all that its media workers hold. */
export function usedBytes(media: MediaService): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external + media.workerPids.reduce((sum, pid) => sum + residentBytes(pid), 0);
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  // What only finalizers of the first round let go.
  collect();
}
