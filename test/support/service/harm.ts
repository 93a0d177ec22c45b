// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { MediaService } from '../../../src/media/index.js';
import { usedBytes as usedBytesWith } from '../used-bytes.js';

const seen: string[] = [];

/** Records unhandled rejections instead of exiting. */
export function watchRejections(): void {
  process.on('unhandledRejection', (reason) => seen.push(String(reason)));
}

/** Unhandled rejections so far. */
export const rejections = (): readonly string[] => seen;

/** Live memory of the process without garbage, and all memory of its media workers. */
export const usedBytes = (app: INestApplication): number =>
  usedBytesWith(app.get(MediaService, { strict: false }).workerPids);
