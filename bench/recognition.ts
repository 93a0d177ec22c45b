import { readFileSync } from 'node:fs';
import { loadResampler } from '../src/audio/index.js';
import { MoonshineRecognizer } from '../src/engines/local/moonshine/recognizer.js';
import { concat } from '../test/support/audio.js';
import { silence } from './dialogues/sounds.js';
import { seededRandom } from './duplex/alterations.js';
import { streetNoise } from './duplex/noises.js';
import { LINES, overLine } from './recognition/lines.js';
import { NaturalVoices } from './recognition/natural-voices.js';
import { type WordErrors, wordErrors } from './recognition/word-errors.js';
import { benchOptions } from './support/options.js';
import { percentile } from './support/statistics.js';

/** Silence around the speech of a turn. */
const BEFORE_MS = 300;
const AFTER_MS = 120;
const SPEEDS = [1, 1.1, 0.9, 1.2];

const { voices, sentences, wrong } = benchOptions(
  'recognition',
  `How many words the recognizer of this machine gets wrong (natural voices, over several lines), and the processor time that
it takes. bench/recognition/prepare.sh brings the voices; each sentence is spoken by one of them.`,
  {
    voices: ['af_heart,am_adam,bf_emma,bm_lewis', 'voices of Kokoro, with commas'],
    sentences: ['bench/recognition/sentences.txt', 'file of one sentence a line'],
    wrong: [false, 'show what was misheard'],
  },
);

const RESAMPLINGS = 2_000;

/** Word error rate in percent. */
function rateOf(sentences: readonly WordErrors[]): number {
  const sum = (kind: keyof WordErrors) => sentences.reduce((total, each) => total + each[kind], 0);
  return (100 * sum('errors')) / sum('words');
}

/** 95 % bootstrap interval of the rate. */
function likelyRange(sentences: readonly WordErrors[]): [number, number] {
  const random = seededRandom(1);
  const rates = Array.from({ length: RESAMPLINGS }, () =>
    rateOf(sentences.map((each) => sentences[Math.floor(random() * sentences.length)] ?? each)),
  );
  return [percentile(rates, 0.025), percentile(rates, 0.975)];
}

async function speak() {
  const names = voices.split(',');
  const lines = readFileSync(sentences, 'utf8').trim().split('\n');
  const natural = new NaturalVoices();
  const wanted = lines.map((text, at) => ({
    text,
    voice: names[at % names.length] ?? '',
    speed: SPEEDS[at % SPEEDS.length] ?? 1,
  }));
  const said = wanted.map(async (one) => ({ ...one, samples: await natural.say(one) }));
  return await Promise.all(said).finally(() => natural.close());
}

await loadResampler();
const spoken = await speak();
const street = streetNoise();
const recognizer = await MoonshineRecognizer.load();
for (const line of LINES) {
  const counts = new Map<string, WordErrors[]>();
  const before = process.cpuUsage();
  for (const [at, { text, voice, samples }] of spoken.entries()) {
    const turn = concat([silence(BEFORE_MS), samples, silence(AFTER_MS)]);
    const heard = await recognizer.recognize({ samples: overLine(turn, line, street, at + 1), phrases: [] });
    const count = wordErrors(text, heard.text);
    if (wrong && count.errors > 0) console.log(`  ${voice}: ${heard.text} | ${text}`);
    for (const name of ['all', voice]) counts.set(name, [...(counts.get(name) ?? []), count]);
  }
  const { user, system } = process.cpuUsage(before);
  const rates = [...counts].map(([name, sentences]) => `${name} ${rateOf(sentences).toFixed(2)} %`);
  const [least, most] = likelyRange(counts.get('all') ?? []);
  console.log(
    `${line.name}: ${rates.join(', ')}; 95 % of resamplings ${least.toFixed(1)} to ${most.toFixed(1)} %; ${Math.round((user + system) / 1_000 / spoken.length)} ms a sentence`,
  );
}
