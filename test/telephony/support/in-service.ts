// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { InstanceLease } from '../../../src/cluster/index.js';
import { holdUp } from '../../support/hold-up.js';

let stalls: NodeJS.Timeout | undefined;

/** Blocks the thread periodically until `letGo`. */
export function holdUpEvery(_app: INestApplication, everyMs: number, ms: number): void {
  stalls = setInterval(holdUp, everyMs, ms);
}

export const letGo = (): void => clearInterval(stalls);

/** Loses the instance's lease and regains it. @returns Whether it held the lease, each time */
export async function loseLease(app: INestApplication): Promise<readonly boolean[]> {
  const lease = app.get(InstanceLease, { strict: false });
  lease.watch.renewed(-Infinity, true);
  const held = lease.watch.holds;
  await lease.renew();
  return [held, lease.watch.holds];
}
