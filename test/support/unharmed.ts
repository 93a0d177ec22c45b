import type { CallFixture } from './call-fixture.js';
import { publish } from './publish.js';

const MIB = 1_048_576;
/** Permitted growth after a fault. */
const MAX_GROWTH_BYTES = 50 * MIB;

/** Checks whether a service is unharmed. */
export interface Watch {
  /** Expects no remaining call, a successful call and publish, released memory, and no unhandled rejection. */
  expectUnharmed(): Promise<void>;
}

/** Records the state of a healthy service. */
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
