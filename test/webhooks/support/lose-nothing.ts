import { setTimeout as sleep } from 'node:timers/promises';
import type { OutboxFixture } from './outbox-fixture.js';
import type { Receiver } from './receiver.js';

/** Answers about one request in ten with 500, by a seed for reproducibility. */
export function answerWithFaults(receiver: Receiver, seed: number): void {
  const random = seededRandom(seed);
  receiver.answerWith((_request, response) => void response.writeHead(random() < 0.1 ? 500 : 200).end());
}

/** mulberry32: seeded random numbers from 0 to 1. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Records events while the only delivering process is repeatedly killed at random moments, and waits until all are
 * delivered. @returns The events' ids.
 */
export async function recordUnderFire(
  outbox: OutboxFixture,
  { events, kills, seed }: { readonly events: number; readonly kills: number; readonly seed: number },
): Promise<string[]> {
  const random = seededRandom(seed);
  const eventIds: string[] = [];
  const perLife = Math.ceil(events / (kills + 1));
  for (let life = 0; life <= kills; life++) {
    const started = await outbox.startProcess();
    const recording = (async () => {
      for (let i = 0; i < perLife && eventIds.length < events; i++) {
        eventIds.push(await outbox.webhooks.recordEvent(outbox.account));
      }
    })();
    if (life < kills) {
      // At a random moment of its work, which is what the test is about.
      await sleep(random() * 400);
      await started.kill();
    }
    await recording;
  }
  await outbox.drained(60_000);
  return eventIds;
}
