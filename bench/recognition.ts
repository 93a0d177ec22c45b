import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { loadResampler, samplesOf } from '../src/common/audio/index.js';
import { Recogniser } from '../src/engines/local/moonshine/recogniser.js';
import { concat } from '../test/support/audio.js';
import { silence } from './dialogues/sounds.js';
import { streetNoise } from './duplex/noises.js';
import { LINES, overLine } from './recognition/lines.js';
import { wordErrors } from './recognition/word-errors.js';
import { benchOptions } from './support/options.js';

const FOLDER = '.cache/natural';
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

interface Spoken {
  readonly text: string;
  readonly voice: string;
  readonly samples: Int16Array;
}

function speak(): Spoken[] {
  if (!existsSync(`${FOLDER}/model.onnx`)) throw new Error('Run bench/recognition/prepare.sh first.');
  mkdirSync(`${FOLDER}/spoken`, { recursive: true });
  const names = voices.split(',');
  const lines = readFileSync(sentences, 'utf8').trim().split('\n');
  const wanted = lines.map((text, at) => {
    const voice = names[at % names.length] ?? '';
    const file = `${FOLDER}/spoken/${voice}-${text.replace(/\W+/g, '-').slice(0, 80)}.pcm`;
    return { text, voice, speed: SPEEDS[at % SPEEDS.length], file };
  });
  const input = wanted.map((each) => JSON.stringify(each)).join('\n');
  const { status } = spawnSync(`${FOLDER}/venv/bin/python`, ['bench/recognition/say.py', FOLDER], {
    input,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('The sentences could not be spoken.');
  return wanted.map(({ text, voice, file }) => ({ text, voice, samples: samplesOf(readFileSync(file)) }));
}

await loadResampler();
const spoken = speak();
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
