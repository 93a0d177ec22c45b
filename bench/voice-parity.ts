import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '../src/common/assets/index.js';
import { loadVoiceTables } from '../src/engines/local/voice/tables/voice-tables.js';
import { Voice } from '../src/engines/local/voice/voice.js';
import { benchOptions } from './support/options.js';
import { round } from './support/statistics.js';

const PACKAGES = ['hibari-tts==0.2.1', 'Faker==40.63.0', 'chitchat-dataset==0.9.0'];
const SHOWN = 40;

interface Reference {
  readonly kind: string;
  readonly text: string;
  readonly phonemes: readonly string[];
}

const values = benchOptions(
  'voice-parity',
  `Whether the built-in voice pronounces sentences of many kinds as hibari-tts does, of which it is made. Installs that by pip
(python3) into .cache/voice-parity. Shows what differs; ends with 1 below 99 %.`,
  { count: [2_000, 'sentences'], seed: [1, 'of the sentences'] },
);

const references = reference(values.count, values.seed);
const voice = await Voice.load(await loadVoiceTables());
const kinds = new Map<string, { same: number; all: number }>();
let shown = 0;
for (const { kind, text, phonemes } of references) {
  const ours = await voice.phonemes(text);
  const isSame = ours.join(' ') === phonemes.join(' ');
  const tally = kinds.get(kind) ?? { same: 0, all: 0 };
  kinds.set(kind, { same: tally.same + Number(isSame), all: tally.all + 1 });
  if (!isSame && shown++ < SHOWN)
    console.log([text, ...phonemes, ...ours.map((each) => `→ ${each}`), ''].join('\n'));
}
for (const [kind, { same, all }] of kinds) console.log(`${kind.padEnd(14)} ${same} of ${all}`);
const same = [...kinds.values()].reduce((sum, each) => sum + each.same, 0);
const percent = round((100 * same) / references.length, 2);
console.log(`${percent} % of ${references.length} sentences have the same phonemes.`);
process.exitCode = percent < 99 ? 1 : 0;

function reference(count: number, seed: number): Reference[] {
  const folder = projectFile('.cache', 'voice-parity');
  const python = join(folder, 'bin', 'python');
  if (!existsSync(python)) execFileSync('python3', ['-m', 'venv', folder]);
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', ...PACKAGES], { stdio: 'inherit' });
  const script = projectFile('bench', 'voice-parity', 'sentences.py');
  const lines = execFileSync(python, [script, `${count}`, `${seed}`], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Reference);
}
