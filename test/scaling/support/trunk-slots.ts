// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { type TrunkSlot, TrunkUsage } from '../../../src/telephony/trunks/trunk-usage.js';

const TRUNK = { id: 'trk_shared', maxCalls: 2, maxCallsPerSecond: 100 };
const slots: TrunkSlot[] = [];

const usage = (app: INestApplication) => app.get(TrunkUsage, { strict: false });

/** Takes a call slot of a trunk with two. */
export function take(app: INestApplication): TrunkSlot['kind'] {
  const slot = usage(app).take(TRUNK);
  slots.push(slot);
  return slot.kind;
}

export function freeAll(): void {
  for (const slot of slots.splice(0)) if (slot.kind === 'slot') slot.free();
}

export const active = (app: INestApplication): number => usage(app).activeOf(TRUNK.id);
