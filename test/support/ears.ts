import { SpeechEngines } from '../../src/engines/local/index.js';
import { resample } from '../stand-ins/audio/pcm.js';

const RATE_HZ = 16_000;

/** Real speech recognition for tests. */
export class TestEars {
  private readonly engines = new SpeechEngines({
    workers: 1,
    maxQueuedJobsPerWorker: 1_000,
    jobTimeoutMs: 120_000,
  });

  /** @param phrases Possible content. @returns The words in lower case without punctuation. */
  async words(samples: Int16Array, sampleRateHz: number, phrases: readonly string[] = []): Promise<string> {
    const audio = resample(samples, sampleRateHz, RATE_HZ);
    const { text } = await this.engines.recognize({ samples: audio, phrases });
    return (text.toLowerCase().match(/[a-z0-9']+/g) ?? []).join(' ');
  }

  close(): Promise<void> {
    return this.engines.close();
  }
}
