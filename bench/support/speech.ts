import { FLITE_SAMPLE_RATE_HZ, fliteVoice, SpeechEngines } from '../../src/engines/local/index.js';

export interface SpokenAudio {
  /** Mono, without silence at its ends, so that its end is the end of the speech. */
  readonly samples: Int16Array;
  readonly sampleRateHz: number;
}

/** Below this a sample is silence. */
const QUIET = 300;

/** Speaks a sentence with the built-in voice. */
export async function speak(text: string): Promise<SpokenAudio> {
  const engines = await SpeechEngines.create({
    workers: 1,
    maxRecognisersPerWorker: 1,
    maxQueuedJobsPerWorker: 4,
    jobTimeoutMs: 30_000,
    maxBufferedMs: 10_000,
  });
  try {
    const samples = await engines.synthesise({ text, voice: fliteVoice(undefined), speed: 1 });
    const isLoud = (sample: number) => Math.abs(sample) > QUIET;
    return {
      samples: samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1),
      sampleRateHz: FLITE_SAMPLE_RATE_HZ,
    };
  } finally {
    await engines.close();
  }
}
