/** A span of opening hours, in local 24-hour times: `08:30` to `18:00`. */
export interface Span {
  readonly from: string;
  readonly until: string;
}

/** Facts that a business gives to any caller. */
export interface Business {
  readonly address: string;
  /** By day, Monday first; no spans: closed. Empty while no hours are set. */
  readonly hours: readonly (readonly Span[])[];
  /** Other days on which it is closed, in words. */
  readonly closed: string;
}

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const NO_BUSINESS: Business = { address: '', hours: [], closed: '' };

/** Its section is the end of the instructions, so that every language model reads it. */
const HEADING = '# About the business';
const SECTION = new RegExp(`^([\\s\\S]*)(?:^|\\n\\n)${HEADING}\\n([\\s\\S]*)$`);
const ADDRESS = 'Address: ';
const CLOSED = 'Closed on: ';
const SPAN = /^(\d\d:\d\d)-(\d\d:\d\d)$/;

interface Instructions {
  readonly own: string;
  readonly business: Business;
}

/** Splits a prompt into what its author wrote and the facts. A section in another form belongs to the author. */
export function instructionsIn(prompt: string): Instructions {
  const [, own, section] = SECTION.exec(prompt) ?? [];
  const business = section === undefined ? undefined : businessIn(section);
  return own === undefined || !business ? { own: prompt, business: NO_BUSINESS } : { own, business };
}

export function promptOf({ own, business }: Instructions): string {
  const lines = [
    ...(business.address === '' ? [] : [ADDRESS + business.address]),
    ...business.hours.map((spans, day) => `${DAYS[day]}: ${spansInWords(spans)}`),
    ...(business.closed === '' ? [] : [CLOSED + business.closed]),
  ];
  if (lines.length === 0) return own;
  return `${own === '' ? '' : `${own}\n\n`}${HEADING}\n${lines.join('\n')}`;
}

const spansInWords = (spans: readonly Span[]) =>
  spans.length === 0 ? 'closed' : spans.map(({ from, until }) => `${from}-${until}`).join(', ');

function businessIn(section: string): Business | undefined {
  let business = NO_BUSINESS;
  for (const line of section.split('\n')) {
    const spans = spansIn(line, business.hours.length);
    if (spans) business = { ...business, hours: [...business.hours, spans] };
    else if (line.startsWith(ADDRESS)) business = { ...business, address: line.slice(ADDRESS.length) };
    else if (line.startsWith(CLOSED)) business = { ...business, closed: line.slice(CLOSED.length) };
    else return undefined;
  }
  return [0, DAYS.length].includes(business.hours.length) ? business : undefined;
}

/** The hours in a line about that day. */
function spansIn(line: string, day: number): readonly Span[] | undefined {
  const [name, text = ''] = line.split(': ');
  if (day >= DAYS.length || name !== DAYS[day]) return undefined;
  if (text === 'closed') return [];
  const spans = text.split(', ').flatMap((part) => {
    const [, from, until] = SPAN.exec(part) ?? [];
    return from === undefined || until === undefined ? [] : [{ from, until }];
  });
  return spans.length > 0 && spansInWords(spans) === text ? spans : undefined;
}

/** The hours as an agent says them: days with the same hours together. Empty without hours. */
export function hoursAsSaid({ hours, closed }: Business): string {
  const runs: { from: number; until: number; text: string }[] = [];
  hours.forEach((spans, day) => {
    const text = spans.map(({ from, until }) => `from ${from} to ${until}`).join(' and ');
    const last = runs.at(-1);
    if (last?.text === text) last.until = day;
    else runs.push({ from: day, until: day, text });
  });
  const daysOf = (wanted: boolean) =>
    runs
      .filter(({ text }) => (text === '') === wanted)
      .map(({ from, until, text }) => `${dayRange(from, until)} ${text}`.trim());
  const open = daysOf(false);
  const shut = [...daysOf(true), ...(closed === '' ? [] : [closed])];
  return [
    ...(open.length === 0 ? [] : [`We are open ${open.join(', and ')}.`]),
    ...(shut.length === 0 ? [] : [`We are closed on ${shut.join(', and on ')}.`]),
  ].join(' ');
}

function dayRange(from: number, until: number): string {
  if (from === until) return DAYS[from] ?? '';
  return `${DAYS[from]} ${until === from + 1 ? 'and' : 'to'} ${DAYS[until]}`;
}
