import type { VoiceTables } from '../tables/voice-tables.js';
import { capitalised, isAlphabetic, isLowerCase, isUpperCase } from '../text/patterns.js';
import { Dictionary, type Entry } from './dictionary.js';
import { stemOfEd, stemOfIng, stemOfS, withEd, withIng, withS } from './endings.js';
import { PRIMARY, SECONDARY, stressed, type Stress } from './stress.js';
import type { Following } from './word.js';

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['%', 'percent'],
  ['&', 'and'],
  ['+', 'plus'],
  ['@', 'at'],
]);
/** Signs in addresses. */
const ADDRESS_SIGNS: ReadonlyMap<string, string> = new Map([
  ['.', 'dot'],
  ['/', 'slash'],
]);
/** Longer capitalized words may be ordinary words, even if tagged as names. */
const LONGEST_NAME = 7;

const PARENT_TAGS: readonly (readonly [string, string])[] = [
  ['VB', 'VERB'],
  ['NN', 'NOUN'],
  ['RB', 'ADV'],
  ['JJ', 'ADJ'],
];

/** The context of a lookup. */
export interface Usage {
  /** Part of speech. */
  readonly tag?: string;
  readonly stress?: Stress;
  /** Undefined if unknown. */
  readonly following?: Following;
}

/** Phonemes of English words: two dictionaries, endings, abbreviations, and words that depend on what follows. */
export class Lexicon {
  private readonly checked: Dictionary;
  private readonly further: Dictionary;

  constructor({ words, moreWords }: Pick<VoiceTables, 'words' | 'moreWords'>) {
    this.checked = new Dictionary(words);
    this.further = new Dictionary(moreWords);
  }

  /** The phonemes of a word; undefined if it is unknown. */
  soundsOf(
    word: string,
    usage: Usage & { readonly tag: string; readonly following: Following },
  ): string | undefined {
    const special = this.special(word, usage);
    if (special !== undefined) return special;
    const plain = this.isWritten(word, usage) ? word.toLowerCase() : word;
    if (this.isKnown(plain)) return this.lookUp(plain, usage);
    for (const [ending, stem] of [
      ["s'", `${plain.slice(0, -2)}'s`],
      ["'", plain.slice(0, -1)],
    ] as const) {
      if (plain.endsWith(ending) && this.isKnown(stem)) return this.lookUp(stem, usage);
    }
    return this.inflected(plain, usage);
  }

  /** The phonemes of the exact word. */
  lookUp(word: string, { tag, stress, following }: Usage = {}): string | undefined {
    const isCapitals = isUpperCase(word) && !this.checked.has(word);
    const isName = isCapitals && tag === 'NNP';
    const plain = isCapitals ? word.toLowerCase() : word;
    const entry = this.checked.get(plain) ?? (isName ? undefined : this.further.get(plain));
    const sounds = entry === undefined ? undefined : ofEntry(entry, tag, following);
    if (sounds === undefined || (isName && !sounds.includes(PRIMARY))) {
      const spelled = this.spelled(plain);
      if (spelled !== undefined) return spelled;
    }
    return sounds === undefined ? undefined : stressed(sounds, stress);
  }

  /** A dictionary noun with an "s". */
  plural(word: string): string | undefined {
    const stem = this.lookUp(word);
    return stem === undefined ? undefined : withS(stem);
  }

  /** Letter by letter, with the stress on the last one; undefined if a letter has no name. */
  private spelled(word: string): string | undefined {
    const names = [...word].filter(isAlphabetic).map((letter) => this.checked.get(letter.toUpperCase()));
    if (!names.every((name) => typeof name === 'string')) return undefined;
    const sounds = stressed(names.join(''), 'secondary');
    const last = sounds.lastIndexOf(SECONDARY);
    return last < 0 ? sounds : sounds.slice(0, last) + PRIMARY + sounds.slice(last + 1);
  }

  private inflected(word: string, usage: Usage): string | undefined {
    const known = (stem: string) => this.isKnown(stem);
    const ing = { ...usage, stress: usage.stress ?? 'some' } as const;
    const ways = [
      [stemOfS(word, known), withS, usage],
      [stemOfEd(word, known), withEd, usage],
      [stemOfIng(word, known), withIng, ing],
    ] as const;
    for (const [stem, withEnding, how] of ways) {
      const sounds = stem === undefined ? undefined : this.lookUp(stem, how);
      if (sounds) return withEnding(sounds);
    }
    return undefined;
  }

  private isKnown(word: string): boolean {
    if (this.checked.has(word) || SIGNS.has(word) || this.further.has(word)) return true;
    if (!/^[A-Za-z]+$/.test(word)) return false;
    if (word.length === 1 || isUpperCase(word.slice(1))) return true;
    return isUpperCase(word) && this.checked.has(word.toLowerCase());
  }

  /** Whether capital letters only mark the beginning of a sentence or emphasis. */
  private isWritten(word: string, usage: Usage): boolean {
    if (word.length < 2 || isLowerCase(word) || !isAlphabetic(word.replaceAll("'", ''))) return false;
    if (usage.tag === 'NNP' && word.length <= LONGEST_NAME) return false;
    if (this.checked.has(word) || this.further.has(word)) return false;
    if (!isUpperCase(word) && !isLowerCase(word.slice(1))) return false;
    const plain = word.toLowerCase();
    return this.checked.has(plain) || this.further.has(plain) || this.inflected(plain, usage) !== undefined;
  }

  /** Words that sound different depending on their use. */
  private special(
    word: string,
    { tag, following }: { readonly tag: string; readonly following: Following },
  ): string | undefined {
    const addressSign = tag === 'ADD' ? ADDRESS_SIGNS.get(word) : undefined;
    if (addressSign !== undefined) return this.lookUp(addressSign, { stress: 'less', following });
    const sign = SIGNS.get(word);
    if (sign !== undefined) return this.lookUp(sign, { following });
    if (isDotted(word)) return this.spelled(word);
    if (tag === 'IN' && /^vs\.?$/i.test(word)) return this.lookUp('versus', { following });
    return this.functionWord(word, tag, following);
  }

  /** Words that sound different before a vowel than before a consonant or a pause. */
  private functionWord(word: string, tag: string, { vowel, isTo }: Following): string | undefined {
    if (word === 'I') return tag === 'PRP' ? `${SECONDARY}I` : undefined;
    const lower = word.toLowerCase();
    if (![lower, capitalised(lower), lower.toUpperCase()].includes(word)) return undefined;
    const isCapitals = isUpperCase(word);
    switch (lower) {
      case 'a':
        return tag === 'DT' ? 'ɐ' : 'ˈA';
      case 'am':
        if (tag.startsWith('NN')) return this.spelled(word);
        return vowel === undefined || word !== 'am' ? this.plain('am') : 'ɐm';
      case 'an':
        return isCapitals && tag.startsWith('NN') ? this.spelled(word) : 'ɐn';
      case 'by':
        return tag.startsWith('RB') || tag.startsWith('ADV') ? 'bˈI' : undefined;
      case 'to':
        if (isCapitals && tag !== 'TO' && tag !== 'IN') return undefined;
        return vowel === undefined ? this.plain('to') : vowel ? 'tʊ' : 'tə';
      case 'in':
        if (isCapitals && tag === 'NNP') return undefined;
        return vowel === undefined || tag !== 'IN' ? 'ˈɪn' : 'ɪn';
      case 'the':
        if (isCapitals && tag !== 'DT') return undefined;
        return vowel === true ? 'ði' : 'ðə';
      case 'used':
        return this.plain('used', (tag === 'VBD' || tag === 'JJ') && isTo ? 'VBD' : 'DEFAULT');
      default:
        return undefined;
    }
  }

  private plain(word: string, tag = 'DEFAULT'): string | undefined {
    const entry = this.checked.get(word);
    return typeof entry === 'object' ? (entry[tag] ?? undefined) : entry;
  }
}

/** "U.S." or "a.m.": groups of one or two letters with points between them. */
function isDotted(word: string): boolean {
  return (
    /[^.]\.+[^.]/.test(word) &&
    isAlphabetic(word.replaceAll('.', '')) &&
    word.split('.').every((part) => part.length < 3)
  );
}

function ofEntry(
  entry: Entry,
  tag: string | undefined,
  following: Following | undefined,
): string | undefined {
  if (typeof entry === 'string') return entry;
  const isAtEnd = following !== undefined && following.vowel === undefined;
  const kind = isAtEnd && 'None' in entry ? 'None' : tag !== undefined && tag in entry ? tag : parentOf(tag);
  const sounds = kind !== undefined && kind in entry ? entry[kind] : entry['DEFAULT'];
  return sounds ?? undefined;
}

const parentOf = (tag: string | undefined): string | undefined =>
  tag === undefined ? undefined : (PARENT_TAGS.find(([start]) => tag.startsWith(start))?.[1] ?? tag);
