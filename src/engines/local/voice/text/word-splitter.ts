import { apartFromSounds, soundsIn } from '../sounds/international.js';
import type { VoiceTables } from '../tables/voice-tables.js';
import { escaped, LETTERS, WORD_CHARACTERS } from './patterns.js';

/** Longer texts without a space are cut, because the search for punctuation takes quadratic time. */
const MAX_PIECE = 120;
/** Maximum consecutive pieces that may form an exception. */
const LONGEST_EXCEPTION = 3;

const LOWER = 'a-zß-öø-ÿ';
const UPPER = 'A-ZÀ-ÖØ-Þ';
const QUOTES = escaped(`'"”“\`‘´’‚,„»«「」『』（）〔〕【】《》〈〉`);
const PUNCTUATION = escaped('…,:;!?¿¡()[]{}<>_#*&。？！，、；：～·');
const ICONS = '™®©°§¶†‡•';
const CURRENCY = 'US\\$|C\\$|A\\$|[$£€¥฿₽₹₩₪₺₴₦₫₱₲₵₸₼₾₿]';
const UNITS =
  'km²|km³|km/h|kmh|km|mm²|mm³|mm|mg|mph|mbar|mb|m²|m³|m/s|m|dm²|dm³|dm|cm²|cm³|cm|ha|hPa|Pa|µm|µg|nm|yd|in|ft|kg|kb|KB|g|gb|GB|' +
  'tb|TB|t|lb|oz|MB|[TGMK%]';

/** Signs that are split off before a word. */
const BEFORE = new RegExp(
  `^(?:[§%=—–]|\\+(?![0-9])|\\.\\.+|[${PUNCTUATION}${QUOTES}${ICONS}]|${CURRENCY})`,
  'u',
);
/** Signs that are split off after a word. */
const AFTER = new RegExp(
  `(?:\\.\\.+|……|[${PUNCTUATION}${QUOTES}${ICONS}—–]|['’][sS]|(?<=[0-9])\\+|(?<=°[FfCcKk])\\.|` +
    `(?<=[0-9])(?:${CURRENCY})|(?<=[0-9])(?:${UNITS})|` +
    `(?<=[0-9${LOWER}%²+\\-${PUNCTUATION}${QUOTES}])\\.|(?<=[${UPPER}]{2})\\.)$`,
  'u',
);
/** Signs that separate two words without a space. */
const BETWEEN = new RegExp(
  `\\.\\.+|…|[${ICONS}]|(?<=[0-9])[+\\-*^](?=[0-9-])|(?<=[${LOWER}${QUOTES}])\\.(?=[${UPPER}${QUOTES}])|` +
    `(?<=[${LETTERS}]),(?=[${LETTERS}])|(?<=[${LETTERS}\\p{Nd}])(?:---|--|——|[-–—~])(?=[${LETTERS}])|` +
    `(?<=[${LETTERS}\\p{Nd}])[:<>=/](?=[${LETTERS}])`,
  'gu',
);
const ADDRESS = new RegExp(
  `^(?:(?:https?|ftp)://|www\\.)\\S+$|^[${WORD_CHARACTERS}.+-]+@[${WORD_CHARACTERS}-]+(?:\\.[${WORD_CHARACTERS}-]+)+$|` +
    `^(?:[${WORD_CHARACTERS}-]+\\.)+(?:com|org|net|edu|gov|io|co|uk|de|fr|info|biz|us|ca|au|tv|me|ly|ai)(?:/\\S*)?$`,
  'iu',
);

/** A word or sign, and whether a space follows it. */
export interface SplitWord {
  readonly text: string;
  readonly spaceAfter: boolean;
}

/** Splits a text into words and signs by Penn Treebank rules ("don't" is "do" and "n't"). */
export class WordSplitter {
  private readonly exceptions: ReadonlyMap<string, readonly string[]>;

  constructor({ splitWords }: Pick<VoiceTables, 'splitWords'>) {
    this.exceptions = new Map(Object.entries(splitWords));
  }

  split(text: string): SplitWord[] {
    const pieces = text.split(/\s+/).filter((piece) => piece !== '');
    return pieces.flatMap((piece, at) => {
      const words = apartFromSounds(piece).flatMap((part) =>
        soundsIn(part) === undefined ? inLengths(part).flatMap((short) => this.splitPiece(short)) : [part],
      );
      return words.map((word, index) => ({
        text: word,
        spaceAfter: index === words.length - 1 && at < pieces.length - 1,
      }));
    });
  }

  private splitPiece(piece: string): readonly string[] {
    const whole = this.exceptions.get(piece);
    if (whole) return whole;
    const before: string[] = [];
    const after: string[] = [];
    const rest = this.peel(piece, before, after);
    const words = [...before, ...this.splitInside(rest), ...after.reverse()];
    return words.length > 1 ? this.joined(words) : words;
  }

  /** Removes signs from both ends until nothing or an exception is left. */
  private peel(piece: string, before: string[], after: string[]): string {
    let rest = piece;
    while (rest !== '' && !this.exceptions.has(rest)) {
      const first = BEFORE.exec(rest)?.[0] ?? '';
      const withoutFirst = rest.slice(first.length);
      const last = AFTER.exec(withoutFirst)?.[0] ?? '';
      const withoutLast = rest.slice(0, rest.length - last.length);
      if (first === '' && last === '') break;
      if (first !== '' && this.exceptions.has(withoutFirst)) {
        before.push(first);
        return withoutFirst;
      }
      if (last !== '' && this.exceptions.has(withoutLast)) {
        after.push(last);
        return withoutLast;
      }
      if (first !== '') before.push(first);
      if (last !== '') after.push(last);
      rest = withoutLast.slice(first.length);
    }
    return rest;
  }

  private splitInside(word: string): readonly string[] {
    if (word === '') return [];
    const exception = this.exceptions.get(word);
    if (exception) return exception;
    if (ADDRESS.test(word)) return [word];
    const parts: string[] = [];
    let from = 0;
    for (const { 0: sign, index } of word.matchAll(BETWEEN)) {
      if (index === 0) continue;
      if (index > from) parts.push(word.slice(from, index));
      parts.push(sign);
      from = index + sign.length;
    }
    if (from < word.length) parts.push(word.slice(from));
    return parts;
  }

  /** Rejoins exceptions: "Sept" and "." are one word. */
  private joined(words: readonly string[]): string[] {
    const joined: string[] = [];
    for (let at = 0; at < words.length;) {
      let count = LONGEST_EXCEPTION;
      while (count > 1 && !this.isException(words, at, count)) count--;
      const together = words.slice(at, at + count).join('');
      joined.push(...(count > 1 ? (this.exceptions.get(together) ?? []) : [together]));
      at += count;
    }
    return joined;
  }

  private isException(words: readonly string[], at: number, count: number): boolean {
    return at + count <= words.length && this.exceptions.has(words.slice(at, at + count).join(''));
  }
}

function inLengths(piece: string): string[] {
  if (piece.length <= MAX_PIECE) return [piece];
  return piece.match(new RegExp(`.{1,${MAX_PIECE}}`, 'gsu')) ?? [];
}
