import { joinedSamples } from './pcm.js';
import { createResampler, loadResampler } from './resampler.js';

export async function resampled(samples: Int16Array, fromHz: number, toHz: number): Promise<Int16Array> {
  await loadResampler();
  const resampler = createResampler(fromHz, toHz);
  const step = fromHz / 50;
  const output = new Int16Array(toHz / 25);
  const pieces: Int16Array[] = [];
  try {
    for (let at = 0; at < samples.length; at += step) {
      const count = resampler.run(samples.subarray(at, at + step), output);
      pieces.push(output.slice(0, count));
    }
    return joinedSamples(pieces);
  } finally {
    resampler.close();
  }
}
