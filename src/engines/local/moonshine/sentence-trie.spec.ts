import { END_TOKEN } from './moonshine-model.js';
import { sentenceTrie, type TrieNode } from './sentence-trie.js';

/** A token a character; one that begins a word is another one. */
const WORD_BEGIN = 1_000_000;
const tokens = {
  encode: (text: string) =>
    [...text.replace(/(?:^| )(.)/g, '_$1')].flatMap((character, at, all) => {
      const code = character.codePointAt(0) ?? 0;
      return character === '_' ? [] : [all[at - 1] === '_' ? code + WORD_BEGIN : code];
    }),
  beginsWord: (token: number) => token >= WORD_BEGIN,
};

function endedAt(root: TrieNode, text: string, isWhole = true): string[] {
  let node: TrieNode | undefined = root;
  for (const token of [...tokens.encode(text), END_TOKEN]) node = node?.next.get(token);
  const ended = node?.ended ?? [];
  return ended.filter((part) => part.isWhole === isWhole).map((part) => part.text);
}

describe('the sentences that are looked for', () => {
  it('are written with a capital, and with any ending', () => {
    const trie = sentenceTrie(['where are you'], tokens);
    for (const ending of ['', '.', '?']) {
      expect(endedAt(trie, `Where are you${ending}`)).toEqual(['where are you']);
    }
    expect(endedAt(trie, 'where are you')).toEqual([]);
    expect(endedAt(trie, 'Where are')).toEqual([]);
  });

  it('keep how they were written otherwise, but for "i"', () => {
    const trie = sentenceTrie([' Is the  i-Phone shop in Basel open?! ', "can i come? i'm late"], tokens);
    expect(endedAt(trie, 'Is the I-Phone shop in Basel open')).toHaveLength(1);
    expect(endedAt(trie, "Can I come? I'm late.")).toHaveLength(1);
  });

  it('may be written alike, or not at all', () => {
    const trie = sentenceTrie(['yes', 'Yes.', 'yes', '?', ''], tokens);
    expect(endedAt(trie, 'Yes?')).toEqual(['yes', 'Yes.']);
    expect(trie.next.size).toBe(1);
  });

  it('may be begun, at each word', () => {
    const trie = sentenceTrie(['thank you', 'thank you very much', 'thank him'], tokens);
    expect(endedAt(trie, 'Thank', false)).toEqual(['Thank']);
    expect(endedAt(trie, 'Thank you very', false)).toEqual(['Thank you very']);
    expect(endedAt(trie, 'Thank you', false)).toEqual(['Thank you']);
    expect(endedAt(trie, 'Thank you')).toEqual(['thank you']);
    for (const not of ['Thank y', 'Thank you very much', 'Thank you very.']) {
      expect(endedAt(trie, not, false)).toEqual([]);
    }
  });

  it('share how they begin', () => {
    const trie = sentenceTrie(['yes', 'yesterday'], tokens);
    expect(trie.next.size).toBe(1);
    expect(endedAt(trie, 'Yesterday')).toEqual(['yesterday']);
  });
});
