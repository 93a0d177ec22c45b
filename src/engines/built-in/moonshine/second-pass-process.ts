import llamaTokenizer from 'llama-tokenizer-js';
import { LRUCache } from 'lru-cache';
import { serveEngine } from '../../workers/serve-engine.js';
import { CALLER_RATE_HZ } from '../../workers/worker-protocol.js';
import { MoonshineModel } from './moonshine-model.js';
import { canTakeSoLong } from './sentence-length.js';
import type { SecondPassTypes } from './second-pass-types.js';
import { SentenceSearch } from './sentence-search.js';
import { sentenceTrie, type Tokens, type TrieNode } from './sentence-trie.js';

/** Agents whose sentences are remembered as tokens. */
const REMEMBERED_TRIES = 50;

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
  let loaded: Promise<MoonshineModel> | undefined;
  return {
    facts: undefined,
    async work({ sentences, samples, spokenMs }) {
      const model = await (loaded ??= MoonshineModel.load());
      const isPlausible = (text: string) => canTakeSoLong(text, spokenMs);
      const search = new SentenceSearch(model, trieOf(sentences), isPlausible);
      return await search.run(await model.listen(samples), samples.length / CALLER_RATE_HZ);
    },
  };
});
