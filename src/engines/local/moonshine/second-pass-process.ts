import llamaTokenizer from 'llama-tokenizer-js';
import { LRUCache } from 'lru-cache';
import { serveEngine } from '../../workers/serve-engine.js';
import { CALLER_RATE_HZ } from '../../workers/worker-protocol.js';
import { MoonshineModel } from './moonshine-model.js';
import { canTakeSoLong } from './sentence-length.js';
import type { SecondPassTypes } from './second-pass-types.js';
import { SentenceSearch, type FoundSentences } from './sentence-search.js';
import { sentenceTrie, type Tokens, type TrieNode } from './sentence-trie.js';

/** Agents whose sentences are remembered as tokens. */
const REMEMBERED_TRIES = 50;

/**
 * People who speak quickly are understood better when they are heard a seventh more slowly. In a crowd 7 dB below the
 * development corpus's callers, in 19 of 120 turns something was taken for a whole sentence before it was one; so in 9.
 */
const SLOWED = 0.86;

/** What holds nothing of a list is taken to hold its likeliest with this margin. */
const UNLIKELY_MARGIN = -10;

/** Pieces of text, of which those that begin a word begin so. */
const WORD_BEGIN = '▁';
const TOKENS: Tokens = {
  encode: (text) => llamaTokenizer.encode(text, false),
  beginsWord: (token) => llamaTokenizer.vocabById[token]?.startsWith(WORD_BEGIN) ?? false,
};

/** The process in which the neural recogniser runs. */
serveEngine<SecondPassTypes>(() => {
  const tries = new LRUCache<string, TrieNode>({ max: REMEMBERED_TRIES });
  const trieOf = (sentences: readonly string[]) => {
    const key = sentences.join('\n');
    const trie = tries.get(key) ?? sentenceTrie(sentences, TOKENS);
    tries.set(key, trie);
    return trie;
  };
  let loaded: MoonshineModel | undefined;
  return {
    facts: undefined,
    async work({ sentences, samples, spokenMs, compared }) {
      const model = (loaded ??= await MoonshineModel.load());
      const slowed = slowedDown(samples);
      const heard = await model.listen(slowed);
      const lists = [
        { trie: trieOf(sentences), isPlausible: (text: string) => canTakeSoLong(text, spokenMs) },
        ...(compared ?? []).map((short) => ({ trie: trieOf(short), isPlausible: () => true })),
      ];
      const search = new SentenceSearch(model, lists);
      const [found = {}, first, second] = await search.run(heard, slowed.length / CALLER_RATE_HZ);
      return { ...found, ...(compared && { difference: marginOf(first) - marginOf(second) }) };
    },
  };
});

const marginOf = (found: FoundSentences | undefined): number =>
  Math.max(UNLIKELY_MARGIN, found?.whole?.margin ?? UNLIKELY_MARGIN);

/** Straight lines between the samples: a better filter, which keeps the highest frequencies, helps less. */
function slowedDown(samples: Int16Array): Int16Array {
  return Int16Array.from({ length: Math.floor(samples.length / SLOWED) }, (_, index) => {
    const at = Math.floor(index * SLOWED);
    const before = samples[at] ?? 0;
    const after = samples[at + 1] ?? before;
    return before + (index * SLOWED - at) * (after - before);
  });
}
