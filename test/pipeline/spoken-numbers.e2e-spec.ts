import { execFileSync } from 'node:child_process';
import { spokenForms } from '../../src/pipeline/words/spoken-forms.js';
import { describeWith } from '../telephony/support/programs.js';

const NUMBERS = [
  ...Array.from({ length: 101 }, (_, number) => number),
  ...[101, 110, 115, 121, 180, 199, 200, 342, 500, 700, 900, 999, 1_000, 1_001, 2_026, 10_000, 21_000],
  ...[100_000, 123_456],
].map(String);

/** Phonemes of each line by espeak-ng, without stress, length and pauses, which depend on context. */
function soundsOf(voice: string, lines: readonly string[]): string[] {
  const input = `${lines.join('\n\n')}\n`;
  const output = execFileSync('espeak-ng', ['-q', '--ipa', '-v', voice], { input, encoding: 'utf8' });
  const sounds = output.split('\n').map((line) => line.normalize('NFC').replace(/[ˈˌːˑ\s\u203f_-]/g, ''));
  return sounds.filter((line) => line !== '');
}

/** espeak-ng reads Dutch compounds as one word ("ze-zen-twintig"), so it gets their parts. */
const TENS = 'twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig';
const compound = new RegExp(`(een|twee|drie|vier|vijf|zes|zeven|acht|negen)[eë]n(?=${TENS})`, 'g');
const apart = (words: string) =>
  words.replace(compound, (_found, unit: string) => `${unit === 'een' ? 'één' : unit} en `);

/** Levenshtein distance of phonemes. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, sound] of [...one].entries()) {
    const next = [at + 1];
    for (let index = 0; index < other.length; index++) {
      const changed = (row[index] ?? 0) + (sound === other[index] ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

describeWith(['espeak-ng'], describe)('spelled-out numbers', () => {
  it.each([
    ['en-GB', 'en-gb'],
    ['de-DE', 'de'],
    ['es-ES', 'es'],
    ['fr-FR', 'fr'],
    ['it-IT', 'it'],
    ['nl-NL', 'nl'],
    ['pt-PT', 'pt-pt'],
  ])("sound most like another program's reading of the same number: %s", (language, voice) => {
    const say = spokenForms(language);
    const words = NUMBERS.map((number) => say?.(number) ?? number);
    expect(words.filter((word) => /\d/.test(word))).toEqual([]);
    const [read, said] = [
      soundsOf(voice, NUMBERS),
      soundsOf(voice, voice === 'nl' ? words.map(apart) : words),
    ];
    expect([read.length, said.length]).toEqual([NUMBERS.length, NUMBERS.length]);
    const heard = said.map((sounds) => {
      const distances = read.map((other) => distance(sounds, other));
      return NUMBERS[distances.indexOf(Math.min(...distances))];
    });
    expect(heard).toEqual(NUMBERS);
  });
});
