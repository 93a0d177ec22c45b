import type { WrittenForms } from '../tables/voice-tables.js';
import {
  dateRules,
  dayRules,
  fractionRule,
  moneyRules,
  RANGE_RULE,
  TELEPHONE_RULE,
  TIME_RULE,
  unitRules,
  type SpellingRule,
} from './expand-numbers.js';
import { ordinal } from './number-words.js';
import { anyOf, escaped, NO_WORD_AFTER, NO_WORD_BEFORE, WORD_CHARACTERS } from './patterns.js';

/** Signs that stand for a word only between two operands. */
const RELATIONS = '=<>~';

const ROMAN_DIGITS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
const ROMAN_NUMBER = '((?=[IVXLC])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))';

/**
 * Expands text that the lexicon can't read: times, dates, units, abbreviations, signs. Plain numbers, years, dollars
 * and percents are left to the lexicon. Idempotent.
 */
export class TextExpander {
  private readonly rules: readonly SpellingRule[];

  constructor(forms: WrittenForms) {
    this.rules = [
      TIME_RULE,
      ...dateRules(forms),
      ...moneyRules(forms),
      ...unitRules(forms),
      ...dayRules(forms),
      ...abbreviationRules(forms),
      ...romanRules(forms),
      TELEPHONE_RULE,
      fractionRule(forms),
      RANGE_RULE,
      [new RegExp(`(?<![${WORD_CHARACTERS}+])\\+(?=[0-9])`, 'gu'), () => 'plus '],
      ...symbolRules(forms),
    ];
  }

  expand(text: string): string {
    const plain = spaced(text).replaceAll('’', "'").replaceAll('‒', '-').replaceAll('―', '—');
    const expanded = this.rules.reduce(
      (said, [pattern, words]) =>
        said.replace(pattern, (...match: unknown[]) => words(...(match as string[]))),
      plain,
    );
    return spaced(expanded)
      .replace(/ +([,.;:!?])/g, '$1')
      .trim();
  }
}

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

function abbreviationRules({ titles, abbreviations }: WrittenForms): SpellingRule[] {
  return [
    [
      new RegExp(`${NO_WORD_BEFORE}(${anyOf(Object.keys(titles))})\\.? (?=[A-Z])`, 'gu'),
      (_written, title = '') => `${titles[title] ?? title} `,
    ],
    [
      // At the end of the text, the point of an abbreviation also ends the sentence.
      new RegExp(
        `(?<![${WORD_CHARACTERS}.])(${anyOf(Object.keys(abbreviations))})${NO_WORD_AFTER}(?=($)|)`,
        'gu',
      ),
      (_written, abbreviation = '', atEnd) => {
        const isSentenceEnd = atEnd !== undefined && abbreviation.endsWith('.');
        return `${abbreviations[abbreviation] ?? abbreviation}${isSentenceEnd ? '.' : ''}`;
      },
    ],
    [
      new RegExp(`${NO_WORD_BEFORE}(No|Nos)\\. ?(?=[0-9])`, 'gu'),
      (_written, many) => (many === 'No' ? 'Number ' : 'Numbers '),
    ],
    [new RegExp(`(?<![${WORD_CHARACTERS}&])#(?=[0-9])`, 'gu'), () => 'number '],
  ];
}

function romanRules(forms: WrittenForms): SpellingRule[] {
  const after = (names: readonly string[]) =>
    new RegExp(
      `${NO_WORD_BEFORE}(${anyOf(names)}) ${ROMAN_NUMBER}${NO_WORD_AFTER}(?![.'’][${WORD_CHARACTERS}])`,
      'gu',
    );
  return [
    [after(forms.roman_cardinal), (_written, name = '', number = '') => `${name} ${romanValue(number)}`],
    [
      after(forms.roman_ordinal),
      (_written, name = '', number = '') => `${name} the ${ordinal(romanValue(number))}`,
    ],
  ];
}

/** "XIV" is 14: a digit before a larger one is subtracted. */
function romanValue(number: string): number {
  const values = [...number].map((digit) => ROMAN_DIGITS[digit] ?? 0);
  return values.reduce((sum, value, at) => sum + ((values[at + 1] ?? 0) > value ? -value : value), 0);
}

function symbolRules({ symbols }: WrittenForms): SpellingRule[] {
  return Object.entries(symbols).map(([symbol, word]): SpellingRule => {
    const sign = escaped(symbol);
    const pattern = RELATIONS.includes(symbol) ? `(?<=\\S) ?${sign} ?(?=\\S)` : sign;
    return [new RegExp(pattern, 'gu'), () => (word === '' ? ' ' : ` ${word} `)];
  });
}
