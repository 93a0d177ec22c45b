import { randomInt } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { loadResampler } from '../../../audio/resampler.js';
import { stepBack } from '../../../common/threads/index.js';
import { RecordingFile } from './recording-file.js';
import type { FromRecordingThread, RecordingThreadOptions, ToRecordingThread } from './recording-messages.js';

/** The thread that encodes and writes all recordings of the process, away from the calls. */

const { bitrateBps } = workerData as RecordingThreadOptions;
const files = new Map<string, RecordingFile>();

const tell = (message: FromRecordingThread) => parentPort?.postMessage(message);

/** Works on one recording. A failure, such as a full disk, ends only that recording. */
function attempt(id: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const file = files.get(id);
    files.delete(id);
    file?.release();
    tell({ kind: 'failed', id, code: codeOf(error) });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'ENCODER';
}

function handle(message: ToRecordingThread): void {
  switch (message.kind) {
    case 'open':
      attempt(message.id, () => {
        const { path, startedAtMs, redacts } = message;
        const serial = randomInt(2 ** 32);
        files.set(message.id, new RecordingFile({ path, startedAtMs, bitrateBps, serial, redacts }));
      });
      return;
    case 'audio':
      for (const { id, items } of message.recordings) {
        const file = files.get(id);
        if (!file) continue;
        attempt(id, () => {
          for (const item of items) file.add(item);
          file.advance(message.nowMs);
        });
      }
      tell({ kind: 'written', sequence: message.sequence });
      return;
    case 'close':
      attempt(message.id, () => {
        const waveform = files.get(message.id)?.close(message.atMs) ?? new Uint8Array();
        files.delete(message.id);
        tell({ kind: 'closed', id: message.id, waveform });
      });
      return;
  }
}

stepBack();
await loadResampler();
parentPort?.on('message', handle);
