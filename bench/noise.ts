import { loadNoiseSuppression, loadResampler } from '../src/audio/index.js';
import { SileroDetector } from '../src/engines/local/index.js';
import { CallerListener } from '../src/voice/caller/index.js';
import { synthesise } from '../test/stand-ins/audio/synthesis.js';
import { seededRandom } from './duplex/alterations.js';
import { benchOptions } from './support/options.js';

const { seconds } = benchOptions(
  'noise',
  `What noise suppression costs: processor time of a call that listens, with and without it, for a caller who speaks half
of the time over noise.`,
  { seconds: [60, 'seconds of sound'] },
);

const RATE_HZ = 16_000;
const FRAME = RATE_HZ / 50;
const FRAME_MS = 20;
const NOISE_LEVEL = 300;
const SENTENCE = 'could you please tell me whether there is a train to the harbour on sunday';

async function callersSound(): Promise<Int16Array> {
  const said = await synthesise(SENTENCE, RATE_HZ);
  const random = seededRandom(3);
  const period = 2 * said.length;
  return Int16Array.from({ length: seconds * RATE_HZ }, (_, at) => {
    const voice = said[at % period] ?? 0;
    return voice / 2 + NOISE_LEVEL * (2 * random() - 1);
  });
}

/** Seconds of CPU time for all audio. */
async function cost(sound: Int16Array, withNoise: boolean): Promise<number> {
  const detector = await SileroDetector.create((error) => {
    throw error;
  });
  const noise = withNoise ? await loadNoiseSuppression() : undefined;
  const listener = new CallerListener(detector, RATE_HZ, () => undefined, { noise });
  const before = process.cpuUsage();
  for (let frame = 0; (frame + 1) * FRAME <= sound.length; frame++) {
    const samples = sound.subarray(frame * FRAME, (frame + 1) * FRAME);
    listener.hear({ samples, atMs: (frame + 1) * FRAME_MS });
    // The detector runs between frames.
    if (frame % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const { user, system } = process.cpuUsage(before);
  listener.close();
  await detector.close();
  return (user + system) / 1_000_000;
}

await loadResampler();
const sound = await callersSound();
await cost(sound.subarray(0, 5 * RATE_HZ), true);
const [without, withIt] = [await cost(sound, false), await cost(sound, true)];
const percent = (spent: number) => `${((100 * spent) / seconds).toFixed(2)} % of a core`;
console.log(`A call that listens for ${seconds} s, in CPU time:`);
console.log(`  without noise suppression  ${percent(without)}`);
console.log(`  with it                    ${percent(withIt)}`);
console.log(`  its price                  ${percent(withIt - without)}`);
