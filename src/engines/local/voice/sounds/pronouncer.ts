import type { VoiceTables } from '../tables/voice-tables.js';
import { TextExpander } from '../text/expand-text.js';
import { PartOfSpeechTagger } from '../text/part-of-speech.js';
import { isAlphabetic, isLowerCase, isUpperCase, LETTERS } from '../text/patterns.js';
import { WordSplitter } from '../text/word-splitter.js';
import { Lexicon } from './lexicon.js';
import { NumberSounds } from './number-sounds.js';
import { isConsonant, isVowel } from './stress.js';
import type { UnknownWords } from './unknown-words.js';
import { isPauseSign, isSilent, settle, wordsInParts } from './word-parts.js';
import { joinWords, type Following, type PronouncedWord } from './word.js';

/** Known words have at most this many parts. */
const MAX_PARTS = 12;
/** The parts of an unknown word that are read: letters, digits, signs. */
const PIECES = new RegExp(
  `[${LETTERS}]+(?:['’][${LETTERS}]+)*|[0-9]+(?:[,.][0-9]+)*|[^\\p{L}\\p{N}_\\s]+`,
  'gu',
);
const SOUNDS_OF_SIGNS: ReadonlyMap<string, string> = new Map([
  ['/', 'slˈæʃ'],
  ['=', 'ˈikwᵊlz'],
  ['+', 'plˈʌs'],
  ['&', 'ænd'],
  ['@', 'æt'],
  ['%', 'pəɹsˈɛnt'],
  ['#', 'hˈæʃ'],
  ['*', 'ˈæstəɹˌɪsk'],
  ['~', 'tˈɪldə'],
  ['^', 'kˈɛɹət'],
  ['<', 'lˈɛs ðən'],
  ['>', 'ɡɹˈATəɹ ðən'],
  ['—', '—'],
]);

/** Converts English text to phonemes: those of misaki (https://github.com/hexgrad/misaki), American. */
export class Pronouncer {
  private readonly expander: TextExpander;
  private readonly splitter: WordSplitter;
  private readonly tagger: PartOfSpeechTagger;
  private readonly lexicon: Lexicon;
  private readonly numbers: NumberSounds;

  constructor(
    tables: VoiceTables,
    private readonly unknownWords: UnknownWords,
  ) {
    this.expander = new TextExpander(tables.forms);
    this.splitter = new WordSplitter(tables);
    this.tagger = new PartOfSpeechTagger(tables);
    this.lexicon = new Lexicon(tables);
    this.numbers = new NumberSounds(this.lexicon);
  }

  /** @param sentence One sentence, or a part of one. */
  async phonemes(sentence: string): Promise<string> {
    const split = this.splitter.split(this.expander.expand(sentence));
    const tags = this.tagger.tag(split.map(({ text }) => text));
    const words = wordsInParts(split.map((word, at) => ({ ...word, tag: tags[at] ?? '' })));
    let following: Following = { vowel: undefined, isTo: false };
    for (const parts of words.toReversed()) {
      following = await this.pronounce(parts, following);
      if (parts.length > 1) settle(parts);
    }
    return words
      .map((parts) => soundsOfParts(parts) + (parts.at(-1)?.spaceAfter ? ' ' : ''))
      .join('')
      .trim();
  }

  /** Assigns phonemes to the parts of a word, from the end. @returns The context for the word before it. */
  private async pronounce(parts: PronouncedWord[], after: Following): Promise<Following> {
    const [only] = parts.length === 1 ? parts : [];
    if (only?.sounds !== undefined) return followingOf(only, only.sounds, after);
    let following = after;
    for (let end = parts.length; end > 0;) {
      const { start, sounds } = this.longestKnown(parts, end, following);
      if (start < end) {
        const known = joinWords(parts.slice(start, end));
        parts.slice(start, end).forEach((part, at) => (part.sounds = at === 0 ? sounds : ''));
        following = followingOf(known, sounds, following);
        end = start;
        continue;
      }
      const last = parts[--end];
      if (last && !only && isSilent(last.text)) {
        last.sounds = '';
        continue;
      }
      const unknown = await this.unknownSounds(joinWords(parts).text);
      parts.forEach((part, at) => (part.sounds = at === 0 ? unknown : ''));
      return only ? followingOf(only, unknown, following) : following;
    }
    return following;
  }

  /** The longest known word that ends at a part; the end itself if there is none. */
  private longestKnown(
    parts: readonly PronouncedWord[],
    end: number,
    following: Following,
  ): { readonly start: number; readonly sounds: string } {
    for (let start = Math.max(0, end - MAX_PARTS); start < end; start++) {
      const sounds = this.knownSounds(joinWords(parts.slice(start, end)), following);
      if (sounds !== undefined) return { start, sounds };
    }
    return { start: end, sounds: '' };
  }

  private knownSounds(word: PronouncedWord, following: Following): string | undefined {
    const text = (word.alias ?? word.text).replace(/[‘’]/g, "'").normalize('NFKC');
    const stress = isLowerCase(text) ? undefined : isUpperCase(text) ? 'much' : 'some';
    const sounds = this.lexicon.soundsOf(text, { tag: word.tag, stress, following });
    if (sounds !== undefined) return this.numbers.withCurrency(sounds, word.currency);
    if (!this.numbers.isNumber(text, word.isFirst)) return undefined;
    return this.numbers.soundsOf(text, word);
  }

  private async unknownSounds(text: string): Promise<string> {
    const sounds: string[] = [];
    for (const piece of text.match(PIECES) ?? []) {
      if (/^[0-9]/.test(piece)) sounds.push(this.numbers.soundsOf(piece, { isFirst: false }) ?? '');
      else if (isAlphabetic(piece.slice(0, 1))) sounds.push(await this.unknownWords.soundsOf(piece));
      else sounds.push([...piece].map((sign) => SOUNDS_OF_SIGNS.get(sign) ?? '').join(''));
    }
    return sounds.filter((each) => each !== '').join(' ');
  }
}

function followingOf({ text, tag }: PronouncedWord, sounds: string, after: Following): Following {
  const telling = [...sounds].find((sound) => isVowel(sound) || isConsonant(sound) || isPauseSign(sound));
  const isTo = text === 'to' || text === 'To' || (text === 'TO' && (tag === 'TO' || tag === 'IN'));
  if (telling === undefined) return { vowel: after.vowel, isTo };
  return { vowel: isPauseSign(telling) ? undefined : isVowel(telling), isTo };
}

/** The network supports neither taps nor glottal stops. */
function soundsOfParts(parts: readonly PronouncedWord[]): string {
  return parts
    .reduce((said, { sounds = '', standsApart }) => {
      const isApart = standsApart && said !== '' && !said.endsWith(' ') && sounds !== '';
      return said + (isApart ? ' ' : '') + sounds;
    }, '')
    .replaceAll('ɾ', 'T')
    .replaceAll('ʔ', 't');
}
