import { readFileSync } from 'node:fs';
import { loadResampler } from '../src/common/audio/index.js';
import { Recogniser } from '../src/engines/local/moonshine/recogniser.js';
import { concat } from '../test/support/audio.js';
import { silence } from './dialogues/sounds.js';
import { streetNoise } from './duplex/noises.js';
import { LINES, overLine } from './recognition/lines.js';
import { NaturalVoices } from './recognition/natural-voices.js';
import { wordErrors } from './recognition/word-errors.js';
import { benchOptions } from './support/options.js';

/** What a turn has around its voice. */
const BEFORE_MS = 300;
const AFTER_MS = 120;
const SPEEDS = [1, 1.1, 0.9, 1.2];

const { voices, sentences, wrong } = benchOptions(
  'recognition',
  `How many words the recogniser of this machine gets wrong (natural voices, over several lines), and the processor time that
it takes. bench/recognition/prepare.sh brings the voices; each sentence is spoken by one of them.`,
  {
    voices: ['af_heart,am_adam,bf_emma,bm_lewis', 'voices of Kokoro, with commas'],
    sentences: ['bench/recognition/sentences.txt', 'file of one sentence a line'],
    wrong: [false, 'show what was misheard'],
  },
);

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
const recogniser = await Recogniser.load();
for (const line of LINES) {
  const counts = new Map<string, { errors: number; words: number }>();
  const before = process.cpuUsage();
  for (const [at, { text, voice, samples }] of spoken.entries()) {
    const turn = concat([silence(BEFORE_MS), samples, silence(AFTER_MS)]);
    const heard = await recogniser.recognise({ samples: overLine(turn, line, street, at + 1), phrases: [] });
    const { errors, words } = wordErrors(text, heard.text);
    if (wrong && errors > 0) console.log(`  ${voice}: ${heard.text} | ${text}`);
    for (const name of ['all', voice]) {
      const count = counts.get(name) ?? { errors: 0, words: 0 };
      counts.set(name, { errors: count.errors + errors, words: count.words + words });
    }
  }
  const { user, system } = process.cpuUsage(before);
  const rates = [...counts].map(
    ([name, { errors, words }]) => `${name} ${((100 * errors) / words).toFixed(2)} %`,
  );
  console.log(
    `${line.name}: ${rates.join(', ')}; ${Math.round((user + system) / 1_000 / spoken.length)} ms a sentence`,
  );
}
