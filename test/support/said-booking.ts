/**
 * Callers who book a table in text, made from a seed: what they want, how they say it, and what they change their minds
 * about. They look at what is read back, and confirm only what they want. Shares nothing with what understands them.
 */

export interface Wish {
  readonly people: number;
  /** `2026-12-04` and `19:30`. */
  readonly date: string;
  readonly time: string;
  readonly name: string;
  readonly phone: string;
}

type Random = () => number;
type Changeable = 'people' | 'date' | 'time';

const MS_A_DAY = 86_400_000;
const SUNDAY = 0;
const LONGEST_AHEAD_DAYS = 300;

/** https://en.wikipedia.org/wiki/Linear_congruential_generator with the numbers of Numerical Recipes. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const whole = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty'];
const inWords = (value: number): string =>
  value < 20
    ? (SMALL[value] ?? '')
    : `${TENS[Math.floor(value / 10)] ?? ''}${value % 10 === 0 ? '' : ` ${SMALL[value % 10] ?? ''}`}`;
const ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
  twenty: 'twentieth',
  thirty: 'thirtieth',
};
const ordinal = (value: number): string =>
  inWords(value).replace(/\w+$/, (last) => ORDINALS[last] ?? `${last}th`);

const FIRST = 'Anna Ben Clara David Emma Felix Grace Henry Isla Jack Lucy Oscar Paula Tom Vera'.split(' ');
const LAST =
  'Baker Carter Dixon Evans Fisher Grant Hughes Jensen Kowalski Lopez Moreno Novak Olsen Price'.split(' ');
const DAYS = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;

const dayOf = (date: string) => new Date(`${date}T00:00:00Z`);
const monthOf = (date: string) => dayOf(date).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
/** As an American agent reads them back. */
const readDate = (date: string) => dayOf(date).toLocaleDateString('en-US', DAYS);
function readTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  if (hour === 12 && minute === 0) return 'noon';
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'am' : 'pm'}`;
}

function wishedDate(random: Random, todayMs: number): string {
  const day = new Date(todayMs + whole(random, 1, LONGEST_AHEAD_DAYS) * MS_A_DAY);
  return day.getUTCDay() === SUNDAY ? wishedDate(random, todayMs) : day.toISOString().slice(0, 10);
}

const wishedTime = (random: Random): string =>
  `${String(whole(random, 11, 20)).padStart(2, '0')}:${pick(random, ['00', '15', '30'])}`;

export class BookingCaller {
  wish: Wish;
  /** What it thinks better of, once it has said it. */
  private change: Changeable | undefined;
  private readonly known = new Set<keyof Wish>();
  private readonly todayMs: number;

  constructor(
    private readonly random: Random,
    nowMs: number,
  ) {
    this.todayMs = Math.floor(nowMs / MS_A_DAY) * MS_A_DAY;
    this.wish = {
      people: whole(random, 1, 6),
      date: wishedDate(random, this.todayMs),
      time: wishedTime(random),
      name: `${pick(random, FIRST)} ${pick(random, LAST)}`,
      phone: `555${String(whole(random, 0, 9_999)).padStart(4, '0')}`,
    };
    this.change = random() < 0.5 ? pick(random, ['people', 'date', 'time'] as const) : undefined;
  }

  /** What it says first. */
  begins(): string {
    const { random } = this;
    const parts = (['people', 'date', 'time'] as const).filter(() => random() < 0.5);
    parts.forEach((part) => this.known.add(part));
    const begin = pick(random, [
      'I would like to book a table',
      'Can I book a table',
      'I want to make a reservation',
    ]);
    const said = parts.map((part) => (part === 'people' ? `for ${this.people()}` : this.within(part)));
    return [begin, ...said].join(' ');
  }

  /** What it answers; undefined where the conversation is over for it. */
  answers(agent: string): string | undefined {
    const { random, wish } = this;
    if (/ is booked, /.test(agent) || /leave that, then/.test(agent)) return undefined;
    const full = /We are full.*? at ([^.]+)\. At what time/.exec(agent);
    if (full || /We are full on that day/.test(agent)) {
      this.wish = {
        ...wish,
        time: wishedTime(random),
        date: full ? wish.date : wishedDate(random, this.todayMs),
      };
      return full ? this.time() : this.date();
    }
    const read = /I have ([\d ]+)\. Is that right/.exec(agent);
    if (read) return read[1]?.replaceAll(' ', '') === wish.phone ? this.yes() : `no, it's ${this.phone()}`;
    const choice = /Do you mean (.+) or (.+)\?$/.exec(agent);
    if (choice) return choice.slice(1).find((one) => this.expected.includes(one)) ?? choice[1];
    const changed = this.changesItsMind();
    if (changed !== undefined) return changed;
    const review = /A table for (.+) on (.+) at (.+), for (.+)\. Is that right\?$/.exec(agent);
    if (review) return this.checks(review.slice(1));
    if (/how many people\?$/.test(agent)) return this.tells('people', this.people());
    if (/which day\?$/.test(agent)) return this.tells('date', this.date());
    if (/what time\?$/.test(agent)) return this.tells('time', this.time());
    if (/name is it under\?$/.test(agent)) return this.tells('name', this.name());
    if (/phone number\?$/.test(agent)) return this.tells('phone', this.phone());
    return 'pardon?';
  }

  private get expected(): readonly string[] {
    const { people, date, time, name } = this.wish;
    return [String(people), readDate(date), readTime(time), name];
  }

  private checks(read: readonly string[]): string {
    const at = this.expected.findIndex((value, index) => value !== read[index]);
    const says = [
      () => `no, it's for ${inWords(this.wish.people)} people`,
      () => `no, the date should be ${this.date()}`,
      () => `no, the time should be ${this.time()}`,
      () => `no, the name should be ${this.wish.name}`,
    ];
    return says[at]?.() ?? this.yes();
  }

  private tells(field: keyof Wish, said: string): string {
    this.known.add(field);
    return said;
  }

  private changesItsMind(): string | undefined {
    const { random, change, wish } = this;
    if (change === undefined || !this.known.has(change) || random() < 0.5) return undefined;
    this.change = undefined;
    if (change === 'people') {
      this.wish = { ...wish, people: (wish.people % 6) + 1 };
      const said = inWords(this.wish.people);
      return pick(random, [
        `no, for ${said}`,
        `sorry, make that ${said} people`,
        `actually, we are ${said} people`,
      ]);
    }
    if (change === 'date') {
      this.wish = { ...wish, date: wishedDate(random, this.todayMs) };
      return pick(random, [
        `change the date to ${this.date()}`,
        `make that ${this.date()}`,
        `no, on ${this.date()}`,
      ]);
    }
    this.wish = { ...wish, time: wishedTime(random) };
    return pick(random, [
      `change the time to ${this.time()}`,
      `no, at ${this.time()}`,
      `make it ${this.time()} instead`,
    ]);
  }

  private people(): string {
    const said = pick(this.random, [inWords(this.wish.people), String(this.wish.people)]);
    return pick(this.random, [said, `${said} people`, `${said} please`]);
  }

  private date(): string {
    const { date } = this.wish;
    const day = dayOf(date).getUTCDate();
    return pick(this.random, [
      `the ${ordinal(day)} of ${monthOf(date)}`,
      `${monthOf(date)} ${day}`,
      `${monthOf(date)} the ${ordinal(day)}`,
      readDate(date),
    ]);
  }

  private time(): string {
    const [hour = 0, minute = 0] = this.wish.time.split(':').map(Number);
    const said = inWords(hour % 12 || 12);
    const words =
      minute === 0 ? `${said} o'clock` : minute === 15 ? `quarter past ${said}` : `half past ${said}`;
    const part = hour < 12 ? 'in the morning' : hour < 18 ? 'in the afternoon' : 'in the evening';
    return pick(this.random, [readTime(this.wish.time), `${words} ${part}`, this.wish.time]);
  }

  private within(part: 'date' | 'time'): string {
    return part === 'date' ? `on ${this.date()}` : `at ${this.time()}`;
  }

  private name(): string {
    return pick(this.random, ['', "it's ", 'my name is ', 'under ']) + this.wish.name;
  }

  private phone(): string {
    const digits = [...this.wish.phone].map((digit) => pick(this.random, [inWords(Number(digit))]));
    return pick(this.random, [digits.join(' '), this.wish.phone, `my number is ${digits.join(' ')}`]);
  }

  private yes(): string {
    return pick(this.random, ['yes', "yes, that's right", 'correct', 'yeah', 'exactly', 'yes please']);
  }
}
