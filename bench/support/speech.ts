import { synthesise } from '../../test/stand-ins/audio/synthesis.js';

export interface SpokenAudio {
  /** Mono, without surrounding silence, so that its end is the end of speech. */
  readonly samples: Int16Array;
  readonly sampleRateHz: number;
}

const RATE_HZ = 16_000;
/** Samples below this are silence. */
const QUIET = 300;

/** Speaks a sentence with a different voice than the agent's. */
export async function speak(text: string): Promise<SpokenAudio> {
  const samples = await synthesise(text, RATE_HZ);
  const isLoud = (sample: number) => Math.abs(sample) > QUIET;
  return {
    samples: samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1),
    sampleRateHz: RATE_HZ,
  };
}
