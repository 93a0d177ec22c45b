// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { residentBytes } from '../../../bench/load/process-usage.js';
import { MediaService } from '../../../src/media/index.js';

const seen: string[] = [];

/** Keeps rejections that nothing handles, instead of ending the process. */
export function watchRejections(): void {
  process.on('unhandledRejection', (reason) => seen.push(String(reason)));
}

/** Rejections that nothing handled so far. */
export const rejections = (): readonly string[] => seen;

/** What the process still needs, garbage not counted, and all that its media workers hold. */
export function usedBytes(app: INestApplication): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  const { workerPids } = app.get(MediaService, { strict: false });
  return heapUsed + external + workerPids.reduce((sum, pid) => sum + residentBytes(pid), 0);
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  // What only finalizers of the first round let go.
  collect();
}
