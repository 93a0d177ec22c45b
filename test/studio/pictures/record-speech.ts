import type { INestApplication } from '@nestjs/common';
import { spawnSync } from 'node:child_process';
import { RecordingFiles } from '../../../src/conversations/recordings/recording-files.js';
import { FLITE_SAMPLE_RATE_HZ, SpeechEngines } from '../../../src/engines/local/index.js';

interface Spoken {
  readonly speaker: 'caller' | 'agent';
  readonly text: string;
  /** From the beginning of the call. */
  readonly atMs: number;
}

const VOICES = { caller: 'rms', agent: 'slt' } as const;
const PER_MS = FLITE_SAMPLE_RATE_HZ / 1_000;

/** Gives a conversation its recording, the caller in the left channel. Without ffmpeg it has none, and that is told. */
export async function recordSpeech(app: INestApplication, conversationId: string, spoken: readonly Spoken[]) {
  const engines = await SpeechEngines.create({
    ...{ workers: 1, maxRecognisersPerWorker: 1, maxQueuedJobsPerWorker: 4 },
    ...{ jobTimeoutMs: 20_000, maxBufferedMs: 60_000 },
  });
  try {
    const lengthMs = Math.max(...spoken.map(({ atMs }) => atMs)) + 6_000;
    const both = new Int16Array(2 * lengthMs * PER_MS);
    for (const { speaker, text, atMs } of spoken) {
      const samples = await engines.synthesise({ text, voice: VOICES[speaker], speed: 1 });
      const from = 2 * atMs * PER_MS + (speaker === 'caller' ? 0 : 1);
      for (const [at, sample] of samples.entries()) both[from + 2 * at] = sample;
    }
    const file = app.get(RecordingFiles, { strict: false }).prepare(conversationId);
    const raw = ['-f', 's16le', '-ar', `${FLITE_SAMPLE_RATE_HZ}`, '-ac', '2', '-i', '-'];
    const { status } = spawnSync('ffmpeg', ['-v', 'error', ...raw, '-c:a', 'libopus', '-y', file], {
      input: Buffer.from(both.buffer),
    });
    if (status !== 0) console.log('No recording in the pictures: ffmpeg is missing or failed.');
  } finally {
    await engines.close();
  }
}
