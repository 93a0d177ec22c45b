const OPENING = /<([\w.-]+:)?calendar-data(?:\s[^<>]*)?>/g;
const ESCAPED = /<!\[CDATA\[([\s\S]*?)\]\]>|&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos));/gi;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The iCalendar texts in the answer to a `calendar-query` (RFC 4791, 7.8): the only elements that we need of it. */
export function* eventTexts(xml: string): Generator<string, undefined> {
  OPENING.lastIndex = 0;
  for (let opening = OPENING.exec(xml); opening; opening = OPENING.exec(xml)) {
    if (opening[0].endsWith('/>')) continue;
    const from = OPENING.lastIndex;
    const until = xml.indexOf(`</${opening[1] ?? ''}calendar-data`, from);
    if (until < 0) return;
    yield unescaped(xml.slice(from, until));
    OPENING.lastIndex = until;
  }
}

const unescaped = (text: string): string =>
  text.replace(ESCAPED, (whole, data?: string, decimal?: string, hex?: string, name?: string) => {
    if (data !== undefined) return data;
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Most bytes of a line (RFC 5545, 3.1). */
const MAX_LINE = 74;

/** What is written into a calendar. */
interface NewEvent {
  readonly uid: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly title: string;
  readonly description: string;
}

/** An event as iCalendar, in UTC, so that it needs no definition of a time zone. */
export function eventText({ uid, fromMs, untilMs, title, description }: NewEvent, nowMs: number): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Earshot//Calendar tool//EN', 'BEGIN:VEVENT'],
    ...[`UID:${uid}`, `DTSTAMP:${utc(nowMs)}`, `DTSTART:${utc(fromMs)}`, `DTEND:${utc(untilMs)}`],
    `SUMMARY:${escaped(title)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ];
  return lines.map(folded).join('\r\n');
}

/** As `20261203T080000Z`. */
export const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Control characters could begin a line of their own. */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\n\P{Cc}]/gu, ' ')
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

function folded(line: string): string {
  let text = '';
  let bytes = 0;
  for (const character of line) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_LINE) {
      text += '\r\n ';
      bytes = 1 + Buffer.byteLength(character);
    }
    text += character;
  }
  return text;
}
