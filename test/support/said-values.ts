/**
 * Values and the ways people say them, generated from a seed. Shares no code or lists with the parsers. Every second
 * wording of each type was held out during their development.
 */

export interface SaidValue {
  readonly type: string;
  readonly said: string;
  readonly value: unknown;
  readonly isHeldOut: boolean;
}

/** The reference for dates: Wednesday, 10 am in London. */
export const NOW_MS = Date.parse('2026-11-25T10:00:00Z');

type Random = () => number;

/** https://en.wikipedia.org/wiki/Linear_congruential_generator with the constants of Numerical Recipes. */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const whole = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

const ONES = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
ONES.push('thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen');
const TIES = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

interface Spelling {
  readonly hyphen: boolean;
  readonly and: boolean;
}

function inWords(value: number, { hyphen, and }: Spelling): string {
  const below100 = (rest: number) =>
    rest < 20
      ? (ONES[rest] ?? '')
      : [TIES[Math.floor(rest / 10)], ONES[rest % 10]].filter(Boolean).join(hyphen ? '-' : ' ');
  const below1000 = (rest: number) =>
    [
      rest >= 100 ? `${ONES[Math.floor(rest / 100)] ?? ''} hundred` : '',
      rest >= 100 && rest % 100 > 0 && and ? 'and' : '',
      below100(rest % 100),
    ]
      .filter((part) => part !== '')
      .join(' ');
  if (value === 0) return 'zero';
  const parts: string[] = [];
  for (const [size, name] of [
    [1_000_000, 'million'],
    [1_000, 'thousand'],
  ] as const) {
    const count = Math.floor(value / size) % 1_000;
    if (count > 0) parts.push(`${below1000(count)} ${name}`);
  }
  const rest = value % 1_000;
  if (rest > 0) parts.push(value > 1_000 && rest < 100 && and ? `and ${below100(rest)}` : below1000(rest));
  return parts.join(' ');
}

const LAST_ORDINAL: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

function ordinalWords(value: number, hyphen: boolean): string {
  const words = inWords(value, { hyphen, and: true });
  return words.replace(
    /[a-z]+$/,
    (last) => LAST_ORDINAL[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`),
  );
}

const ordinalMark = (value: number): string => {
  const ending = value % 100 > 10 && value % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${ending}`;
};

const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** Letters of the last part of British postcodes. */
const UNIT_LETTERS = 'A B D E F G H J L N P Q R S T U W X Y Z'.split(' ');
const pad = (value: number): string => String(value).padStart(2, '0');
const plain = { hyphen: false, and: true } as const;
const spelling = (random: Random): Spelling => ({ hyphen: random() < 0.5, and: random() < 0.7 });

/** A value with its wordings; those at odd indexes are held out. */
type Family = (random: Random) => { readonly value: unknown; readonly wordings: readonly (() => string)[] };

const isoDate = (date: Date): string => date.toISOString().slice(0, 10);
const inDays = (days: number): Date => new Date(Date.parse('2026-11-25T00:00:00Z') + days * 86_400_000);

const families: Readonly<Record<string, readonly Family[]>> = {
  number: [
    (random) => {
      const value = pick(random, [
        whole(random, 0, 20),
        whole(random, 21, 99),
        whole(random, 100, 999),
        whole(random, 1_000, 999_999),
      ]);
      return {
        value,
        wordings: [
          () => inWords(value, spelling(random)),
          () => String(value),
          () => `for ${inWords(value, spelling(random))} people`,
          () => `there will be ${inWords(value, spelling(random))} of us`,
          () => (value >= 1_000 ? value.toLocaleString('en') : `about ${value}`),
          () => `that's ${inWords(value, { hyphen: true, and: true })} in all`,
        ],
      };
    },
    (random) => {
      const hundreds = whole(random, 11, 19) * 100;
      const half = whole(random, 1, 19);
      const decimal = whole(random, 1, 99);
      return pick(random, [
        { value: hundreds, wordings: [() => `${inWords(hundreds / 100, plain)} hundred`] },
        { value: half + 0.5, wordings: [() => `${inWords(half, plain)} and a half`, () => `${half}.5`] },
        {
          value: Number(`${half}.${decimal % 10}${decimal < 10 ? '' : Math.floor(decimal / 10)}`),
          wordings: [
            () =>
              `${inWords(half, plain)} point ${[decimal % 10, ...(decimal < 10 ? [] : [Math.floor(decimal / 10)])].map((digit) => inWords(digit, plain)).join(' ')}`,
          ],
        },
      ]);
    },
  ],
  time: [
    (random) => {
      const hour = whole(random, 1, 12);
      const minute = pick(random, [0, 15, 30, 45, whole(random, 1, 59), whole(random, 1, 11) * 5]);
      const half = pick(random, ['am', 'pm'] as const);
      const value = `${pad((hour % 12) + (half === 'pm' ? 12 : 0))}:${pad(minute)}`;
      const spokenHour = inWords(hour, plain);
      const nextHour = inWords((hour % 12) + 1, plain);
      // Evening and morning swap at noon and midnight.
      const isLast = hour === 11;
      const part = half === 'am' ? 'in the morning' : hour % 12 >= 6 ? 'in the evening' : 'in the afternoon';
      const minuteWords =
        minute === 0
          ? "o'clock"
          : minute < 10
            ? `oh ${inWords(minute, plain)}`
            : inWords(minute, spelling(random));
      const relative = () => {
        if (minute === 0) return `${spokenHour} o'clock`;
        if (minute === 30) return `half past ${spokenHour}`;
        const left = minute > 30 ? 60 - minute : minute;
        const amount =
          left === 15
            ? pick(random, ['quarter', 'a quarter'])
            : `${inWords(left, plain)}${left % 5 === 0 ? '' : left === 1 ? ' minute' : ' minutes'}`;
        return minute > 30 ? `${amount} to ${nextHour}` : `${amount} past ${spokenHour}`;
      };
      const said = isLast && minute > 30 ? () => `${spokenHour} ${minuteWords}` : relative;
      // "Half past three" alone means the afternoon; other times are ambiguous.
      const isPlain = value >= '07:15' && value < '18:30';
      return {
        value,
        wordings: [
          () => `${spokenHour} ${minuteWords} ${half}`,
          () => `${hour}:${pad(minute)} ${half}`,
          () => `${said()} ${part}`,
          () => `at ${hour}:${pad(minute)} ${half === 'am' ? 'a.m.' : 'p.m.'}`,
          () => (isPlain ? said() : `${said()} ${part}`),
          () => `let's say ${spokenHour} ${minuteWords} ${part}`,
          () =>
            half === 'pm' && hour < 12
              ? `${hour + 12}:${pad(minute)}`
              : `${hour}${minute === 0 ? '' : `.${pad(minute)}`}${half}`,
          () => `around ${said()}${isPlain ? '' : ` ${part}`}`,
        ],
      };
    },
    (random) => {
      const hour = whole(random, 13, 23);
      const minute = whole(random, 10, 59);
      return {
        value: `${hour}:${minute}`,
        wordings: [
          () => `${inWords(hour, plain)} ${inWords(minute, plain)}`,
          () => `${hour}:${minute}`,
          () => `${hour}${minute}`,
        ],
      };
    },
  ],
  date: [
    (random) => {
      const date = inDays(whole(random, 1, 360));
      const value = isoDate(date);
      const day = date.getUTCDate();
      const month = MONTH_NAMES[date.getUTCMonth()] ?? '';
      const weekday = DAY_NAMES[date.getUTCDay()] ?? '';
      const year = date.getUTCFullYear();
      const yearWords = `twenty ${inWords(year % 100, { hyphen: random() < 0.5, and: true })}`;
      const ordinal = ordinalWords(day, random() < 0.5);
      return {
        value,
        wordings: [
          () => `the ${ordinal} of ${month}`,
          () => `${month} ${ordinal}`,
          () => `${ordinalMark(day)} of ${month}`,
          () => `${month} ${day}`,
          () => `${weekday} the ${ordinal} of ${month}`,
          () => `${month} the ${ordinal}`,
          () => `${day} ${month} ${year}`,
          () => `the ${ordinalMark(day)} of ${month}, ${yearWords}`,
          () => `${weekday}, ${month} ${ordinalMark(day)}`,
          () => `${pad(day)}/${pad(date.getUTCMonth() + 1)}/${year}`,
          () => `on the ${ordinal} of ${month} ${yearWords}`,
          () => `${month} ${ordinalMark(day)}, ${year}`,
        ],
      };
    },
    (random) => {
      const days = whole(random, 2, 60);
      const weeks = whole(random, 2, 8);
      return pick(random, [
        {
          value: isoDate(inDays(days)),
          wordings: [() => `in ${inWords(days, plain)} days`, () => `${inWords(days, plain)} days from now`],
        },
        {
          value: isoDate(inDays(weeks * 7)),
          wordings: [
            () => `in ${inWords(weeks, plain)} weeks`,
            () => `in ${inWords(weeks, plain)} weeks' time`,
          ],
        },
        { value: isoDate(inDays(1)), wordings: [() => 'tomorrow'] },
        { value: isoDate(inDays(0)), wordings: [() => 'today'] },
        { value: isoDate(inDays(2)), wordings: [() => 'the day after tomorrow'] },
        { value: isoDate(inDays(7)), wordings: [() => 'a week today', () => 'in a week'] },
        { value: isoDate(inDays(14)), wordings: [() => 'in a fortnight', () => 'two weeks from today'] },
        { value: isoDate(inDays(8)), wordings: [() => 'a week tomorrow', () => 'a week from tomorrow'] },
      ]);
    },
    (random) => {
      const ahead = whole(random, 1, 6);
      const weekday = DAY_NAMES[(3 + ahead) % 7] ?? '';
      return pick(random, [
        {
          value: isoDate(inDays(ahead)),
          wordings: [
            () => weekday,
            () => `on ${weekday}`,
            () => `this ${weekday}`,
            () => `this coming ${weekday}`,
          ],
        },
        {
          value: isoDate(inDays(ahead + 7)),
          wordings: [() => `a week on ${weekday}`, () => `${weekday} week`, () => `a week from ${weekday}`],
        },
        {
          value: isoDate(inDays(ahead + 14)),
          wordings: [() => `two weeks on ${weekday}`, () => `a fortnight on ${weekday}`],
        },
        // Weeks start on Monday: next week's.
        {
          value: isoDate(inDays(ahead < 5 ? ahead + 7 : ahead)),
          wordings: [() => `next ${weekday}`, () => `${weekday} next week`],
        },
      ]);
    },
  ],
  datetime: [
    (random) => {
      const ahead = whole(random, 1, 6);
      const weekday = DAY_NAMES[(3 + ahead) % 7] ?? '';
      const hour = whole(random, 1, 11);
      const minute = pick(random, [0, 30]);
      const time = minute === 0 ? inWords(hour, plain) : `half past ${inWords(hour, plain)}`;
      const value = `${isoDate(inDays(ahead))}T${pad(hour + 12)}:${pad(minute)}`;
      return {
        value,
        wordings: [
          () => `${weekday} at ${time} pm`,
          () => `on ${weekday} at ${hour}:${pad(minute)} pm`,
          () => `${time} ${hour < 6 ? 'in the afternoon' : 'in the evening'} on ${weekday}`,
          () => `${weekday} ${hour < 6 ? 'afternoon' : 'evening'} at ${time}`,
        ],
      };
    },
    (random) => {
      const hour = whole(random, 13, 22);
      const wording = inWords(hour - 12, plain);
      return {
        value: `2026-11-26T${hour}:00`,
        wordings: [
          () => `tomorrow at ${wording}`,
          () => `tomorrow at ${wording} o'clock`,
          () => `at ${wording} tomorrow`,
          () => `tomorrow, ${wording} pm`,
        ],
      };
    },
  ],
  duration: [
    (random) => {
      const hours = whole(random, 2, 12);
      const minutes = whole(random, 1, 11) * 5;
      return pick(random, [
        { value: `PT${hours}H`, wordings: [() => `${inWords(hours, plain)} hours`, () => `${hours} hours`] },
        {
          value: `PT${hours}H30M`,
          wordings: [
            () => `${inWords(hours, plain)} and a half hours`,
            () => `${inWords(hours, plain)} hours and a half`,
          ],
        },
        {
          value: `PT${minutes}M`,
          wordings: [() => `${inWords(minutes, plain)} minutes`, () => `about ${minutes} minutes`],
        },
        {
          value: `PT${hours}H${minutes}M`,
          wordings: [
            () => `${inWords(hours, plain)} hours and ${inWords(minutes, plain)} minutes`,
            () => `${hours} hours ${minutes} minutes`,
          ],
        },
        { value: 'PT30M', wordings: [() => 'half an hour', () => 'a half hour'] },
        { value: 'PT1H30M', wordings: [() => 'an hour and a half', () => 'one and a half hours'] },
        { value: 'PT45M', wordings: [() => 'three quarters of an hour', () => 'forty-five minutes'] },
        {
          value: `P${hours}D`,
          wordings: [() => `${inWords(hours, plain)} days`, () => `for ${hours} nights`],
        },
        {
          value: `P${hours * 7}D`,
          wordings: [() => `${inWords(hours, plain)} weeks`, () => `${hours} weeks`],
        },
      ]);
    },
  ],
  money: [
    (random) => {
      const pounds = pick(random, [
        whole(random, 2, 99),
        whole(random, 100, 999),
        whole(random, 1_000, 20_000),
      ]);
      const pence = whole(random, 10, 99);
      const words = () => inWords(pounds, spelling(random));
      return pick(random, [
        {
          value: { amount: pounds, currency: 'GBP' },
          wordings: [
            () => `${words()} pounds`,
            () => `£${pounds}`,
            () => `${words()} quid`,
            () => `£${pounds.toLocaleString('en')}`,
            words,
          ],
        },
        {
          value: { amount: pounds, currency: 'EUR' },
          wordings: [() => `${words()} euros`, () => `€${pounds}`, () => `${pounds} euros`],
        },
        {
          value: { amount: pounds, currency: 'USD' },
          wordings: [() => `${words()} dollars`, () => `$${pounds.toLocaleString('en')}`],
        },
        {
          value: { amount: Number(`${pounds}.${pence}`), currency: 'GBP' },
          wordings: [
            () => `${words()} pounds ${inWords(pence, plain)}`,
            () => `£${pounds}.${pence}`,
            () => `${words()} pounds and ${inWords(pence, plain)} pence`,
          ],
        },
      ]);
    },
    (random) => {
      const pounds = whole(random, 1, 90);
      const pence = whole(random, 10, 99);
      return {
        value: { amount: Number(`${pounds}.${pence}`), currency: 'GBP' },
        wordings: [() => `${inWords(pounds, plain)} ${inWords(pence, plain)}`],
      };
    },
  ],
  phone: [
    (random) => {
      // Unassigned numbers: 555-0100 to 555-0199 in a New York area code, as spoken in London.
      const last = `01${pad(whole(random, 0, 99))}`;
      const digits = pick(random, [
        `5550${last.slice(1)}`,
        `07700900${whole(random, 100, 999)}`,
        `0207946${pad(whole(random, 0, 9)).slice(1)}${whole(random, 100, 999)}`,
      ]);
      const names = (zero: string) =>
        [...digits].map((digit) => (digit === '0' ? zero : (ONES[Number(digit)] ?? '')));
      const doubled = (zero: string) => {
        const said: string[] = [];
        for (let at = 0; at < digits.length; at += 1) {
          const name = digits[at] === '0' ? zero : (ONES[Number(digits[at])] ?? '');
          if (digits[at] === digits[at + 1]) {
            said.push(`double ${name}`);
            at += 1;
          } else said.push(name);
        }
        return said.join(' ');
      };
      const groups = digits.match(/.{1,3}(?=.{4})|.{1,4}$/g) ?? [digits];
      return {
        value: { digits },
        wordings: [
          () => names('oh').join(' '),
          () => groups.join('-'),
          () => doubled('oh'),
          () => names('zero').join(', '),
          () => groups.join(' '),
          () => `it's ${doubled('zero')}`,
          () => `my number is ${digits}`,
        ],
      };
    },
  ],
  email: [
    (random) => {
      const first = pick(random, ['john', 'anna', 'maria', 'peter', 'susan', 'raj', 'info', 'office']);
      const last = pick(random, ['smith', 'kowalski', 'jones', 'garcia', 'lee', 'walker']);
      const number = pick(random, ['', String(whole(random, 10, 99))]);
      const [mark, markWord] = pick(random, [
        ['.', 'dot'],
        ['_', 'underscore'],
        ['-', 'hyphen'],
        ['', ''],
      ] as const);
      const [domain, domainWords] = pick(random, [
        ['example.com', 'example dot com'],
        ['example.co.uk', 'example dot co dot uk'],
        ['gmail.com', 'g mail dot com'],
        ['my-shop.org', 'my hyphen shop dot org'],
        ['web.de', 'web dot de'],
      ] as const);
      const value = `${first}${mark}${last}${number}@${domain}`;
      const numberWords = number === '' ? '' : ` ${inWords(Number(number), plain)}`;
      const said = `${first} ${markWord} ${last}${numberWords}`.replace(/\s+/g, ' ');
      return {
        value,
        wordings: [
          () => `${said} at ${domainWords}`,
          () => value,
          () => `my email is ${said} at ${domainWords}`,
          () => `${value.charAt(0).toUpperCase()}${value.slice(1)}`,
          () => `it's ${first}${mark}${last}${number} at ${domain}`,
          () =>
            `${[...first].join(' ')} ${markWord} ${[...last].join(' ')}${numberWords} at ${domainWords}`.replace(
              /\s+/g,
              ' ',
            ),
        ],
      };
    },
  ],
  spelled: [
    (random) => {
      const letters = Array.from({ length: whole(random, 3, 9) }, () =>
        String.fromCharCode(65 + whole(random, 0, 25)),
      );
      const NATO =
        'Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliet Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu'.split(
          ' ',
        );
      const EXAMPLES =
        'apple banana car dog elephant fish garden house island jam king lemon mother nurse orange paper queen river sugar table umbrella violin water xylophone yellow zebra'.split(
          ' ',
        );
      const at = (letter: string) => letter.charCodeAt(0) - 65;
      const twice = () =>
        letters
          .map((letter) => letter)
          .join(' ')
          .replace(/\b([A-TV-Z]) \1\b(?! \1)/g, 'double $1');
      return {
        value: letters.join(''),
        wordings: [
          () => letters.join('-'),
          () => letters.join(' ').toLowerCase(),
          () => letters.map((letter) => `${letter} as in ${NATO[at(letter)] ?? ''}`).join(', '),
          () => letters.map((letter) => NATO[at(letter)]).join(' '),
          () => letters.join(', '),
          () => letters.map((letter) => `${letter} for ${EXAMPLES[at(letter)] ?? ''}`).join(', '),
          () => `that's ${letters.join('-')}`,
          twice,
        ],
      };
    },
  ],
  postcode: [
    (random) => {
      const area = pick(random, ['SW', 'EC', 'M', 'B', 'LS', 'NE', 'G']);
      const district = whole(random, 1, 28);
      const sector = whole(random, 1, 9);
      const unit = `${pick(random, UNIT_LETTERS)}${pick(random, UNIT_LETTERS)}`;
      const characters = [...area, ...String(district), String(sector), ...unit];
      const words = (each: string) => (/\d/.test(each) ? ONES[Number(each)] || 'zero' : each);
      return {
        value: `${area}${district} ${sector}${unit}`,
        wordings: [
          () => `${area}${district} ${sector}${unit}`,
          () => characters.map(words).join(' '),
          () =>
            `${[...area].join(' ')} ${inWords(district, plain)}, ${inWords(sector, plain)} ${[...unit].join(' ')}`,
          () => `it's ${area}${district}${sector}${unit}`,
        ],
      };
    },
  ],
  'yes-no': [
    () => ({
      value: true,
      wordings: [
        'yes',
        'yeah',
        "yes, that's right",
        'correct',
        'sure',
        'exactly',
        'yep, perfect',
        'that is correct',
        'okay',
        'of course',
      ].map((said) => () => said),
    }),
    () => ({
      value: false,
      wordings: [
        'no',
        'nope',
        "no, that's wrong",
        'no thank you',
        'not really',
        'wrong',
        'no, not at all',
        "that's not right",
        'nah',
        'absolutely not',
      ].map((said) => () => said),
    }),
  ],
};

const AROUND: readonly ((said: string) => string)[] = [
  (said) => said,
  (said) => `${said}.`,
  (said) => `um, ${said}`,
  (said) => `${said} please`,
  (said) => `${said.charAt(0).toUpperCase()}${said.slice(1)}.`,
  (said) => `uh ${said}, please.`,
];

/** Values of all types in rotation. */
export function saidValues(seed: number, count: number): SaidValue[] {
  const random = randomOf(seed);
  const types = Object.keys(families);
  return Array.from({ length: count }, (_one, index) => {
    const type = types[index % types.length] ?? '';
    const { value, wordings } = pick(random, families[type] ?? [])(random);
    const at = Math.floor(random() * wordings.length);
    const said = pick(random, AROUND)(wordings[at]?.() ?? '');
    return { type, value, said, isHeldOut: at % 2 === 1 };
  });
}
