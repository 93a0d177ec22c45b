import type { INestApplication } from '@nestjs/common';
import { spawnSync } from 'node:child_process';
import { RecordingFiles } from '../../../src/conversations/recordings/recording-files.js';
import { synthesise } from '../../stand-ins/audio/synthesis.js';

interface Spoken {
  readonly speaker: 'caller' | 'agent';
  readonly text: string;
  /** Offset in the call. */
  readonly atMs: number;
}

const VOICES = { caller: 'rms', agent: 'slt' } as const;
const RATE_HZ = 16_000;
const PER_MS = RATE_HZ / 1_000;

/** Gives a conversation its recording, the caller in the left channel. Skipped with a message without ffmpeg. */
export async function recordSpeech(app: INestApplication, conversationId: string, spoken: readonly Spoken[]) {
  const lengthMs = Math.max(...spoken.map(({ atMs }) => atMs)) + 6_000;
  const both = new Int16Array(2 * lengthMs * PER_MS);
  for (const { speaker, text, atMs } of spoken) {
    const samples = await synthesise(text, RATE_HZ, VOICES[speaker]);
    const from = 2 * atMs * PER_MS + (speaker === 'caller' ? 0 : 1);
    for (const [at, sample] of samples.entries()) both[from + 2 * at] = sample;
  }
  const file = app.get(RecordingFiles, { strict: false }).prepare(conversationId);
  const raw = ['-f', 's16le', '-ar', `${RATE_HZ}`, '-ac', '2', '-i', '-'];
  const { status } = spawnSync('ffmpeg', ['-v', 'error', ...raw, '-c:a', 'libopus', '-y', file], {
    input: Buffer.from(both.buffer),
  });
  if (status !== 0) console.log('No recording in the pictures: ffmpeg is missing or failed.');
}
