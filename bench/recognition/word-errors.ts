const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ORDINALS: Readonly<Record<string, string>> = {
  ...{
    first: 'one',
    second: 'two',
    third: 'three',
    fifth: 'five',
    eighth: 'eight',
    ninth: 'nine',
    twelfth: 'twelve',
  },
  ...Object.fromEntries(
    [...'four six seven ten eleven'.split(' '), ...UNITS.slice(13)].map((one) => [`${one}th`, one]),
  ),
  ...Object.fromEntries(TENS.slice(2).map((ten) => [`${ten.slice(0, -1)}ieth`, ten])),
};
/** Spelling variants and homophones. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{
    ok: 'okay',
    mr: 'mister',
    mrs: 'missus',
    dr: 'doctor',
    st: 'street',
    ave: 'avenue',
    oclock: '',
    oh: 'zero',
    o: 'zero',
  },
  ...{
    neighbour: 'neighbor',
    neighbourhood: 'neighborhood',
    harbour: 'harbor',
    tyres: 'tires',
    grey: 'gray',
    cheque: 'check',
  },
  ...{
    colour: 'color',
    centre: 'center',
    favourite: 'favorite',
    programme: 'program',
    theatre: 'theater',
    catalogue: 'catalog',
  },
  ...{
    vs: 'versus',
    alright: 'all right',
    inquiry: 'enquiry',
    cosy: 'cozy',
    jewellery: 'jewelry',
    pm: 'p m',
    am: 'a m',
  },
};

/** Normalized words, independent of the spelling of numbers, compounds and punctuation. */
function comparable(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\$\s?(\d[\d,]*)\.(\d\d)/g, '$1 dollars $2 cents')
    .replace(/\$\s?(\d[\d,]*)/g, '$1 dollars')
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(/(\d)(st|nd|rd|th)\b/g, '$1')
    .replaceAll('%', ' percent')
    .replaceAll('@', ' at ')
    .replace(/\.(?=[a-z]{2,})/g, ' dot ')
    .replace(/[.,:-](?=\d)/g, (mark, at: number, all: string) => (/\d/.test(all[at - 1] ?? '') ? '' : ' '))
    .replace(/o'clock|:00/g, ' ')
    .replace(/\b([ap])\.\s?m\.?/g, '$1m')
    .replace(/'/g, '')
    .replace(/[^a-z0-9]+/g, ' ');
  const words = plain
    .split(' ')
    .flatMap((word) => (Object.hasOwn(ALIKE, word) ? (ALIKE[word] ?? '').split(' ') : [word]))
    .filter((word) => word !== '' && word !== 'um' && word !== 'uh');
  return withNumbers(words);
}

/** Numbers as digits, one word each: "six one seven", "six hundred and seventeen" and "617" are the same. */
function withNumbers(words: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length;) {
    const times = { double: 2, triple: 3 }[words[at] ?? ''] ?? 1;
    const begin = times > 1 ? at + 1 : at;
    const number = thousandsAt(words, begin);
    if (!number) found.push(words[at++] ?? '');
    else {
      found.push(...number.digits.repeat(times));
      at = number.next;
    }
  }
  return found;
}

type Spelled = { readonly digits: string; readonly next: number } | undefined;

const thousandsAt = (words: readonly string[], at: number): Spelled =>
  withPower(words, hundredsAt(words, at), 'thousand', 1_000, hundredsAt);

const hundredsAt = (words: readonly string[], at: number): Spelled =>
  withPower(words, smallAt(words, at), 'hundred', 100, smallAt);

function withPower(
  words: readonly string[],
  first: Spelled,
  word: string,
  power: number,
  restAt: (words: readonly string[], at: number) => Spelled,
): Spelled {
  if (!first || words[first.next] !== word) return first;
  const after = first.next + 1;
  const rest = restAt(words, words[after] === 'and' ? after + 1 : after);
  const isRest = rest && Number(rest.digits) < power && !/^\d+$/.test(words[after] ?? '');
  const value = Number(first.digits) * power + (isRest ? Number(rest.digits) : 0);
  return { digits: String(value), next: isRest ? rest.next : after };
}

function smallAt(words: readonly string[], at: number): Spelled {
  const [word = '', following = ''] = [words[at], words[at + 1]].map((one = '') => ORDINALS[one] ?? one);
  if (/^\d+$/.test(word)) return { digits: word, next: at + 1 };
  const unit = UNITS.indexOf(following);
  const ten = TENS.indexOf(word);
  if (ten > 1) {
    const hasUnit = unit > 0 && unit < 10;
    return { digits: String(10 * ten + (hasUnit ? unit : 0)), next: at + (hasUnit ? 2 : 1) };
  }
  const alone = UNITS.indexOf(word);
  return alone >= 0 ? { digits: String(alone), next: at + 1 } : undefined;
}

export interface WordErrors {
  readonly errors: number;
  readonly words: number;
}

/** Counts inserted, deleted and substituted words. Compounds may be written as one word or two. */
export function wordErrors(said: string, heard: string): WordErrors {
  const expected = comparable(said);
  const found = joinedAs(comparable(heard), expected);
  const wanted = joinedAs(expected, found);
  let row = Array.from({ length: found.length + 1 }, (_, at) => at);
  wanted.forEach((word, at) => {
    const next = [at + 1];
    found.forEach((other, column) => {
      const same = (row[column] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(same, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    });
    row = next;
  });
  return { errors: row.at(-1) ?? 0, words: expected.length };
}

function joinedAs(words: readonly string[], others: readonly string[]): string[] {
  const whole = new Set(others);
  const joined: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const both = `${words[at] ?? ''}${words[at + 1] ?? ''}`;
    const isJoined =
      at + 1 < words.length && !/\d/.test(both) && whole.has(both) && !whole.has(words[at] ?? '');
    joined.push(isJoined ? both : (words[at] ?? ''));
    if (isJoined) at++;
  }
  return joined;
}
