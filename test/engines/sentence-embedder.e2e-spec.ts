import { readFile } from 'node:fs/promises';
import { projectFile } from '../../src/common/assets/index.js';
import { SentenceEmbedder } from '../../src/engines/local/embeddings/sentence-embedder.js';

/** Output of the model's tokenizer and float weights: bench/sentence-embeddings/fixture.py. */
interface Reference {
  readonly tokens: readonly { readonly text: string; readonly ids: readonly number[] }[];
  readonly compared: readonly string[];
  readonly cosines: readonly (readonly number[])[];
}

const NEAR = 0.02;

describe('sentence model', () => {
  let embedder: SentenceEmbedder;
  let reference: Reference;

  beforeAll(async () => {
    const file = projectFile('test', 'engines', 'fixtures', 'sentences.json');
    reference = JSON.parse(await readFile(file, 'utf8')) as Reference;
    embedder = await SentenceEmbedder.load();
  });

  it('tokenizes any text like its original tokenizer', () => {
    const split = reference.tokens.map(({ text }) => ({ text, ids: embedder.tokensOf(text) }));
    expect(split).toEqual(reference.tokens);
  });

  it('returns unit vectors as similar as those of the float model', async () => {
    const vectors = await Promise.all(reference.compared.map((text) => embedder.embed(text)));
    vectors.forEach((one, row) =>
      vectors.forEach((other, column) => {
        const cosine = one.reduce((sum, number, at) => sum + number * (other[at] ?? 0), 0);
        expect(Math.abs(cosine - (reference.cosines[row]?.[column] ?? NaN))).toBeLessThan(NEAR);
      }),
    );
  });

  it.each([
    ['I would like to know.', 'I would like to know whether you are open on Sunday.'],
    ['Yesterday I got a letter from?', 'Yesterday I got a letter from your office.'],
    ['Do you have a table for?', 'Do you have a table for six people tonight?'],
  ])('distinguishes "%s" from a complete sentence', async (begun, whole) => {
    expect(await embedder.completeness(begun)).toBeLessThan(0.25);
    expect(await embedder.completeness(whole)).toBeGreaterThan(0.6);
  });

  it('finds no complete sentence in empty text', async () => {
    expect(await embedder.completeness(' … ')).toBe(0);
  });

  it('accepts text of any length', async () => {
    const long = 'word '.repeat(100_000);
    expect(embedder.tokensOf(long)).toHaveLength(256);
    expect(await embedder.embed(long)).toHaveLength(384);
    expect(await embedder.embed('')).toHaveLength(384);
  });
});
