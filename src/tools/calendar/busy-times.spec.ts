import { busyTimes } from './busy-times.js';

const FROM = '2026-03-23T00:00:00Z';
const UNTIL = '2026-04-06T00:00:00Z';

const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:a@x', 'DTSTAMP:20260101T000000Z', 'SUMMARY:Mr Secret', ...lines, 'END:VEVENT'].join(
    '\r\n',
  );
const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');
const answerOf = (...texts: string[]) =>
  `<?xml version="1.0"?><multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${texts
    .map((text) => `<response><C:calendar-data>${text}</C:calendar-data></response>`)
    .join('')}</multistatus>`;

const read = (answer: string, ownUid = '') =>
  busyTimes({
    answer,
    ownUid,
    fromMs: Date.parse(FROM),
    untilMs: Date.parse(UNTIL),
    timeZone: 'Europe/Berlin',
  });

/** Busy times as `03-23T08:00/09:00`, in UTC. */
function busyIn(...texts: string[]): string[] {
  const { busy = [] } = read(answerOf(...texts)) ?? {};
  const iso = (ms: number) => new Date(ms).toISOString();
  return busy.map(([from, until]) => `${iso(from).slice(5, 16)}/${iso(until).slice(11, 16)}`);
}
const busyOf = (...lines: string[]) => busyIn(calendar(event(...lines)));

it('reads times in UTC, in named zones, in those of Windows, and without a zone as those of the agent', () => {
  expect(busyOf('DTSTART:20260325T080000Z', 'DTEND:20260325T090000Z')).toEqual(['03-25T08:00/09:00']);
  const named = (zone: string) =>
    busyOf(`DTSTART;TZID=${zone}:20260325T080000`, `DTEND;TZID=${zone}:20260325T090000`);
  expect(named('Europe/Berlin')).toEqual(['03-25T07:00/08:00']);
  expect(named('W. Europe Standard Time')).toEqual(['03-25T07:00/08:00']);
  expect(named('"America/New_York"')).toEqual(['03-25T12:00/13:00']);
  expect(busyOf('DTSTART:20260325T080000', 'DURATION:PT90M')).toEqual(['03-25T07:00/08:30']);
});

it('counts whole days in the zone of the agent, across a change of clocks', () => {
  expect(busyOf('DTSTART;VALUE=DATE:20260329')).toEqual(['03-28T23:00/22:00']);
  expect(busyOf('DTSTART;VALUE=DATE:20260328', 'DTEND;VALUE=DATE:20260330')).toEqual(['03-27T23:00/22:00']);
});

it('leaves out what is cancelled or transparent, and what takes no time', () => {
  const time = ['DTSTART:20260325T080000Z', 'DTEND:20260325T090000Z'];
  expect(busyOf(...time, 'STATUS:CANCELLED')).toEqual([]);
  expect(busyOf(...time, 'TRANSP:TRANSPARENT')).toEqual([]);
  expect(busyOf(...time, 'STATUS:TENTATIVE', 'TRANSP:OPAQUE')).toHaveLength(1);
  expect(busyOf('DTSTART:20260325T080000Z')).toEqual([]);
  expect(busyOf('DTSTART:20260422T080000Z', 'DTEND:20260422T090000Z')).toEqual([]);
});

it('expands recurring events in local time, without the dates that were removed, moved or cancelled', () => {
  const weekly = [
    'DTSTART;TZID=Europe/Berlin:20150101T090000',
    'DTEND;TZID=Europe/Berlin:20150101T100000',
    'RRULE:FREQ=WEEKLY;BYDAY=TU,TH',
    'EXDATE;TZID=Europe/Berlin:20260326T090000',
  ];
  const moved = [
    'RECURRENCE-ID;TZID=Europe/Berlin:20260331T090000',
    'DTSTART;TZID=Europe/Berlin:20260331T140000',
    'DTEND;TZID=Europe/Berlin:20260331T150000',
  ];
  const cancelled = [
    'RECURRENCE-ID;TZID=Europe/Berlin:20260402T090000',
    'DTSTART;TZID=Europe/Berlin:20260402T090000',
    'DTEND;TZID=Europe/Berlin:20260402T100000',
    'STATUS:CANCELLED',
  ];
  expect(busyIn(calendar(event(...weekly)))).toEqual([
    '03-24T08:00/09:00',
    '03-31T07:00/08:00',
    '04-02T07:00/08:00',
  ]);
  expect(busyIn(calendar(event(...weekly), event(...moved), event(...cancelled)))).toEqual([
    '03-24T08:00/09:00',
    '03-31T12:00/13:00',
  ]);
  expect(busyIn(calendar(event(...moved)))).toEqual(['03-31T12:00/13:00']);
});

it('expands whole days and floating times that recur, and those that began before', () => {
  expect(busyOf('DTSTART;VALUE=DATE:20200327', 'RRULE:FREQ=YEARLY')).toEqual(['03-26T23:00/23:00']);
  expect(busyOf('DTSTART:20260302T120000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=5')).toEqual([
    '03-23T11:00/12:00',
    '03-30T10:00/11:00',
  ]);
  const long = ['DTSTART:20260301T230000Z', 'DTEND:20260302T120000Z', 'RRULE:FREQ=WEEKLY;INTERVAL=3'];
  expect(busyOf(...long)).toEqual(['03-22T23:00/12:00']);
});

it('merges what overlaps', () => {
  const both = [
    calendar(event('DTSTART:20260325T080000Z', 'DTEND:20260325T090000Z')),
    calendar(event('DTSTART:20260325T083000Z', 'DTEND:20260325T100000Z')),
  ];
  expect(busyIn(...both)).toEqual(['03-25T08:00/10:00']);
});

it.each([
  ['no iCalendar', 'hello'],
  ['without an event', calendar()],
  ['without a beginning', calendar(event('DTEND:20260325T090000Z'))],
  ['with two beginnings', calendar(event('DTSTART:20260325T080000Z', 'DTSTART:20260325T090000Z'))],
  ['with a time that is none', calendar(event('DTSTART:tomorrow', 'DTEND:later'))],
  ['recurring every second', calendar(event('DTSTART:20000101T080000Z', 'RRULE:FREQ=SECONDLY'))],
  ['with a rule that is none', calendar(event('DTSTART:20000101T080000Z', 'RRULE:FREQ=SOMETIMES'))],
])('counts an entry %s as unreadable, and reads the others', (_name, text) => {
  const good = calendar(event('DTSTART:20260325T080000Z', 'DTEND:20260325T090000Z'));
  expect(read(answerOf(text, good))).toEqual({
    busy: [[Date.parse('2026-03-25T08:00:00Z'), Date.parse('2026-03-25T09:00:00Z')]],
    hasOwn: false,
    unreadable: 1,
  });
});

it('bounds rules without an end, from long ago', () => {
  const since = ['DTSTART:19700101T080000Z', 'DTEND:19700101T081500Z'];
  const beganAtMs = performance.now();
  expect(busyOf(...since, 'RRULE:FREQ=DAILY')).toHaveLength(14);
  expect(busyOf(...since, 'RRULE:FREQ=HOURLY')).toHaveLength(14 * 24);
  expect(performance.now() - beganAtMs).toBeLessThan(10_000);
});

it('reads answers with any prefix, with entities and with CDATA, and knows what is no answer of a calendar', () => {
  const text = calendar(event('DTSTART:20260325T080000Z', 'DTEND:20260325T090000Z'));
  const other = `<D:multistatus><D:response><cal:calendar-data content-type="text/calendar"><![CDATA[${text}]]></cal:calendar-data></D:response></D:multistatus>`;
  expect(read(other)).toMatchObject({ busy: [expect.anything()], unreadable: 0 });
  const escaped = answerOf(text.replaceAll('\r', '&#13;').replace('Mr Secret', 'A &lt; B &amp; C &#x1F600;'));
  expect(read(escaped)).toMatchObject({ busy: [expect.anything()], unreadable: 0 });
  expect(read('<D:multistatus xmlns:D="DAV:"/>')).toEqual({ busy: [], hasOwn: false, unreadable: 0 });
  expect(read('<html><body>Sign in</body></html>')).toBeUndefined();
  expect(read(answerOf('<C:calendar-data>'.repeat(3)))).toMatchObject({ busy: [] });
});

it('finds its own event, and gives out nothing but times', () => {
  const answer = answerOf(calendar(event('DTSTART:20260325T080000Z', 'DTEND:20260325T090000Z')));
  expect(read(answer, 'a@x')?.hasOwn).toBe(true);
  expect(read(answer, 'b@x')?.hasOwn).toBe(false);
  expect(JSON.stringify(read(answer))).not.toContain('Secret');
});
