// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { MediaService } from '../../../src/media/index.js';
import { usedBytes as usedBytesWith } from '../used-bytes.js';

const seen: string[] = [];

/** Keeps rejections that nothing handles, instead of ending the process. */
export function watchRejections(): void {
  process.on('unhandledRejection', (reason) => seen.push(String(reason)));
}

/** Rejections that nothing handled so far. */
export const rejections = (): readonly string[] => seen;

/** What the process still needs, garbage not counted, and all that its media workers hold. */
export const usedBytes = (app: INestApplication): number =>
  usedBytesWith(app.get(MediaService, { strict: false }).workerPids);
