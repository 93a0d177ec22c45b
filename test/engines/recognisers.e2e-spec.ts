import { PronouncingDictionary } from '../../src/engines/local/pocketsphinx/pronouncing-dictionary.js';
import { PocketSphinx } from '../../src/engines/local/pocketsphinx/pocketsphinx.js';
import type { Recogniser } from '../../src/engines/local/pocketsphinx/recogniser.js';
import { isNoise, makeVocabulary, wordsOf } from '../../src/engines/local/pocketsphinx/vocabulary.js';
import { synthesise } from '../../src/engines/local/flite/flite-synthesizer.js';
import { RecogniserCache } from '../../src/engines/local/workers/recogniser-cache.js';
import { loadSpeechModels, type SpeechModels } from '../../src/engines/local/workers/speech-models.js';

const SENTENCES = ['what are your opening hours', 'where are you', 'thank you', 'goodbye'];
const OTHER_SENTENCES = ['good morning', 'where are you'];
const PIECE_SAMPLES = 1_600;
const MEBIBYTE = 1_048_576;

describe('the recognisers of one worker', () => {
  let models: SpeechModels;
  let flite: WebAssembly.Module;
  beforeAll(async () => {
    models = await loadSpeechModels();
    flite = await models.flite();
  });

  const vocabularyOf = (dictionary: PronouncingDictionary, sentences = SENTENCES) =>
    makeVocabulary(
      sentences,
      new Map(sentences.flatMap(wordsOf).map((word) => [word, dictionary.lookUp(word)])),
    );

  /** In pieces of 100 ms, with silence around it. */
  function spoken(text: string): Int16Array[] {
    const said = synthesise(flite, { text, voice: 'slt', speed: 1 });
    const padded = new Int16Array(said.length + 8_000);
    padded.set(said, 4_000);
    return Array.from({ length: Math.ceil(padded.length / PIECE_SAMPLES) }, (_, piece) =>
      padded.subarray(piece * PIECE_SAMPLES, (piece + 1) * PIECE_SAMPLES),
    );
  }

  function wordsOfEnded(recogniser: Recogniser): string {
    recogniser.end();
    const words = recogniser.words().map(({ word }) => word);
    return words.filter((word) => !isNoise(word)).join(' ');
  }

  function hear(recogniser: Recogniser, text: string): string {
    recogniser.start(models.averageVoice);
    for (const piece of spoken(text)) recogniser.feed(piece);
    return wordsOfEnded(recogniser);
  }

  const cacheOf = (maxRecognisers: number) => new RecogniserCache({ ...models, maxRecognisers });

  it('share the acoustic model: each takes less than 3 MiB, and gives it back', () => {
    const engine = new PocketSphinx(models.pocketsphinx, models.acousticModel);
    const vocabulary = vocabularyOf(models.dictionary);
    const first = engine.makeRecogniser(vocabulary);
    expect(hear(first, 'thank you')).toBe('thank you');
    const alone = engine.memoryBytes;
    const more = Array.from({ length: 5 }, () => engine.makeRecogniser(vocabulary));
    for (const recogniser of more) expect(hear(recogniser, 'thank you')).toBe('thank you');
    const together = engine.memoryBytes;
    expect((together - alone) / more.length / MEBIBYTE).toBeLessThan(3);
    for (let round = 0; round < 20; round++) {
      more.shift()?.free();
      more.push(engine.makeRecogniser(vocabulary));
    }
    expect((engine.memoryBytes - together) / MEBIBYTE).toBeLessThan(1);
    expect(hear(first, 'where are you')).toBe('where are you');
  });

  it('hear what is said at once, by turns, each with its own vocabulary', () => {
    const engine = new PocketSphinx(models.pocketsphinx, models.acousticModel);
    const heard = [
      { text: 'what are your opening hours', sentences: SENTENCES },
      { text: 'good morning', sentences: OTHER_SENTENCES },
      { text: 'goodbye', sentences: SENTENCES },
    ].map(({ text, sentences }) => {
      const recogniser = engine.makeRecogniser(vocabularyOf(models.dictionary, sentences));
      recogniser.start(models.averageVoice);
      return { text, recogniser, pieces: spoken(text) };
    });
    while (heard.some(({ pieces }) => pieces.length > 0)) {
      for (const { recogniser, pieces } of heard) recogniser.feed(pieces.shift() ?? new Int16Array(0));
    }
    for (const { recogniser, text } of heard) expect(wordsOfEnded(recogniser)).toBe(text);
  });

  it('are made no sooner than they are needed, and no more than allowed', () => {
    const cache = cacheOf(2);
    const vocabulary = vocabularyOf(models.dictionary);
    cache.prepare(vocabulary);
    const first = cache.acquire(vocabulary);
    cache.prepare(vocabulary);
    cache.prepare(vocabularyOf(models.dictionary, OTHER_SENTENCES));
    const second = cache.acquire(vocabulary);
    expect(second).toBeDefined();
    expect(second).not.toBe(first);
    expect(cache.acquire(vocabulary)).toBeUndefined();
    cache.release(first!);
    expect(cache.acquire(vocabulary)).toBe(first);
  });

  it('go on with what they hear when another fails, and are made anew afterwards', () => {
    const cache = cacheOf(3);
    const vocabulary = vocabularyOf(models.dictionary);
    const [failing, other] = [cache.acquire(vocabulary)!, cache.acquire(vocabulary)!];
    other.start(models.averageVoice);
    expect(() => failing.start(new Float32Array(1))).toThrow('another model');
    cache.discard(failing);
    for (const piece of spoken('goodbye')) other.feed(piece);
    expect(wordsOfEnded(other)).toBe('goodbye');
    cache.release(other);
    const next = cache.acquire(vocabulary)!;
    expect([failing, other]).not.toContain(next);
    expect(hear(next, 'thank you')).toBe('thank you');
  });
});
