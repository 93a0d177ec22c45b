// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { Session } from 'node:inspector';
import { Clock } from '../../../src/common/clock/index.js';
import { InstanceLease } from '../../../src/cluster/index.js';
import { wholeRecording } from '../../../src/conversations/recordings/recording.js';
import { RecordingFiles } from '../../../src/conversations/recordings/recording-files.js';
import { holdUpEachTurn } from '../../support/hold-up.js';

let letGo: () => void = () => undefined;

/** Expires the instance's lease. @throws Error while it still holds */
export function endLease(app: INestApplication): void {
  const { watch } = app.get(InstanceLease, { strict: false });
  watch.renewed(performance.now() - 600_000, true);
  if (watch.holds) throw new Error('The lease is not over.');
}

/** The recording's parts, one per instance that had the call. */
export async function recordedParts(app: INestApplication, id: string): Promise<Buffer[]> {
  const recording = await app.get(RecordingFiles, { strict: false }).find(id);
  const { parts = [], modifiedAt = new Date() } = recording ?? {};
  return Promise.all(
    parts.map((part) => wholeRecording({ parts: [part], sizeBytes: part.sizeBytes, modifiedAt })),
  );
}

/** Sets the clock back by `ms`, or restores it. */
export function setClockBack(app: INestApplication, ms: number): void {
  app.get(Clock, { strict: false }).now = () => new Date(Date.now() - ms);
}

/** Blocks each turn of the event loop until `goOn`. */
export function holdUp(_app: INestApplication, ms: number): void {
  letGo = holdUpEachTurn(ms);
}

export function goOn(): void {
  letGo();
}

/** URLs of all loaded modules, which a debugger receives. */
export function loadedModules(): readonly string[] {
  const urls: string[] = [];
  const session = new Session();
  session.connect();
  session.on('Debugger.scriptParsed', ({ params }) => urls.push(params.url));
  session.post('Debugger.enable');
  session.disconnect();
  return urls;
}
