import { cardinal, decimal, digitByDigit, ordinal, year } from '../text/number-words.js';
import { isDigits } from '../text/patterns.js';
import { withEd, withIng, withS } from './endings.js';
import type { Lexicon } from './lexicon.js';

/** Names of the main unit and the subunit; "pence" is already plural. */
type Units = readonly [whole: string, part: string];

const MONEY: ReadonlyMap<string, Units> = new Map([
  ['$', ['dollar', 'cent']],
  ['£', ['pound', 'pence']],
  ['€', ['euro', 'cent']],
]);
const ORDINAL_ENDINGS = ['st', 'nd', 'rd', 'th'];
const ENDINGS = ['ing', "'d", 'ed', "'s", ...ORDINAL_ENDINGS, 's'];

export const isMoneySign = (text: string): boolean => MONEY.has(text);

export interface NumberUsage {
  readonly currency?: string | undefined;
  /** It is not part of a larger token, such as "4" in "A4". */
  readonly isFirst: boolean;
}

/** Reads numbers: years, ordinals, amounts of money, and phone numbers digit by digit. */
export class NumberSounds {
  constructor(private readonly lexicon: Lexicon) {}

  isNumber(text: string, isFirst: boolean): boolean {
    if (!/[0-9]/.test(text)) return false;
    const ending = ENDINGS.find((each) => text.endsWith(each)) ?? '';
    const digits = text.slice(0, text.length - ending.length);
    return (isFirst ? /^-?[0-9,.]*$/ : /^[0-9,.]*$/).test(digits);
  }

  /** @param text Must satisfy `isNumber`. */
  soundsOf(text: string, usage: NumberUsage): string | undefined {
    const ending = /[a-z']+$/.exec(text)?.[0] ?? '';
    const isNegative = text.startsWith('-');
    const digits = text.slice(isNegative ? 1 : 0, text.length - ending.length);
    const sounds = [
      ...(isNegative ? [this.lexicon.lookUp('minus')] : []),
      ...this.read(digits, ending, isNegative, usage),
    ];
    const known = sounds.filter((each) => each !== undefined);
    return known.length === 0 ? undefined : withEnding(known.join(' '), ending);
  }

  /** Adds "dollars" to an amount without a written unit. */
  withCurrency(sounds: string, currency: string | undefined): string {
    const [whole] = (currency === undefined ? undefined : MONEY.get(currency)) ?? [];
    return whole ? `${sounds} ${this.nameOf(whole, true) ?? ''}` : sounds;
  }

  private read(
    digits: string,
    ending: string,
    isNegative: boolean,
    usage: NumberUsage,
  ): (string | undefined)[] {
    const { currency, isFirst } = usage;
    const money = currency === undefined ? undefined : MONEY.get(currency);
    if (isDigits(digits) && ORDINAL_ENDINGS.includes(ending)) return this.say(ordinal(digits));
    if (!isNegative && isDigits(digits) && digits.length === 4 && !money) return this.say(year(digits));
    if (!isFirst && !digits.includes('.')) return this.readPart(digits.replaceAll(',', ''));
    if (!isFirst || digits.indexOf('.') !== digits.lastIndexOf('.')) return this.readVersion(digits);
    if (money && /^[^.]*(\.[^.]{0,2})?$/.test(digits)) return this.readMoney(digits, money);
    const plain = digits.replaceAll(',', '');
    if (!plain.includes('.'))
      return this.say(ORDINAL_ENDINGS.includes(ending) ? ordinal(plain) : cardinal(plain));
    return this.say(plain.startsWith('.') ? `point ${digitByDigit(plain.slice(1))}` : decimal(plain));
  }

  /** "747" is seven forty-seven; "007" and "12345" are read digit by digit. */
  private readPart(digits: string): (string | undefined)[] {
    if (digits.startsWith('0') || digits.length > 3) return this.say(digitByDigit(digits));
    if (digits.length < 3 || digits.endsWith('00')) return this.say(cardinal(digits));
    const first = this.say(cardinal(digits.slice(0, 1)));
    if (digits[1] !== '0') return [...first, ...this.say(cardinal(digits.slice(1)))];
    return [...first, this.lexicon.lookUp('O', { stress: 'none' }), ...this.say(cardinal(digits.slice(2)))];
  }

  /** "10.15.7" is ten fifteen seven. */
  private readVersion(digits: string): (string | undefined)[] {
    const parts = digits.replaceAll(',', '').split('.');
    return parts
      .filter((part) => part !== '')
      .flatMap((part) => {
        const isSpelled = part.startsWith('0') || (part.length !== 2 && /[^0]/.test(part.slice(1)));
        return this.say(isSpelled ? digitByDigit(part) : cardinal(part));
      });
  }

  private readMoney(digits: string, units: Units): (string | undefined)[] {
    const [whole = '', part] = digits.replaceAll(',', '').split('.');
    const sums = [
      { amount: whole || '0', unit: units[0] },
      ...(part === undefined ? [] : [{ amount: part || '0', unit: units[1] }]),
    ];
    const isNothing = ({ amount }: { readonly amount: string }) => /^0+$/.test(amount);
    const [first, second] = sums;
    const said =
      second === undefined || !first
        ? sums
        : isNothing(second)
          ? [first]
          : isNothing(first)
            ? [second]
            : sums;
    return said.flatMap(({ amount, unit }, at) => [
      ...(at > 0 ? [this.lexicon.lookUp('and')] : []),
      ...this.say(cardinal(amount)),
      this.nameOf(unit, !/^0*1$/.test(amount)),
    ]);
  }

  private nameOf(unit: string, isMany: boolean): string | undefined {
    return isMany && unit !== 'pence' ? this.lexicon.plural(unit) : this.lexicon.lookUp(unit);
  }

  private say(words: string): (string | undefined)[] {
    return words
      .split(/[^a-z]+/)
      .filter((word) => word !== '' && word !== 'and')
      .map((word) => this.lexicon.lookUp(word, word === 'point' ? { stress: 'none' } : {}));
  }
}

function withEnding(sounds: string, ending: string): string {
  if (ending === 's' || ending === "'s") return withS(sounds);
  if (ending === 'ed' || ending === "'d") return withEd(sounds);
  return ending === 'ing' ? withIng(sounds) : sounds;
}
