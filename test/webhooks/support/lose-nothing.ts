import { setTimeout as sleep } from 'node:timers/promises';
import type { OutboxFixture } from './outbox-fixture.js';
import type { Receiver } from './receiver.js';

/** Answers 500 to about one request in ten, decided by a seed so that a failure can be repeated. */
export function answerWithFaults(receiver: Receiver, seed: number): void {
  const random = seededRandom(seed);
  receiver.answerWith((_request, response) => void response.writeHead(random() < 0.1 ? 500 : 200).end());
}

/** mulberry32: numbers from 0 to 1 that are the same for the same seed. */
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
 * Records events while the one process that delivers them is killed again and again at random moments, and waits
 * until all is delivered. Gives the ids of the events.
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
      // Somewhere while it works: the random moment is the point of the test.
      await sleep(random() * 400);
      await started.kill();
    }
    await recording;
  }
  await outbox.drained(60_000);
  return eventIds;
}
