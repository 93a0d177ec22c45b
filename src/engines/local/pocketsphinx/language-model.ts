/**
 * Makes a statistical language model out of the sentences that are expected: an interpolated trigram model over a
 * closed vocabulary, in the ARPA format that PocketSphinx reads. Beside the expected words it knows "other speech", a
 * loop of single sounds, so that what is none of the expected sentences isn't forced into one.
 */

const BEGIN = '<s>';
const END = '</s>';

/**
 * Weights of the maximum likelihood estimates that are mixed (Jelinek and Mercer); the rest goes to the lower order.
 */
const TRIGRAM_WEIGHT = 0.8;
const BIGRAM_WEIGHT = 0.97;

/**
 * Share of the probability that goes to the sounds of other speech. Measured over 100 expected sentences of three
 * voices and 30 other ones (synthesised and human): 0.15 forces nearly all others into expected words, 0.97 lets a
 * third to all of their sounds be other speech, and understands as many expected sentences.
 */
const OTHER_SPEECH_SHARE = 0.97;

/** What a probability of zero is written as in the format. */
const LOG_ZERO = -99;

export interface LanguageModelSource {
  /** Expected sentences, each a list of words. */
  readonly sentences: readonly (readonly string[])[];
  /** Words that stand for the single sounds of other speech. */
  readonly otherSpeech: readonly string[];
}

/** @returns The text of an ARPA file. */
export function renderLanguageModel(source: LanguageModelSource): string {
  const counts = countGrams(source.sentences);
  const words = [...counts.unigrams.keys()].filter((word) => word !== BEGIN);
  const total = words.reduce((sum, word) => sum + (counts.unigrams.get(word) ?? 0), 0);
  const unigram = (word: string) =>
    ((1 - OTHER_SPEECH_SHARE) * (counts.unigrams.get(word) ?? 0)) / Math.max(total, 1);
  const bigram = (first: string, word: string) =>
    (BIGRAM_WEIGHT * (counts.bigrams.get(`${first} ${word}`) ?? 0)) / (counts.unigrams.get(first) ?? 1) +
    (1 - BIGRAM_WEIGHT) * unigram(word);
  const trigram = (first: string, second: string, word: string) =>
    (TRIGRAM_WEIGHT * (counts.trigrams.get(`${first} ${second} ${word}`) ?? 0)) /
      (counts.bigrams.get(`${first} ${second}`) ?? 1) +
    (1 - TRIGRAM_WEIGHT) * bigram(second, word);

  const otherProbability = OTHER_SPEECH_SHARE / Math.max(source.otherSpeech.length, 1);
  const backOff = log10(1 - BIGRAM_WEIGHT);
  const unigramLines = [
    `${LOG_ZERO} ${BEGIN} ${backOff}`,
    ...words.map((word) => `${log10(unigram(word))} ${word} ${word === END ? 0 : backOff}`),
    ...source.otherSpeech.map((word) => `${log10(otherProbability)} ${word} 0`),
  ];
  const bigramLines = [...counts.bigrams.keys()].map((gram) => {
    const [first = '', word = ''] = gram.split(' ');
    return `${log10(bigram(first, word))} ${gram} ${log10(1 - TRIGRAM_WEIGHT)}`;
  });
  const trigramLines = [...counts.trigrams.keys()].map((gram) => {
    const [first = '', second = '', word = ''] = gram.split(' ');
    return `${log10(trigram(first, second, word))} ${gram}`;
  });
  return renderArpa([unigramLines, bigramLines, trigramLines]);
}

interface GramCounts {
  readonly unigrams: Map<string, number>;
  readonly bigrams: Map<string, number>;
  readonly trigrams: Map<string, number>;
}

function countGrams(sentences: readonly (readonly string[])[]): GramCounts {
  const counts: GramCounts = { unigrams: new Map(), bigrams: new Map(), trigrams: new Map() };
  for (const sentence of sentences) {
    const words = [BEGIN, ...sentence, END];
    for (let at = 0; at < words.length; at++) {
      add(counts.unigrams, words.slice(at, at + 1));
      if (at + 1 < words.length) add(counts.bigrams, words.slice(at, at + 2));
      if (at + 2 < words.length) add(counts.trigrams, words.slice(at, at + 3));
    }
  }
  return counts;
}

function add(counts: Map<string, number>, words: readonly string[]): void {
  const gram = words.join(' ');
  counts.set(gram, (counts.get(gram) ?? 0) + 1);
}

function renderArpa(orders: readonly (readonly string[])[]): string {
  const head = orders.map((lines, index) => `ngram ${index + 1}=${lines.length}`);
  const body = orders.flatMap((lines, index) => ['', `\\${index + 1}-grams:`, ...lines]);
  return ['\\data\\', ...head, ...body, '', '\\end\\', ''].join('\n');
}

function log10(probability: number): string {
  return probability > 0 ? Math.log10(probability).toFixed(4) : String(LOG_ZERO);
}
