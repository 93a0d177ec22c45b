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
  const inService = fixture.app.module<typeof import('./service/harm.js')>('test/support/service/harm.ts');
  await inService.watchRejections();
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
  const before = await inService.usedBytes();
  return {
    async expectUnharmed() {
      await tryEverything();
      expect(await inService.rejections()).toEqual([]);
      const grownMib = Math.round(((await inService.usedBytes()) - before) / MIB);
      expect(grownMib).toBeLessThan(MAX_GROWTH_BYTES / MIB);
    },
  };
}
