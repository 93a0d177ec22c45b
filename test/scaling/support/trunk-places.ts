// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { type TrunkPlace, TrunkUsage } from '../../../src/telephony/trunks/trunk-usage.js';

const TRUNK = { id: 'trk_shared', maxCalls: 2, maxCallsPerSecond: 100 };
const places: TrunkPlace[] = [];

const usage = (app: INestApplication) => app.get(TrunkUsage, { strict: false });

/** Takes a call slot of a trunk with two. */
export function take(app: INestApplication): TrunkPlace['kind'] {
  const place = usage(app).take(TRUNK);
  places.push(place);
  return place.kind;
}

export function freeAll(): void {
  for (const place of places.splice(0)) if (place.kind === 'place') place.free();
}

export const active = (app: INestApplication): number => usage(app).activeOf(TRUNK.id);
