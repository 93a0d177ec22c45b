const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** For numbers below ten thousand. */
export function numberInWords(value: number): string {
  if (!Number.isInteger(value)) return `${numberInWords(Math.floor(value))} and a half`;
  if (value < 20) return ONES[value] ?? '';
  if (value < 100)
    return [TENS[Math.floor(value / 10)], value % 10 && ONES[value % 10]].filter(Boolean).join(' ');
  if (value < 1_000) {
    const rest = value % 100 === 0 ? '' : ` and ${numberInWords(value % 100)}`;
    return `${ONES[Math.floor(value / 100)] ?? ''} hundred${rest}`;
  }
  const rest = value % 1_000;
  const tail = rest === 0 ? '' : `${rest < 100 ? ' and' : ''} ${numberInWords(rest)}`;
  return `${numberInWords(Math.floor(value / 1_000))} thousand${tail}`;
}

export const ordinalInWords = (value: number): string =>
  numberInWords(value).replace(
    /[a-z]+$/,
    (last) => ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`),
  );

/** Group by group. @param random Always 0: digit by digit. */
export function phoneInWords(groups: readonly string[], random: () => number): string {
  const zero = random() < 0.6 ? 'oh' : 'zero';
  const hasDoubles = random() > 0.4;
  const hasPairs = random() > 0.85;
  return groups
    .map((group, at) => {
      const isPair = hasPairs && at === groups.length - 1 && /[1-9]\d$/.test(group);
      const digits = isPair ? group.slice(0, -2) : group;
      const pair = isPair ? ` ${numberInWords(Number(group.slice(-2)))}` : '';
      return digitsInWords(digits, zero, hasDoubles) + pair;
    })
    .join(', ');
}

function digitsInWords(digits: string, zero: string, hasDoubles: boolean): string {
  const name = (digit: string) => (digit === '0' ? zero : (ONES[Number(digit)] ?? ''));
  const runs = hasDoubles ? (digits.match(/(\d)\1{0,2}/g) ?? []) : [...digits];
  return runs
    .map((run) => `${['', 'double ', 'triple '][run.length - 1] ?? ''}${name(run.charAt(0))}`)
    .join(' ');
}

/** Letter names as a voice reads them: a mere "A" may be the article. */
const nameOf = (letter: string): string => (letter.toLowerCase() === 'a' ? 'eh' : letter.toUpperCase());

/** "K, O, W": with a pause after each letter or after three; doubled ones as "double" or twice. */
export function lettersOf(word: string, random: () => number): string {
  const runs = random() < 0.5 ? (word.match(/(\w)\1?/g) ?? []) : [...word];
  const pause = random() < 0.5 ? 1 : 3;
  return runs
    .map((run, at) => {
      const letter = run.length > 1 ? `double ${nameOf(run.charAt(0))}` : nameOf(run);
      return `${letter}${at % pause === pause - 1 ? ',' : ''}`;
    })
    .join(' ')
    .replace(/,$/, '');
}

const NATO =
  'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey x-ray yankee zulu'.split(
    ' ',
  );
const NAMES =
  'apple boy cat dog eagle frank george harry ice john king london mary nancy orange peter queen robert sugar tom uncle victory william x-ray yellow zebra'.split(
    ' ',
  );

/** "B as in Bravo" for each or every second letter; or only words of the spelling alphabet. */
export function spelledWithWords(word: string, random: () => number, isClear: boolean): string {
  const words = random() < 0.5 ? NATO : NAMES;
  const link = random() < 0.6 ? 'as in' : 'for';
  const isAlphabet = isClear && random() < 0.4;
  return [...word.toLowerCase()]
    .map((letter, at) => {
      const index = letter.charCodeAt(0) - 97;
      if (isAlphabet) return NATO[index] ?? '';
      return isClear || at % 2 === 0 ? `${nameOf(letter)} ${link} ${words[index] ?? ''}` : nameOf(letter);
    })
    .join(', ');
}
