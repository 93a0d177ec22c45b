// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CallsService } from '../../src/calls/index.js';
import { ConversationFeed } from '../../src/conversations/index.js';

const numbers = new Map<object, number>();

/** The sockets with calls, each by a stable number. */
export function holders(app: INestApplication): number[] {
  return [...app.get(CallsService).connections()].map((holder) => {
    if (!numbers.has(holder)) numbers.set(holder, numbers.size);
    return numbers.get(holder) ?? 0;
  });
}

/** Publishes turns of a call in sequence. */
export async function tellOfTurns(app: INestApplication, sessionId: string, count: number, text: string) {
  const feed = app.get(ConversationFeed, { strict: false });
  for (let turn = 0; turn < count; turn++) {
    feed.publish(sessionId, {
      kind: 'transcript',
      speaker: 'agent',
      turnId: `turn_${turn}`,
      text,
      final: true,
    });
    await nextTurn();
  }
}
