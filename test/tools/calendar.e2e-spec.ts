import type { AgentCalendar, AgentDocument } from '../../src/agent-document/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { useModel } from '../support/account-model.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';
import { type Brain, OpenAiStandIn } from '../stand-ins/index.js';
import { WITH_MODEL } from '../text-chats/support/chat-service.js';
import { OddCalendar } from './support/odd-calendar.js';
import { describeWithRadicale, Radicale } from './support/radicale.js';

const ENV = { ALLOW_PRIVATE_NETWORKS: 'providers,tools' };
const DAY_MS = 86_400_000;
const SPAN = [{ from: '09:00', until: '12:00' }];
const HOURS: AgentCalendar['hours'] = { monday: SPAN, tuesday: SPAN, wednesday: SPAN };
const PASSWORD = 'correct horse';

/** A Monday of the next weeks. */
const MONDAY = (() => {
  const from = Date.now() + 8 * DAY_MS;
  const weekday = new Date(from).getUTCDay();
  return new Date(from + ((8 - weekday) % 7) * DAY_MS).toISOString().slice(0, 10);
})();
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const compact = (day: string) => day.replaceAll('-', '');

/** `0,1,2,…` */
const upTo = (count: number) => [...Array(count).keys()].join(',');

const EVENT_AT_NINE = [
  ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:nine', `DTSTART;TZID=Europe/Berlin:${compact(MONDAY)}T090000`],
  ...['DURATION:PT30M', 'END:VEVENT', 'END:VCALENDAR'],
].join('\r\n');

let app: TestApp;
let account: TestAccount;
let key: string;
let call: ReturnType<typeof httpClient>;

beforeAll(async () => {
  app = await createTestApp({ env: ENV });
  call = httpClient(app.baseUrl);
});
beforeEach(async () => {
  account = await app.createAccount();
  key = await app.createKey(account);
});
afterAll(() => app.close());

const inService = () => app.module<typeof import('./ledger-calls.js')>('test/tools/ledger-calls.ts');

async function allow(host: string, value = PASSWORD): Promise<void> {
  await call('PUT', '/v1/secrets/CALENDAR', { key, body: { value, allowedHosts: [host] } });
}

const agentWith = (calendar: Pick<AgentCalendar, 'url' | 'username'>): Partial<AgentDocument> => ({
  timeZone: 'Europe/Berlin',
  calendars: [{ name: 'calendar', password: '{{secret.CALENDAR}}', hours: HOURS, ...calendar }],
});

/** What the tool answers a call of the account, and what the record gets. */
async function use(agent: Partial<AgentDocument>, name: string, values: object) {
  const id = await inService().use(account.accountId, agent, name, JSON.stringify(values));
  const output = (await inService().outputOf(id)) ?? '';
  return { id, output, events: await inService().eventsOf(id) };
}
const find = (agent: Partial<AgentDocument>, values: object = { from: MONDAY, days: 3 }) =>
  use(agent, 'calendar_find_times', values);
const book = (agent: Partial<AgentDocument>, time: string, name = 'Peter Miller', date = MONDAY) =>
  use(agent, 'calendar_book', { date, time, name, phone: '+44 20 7946 0812' });

describeWithRadicale(describe)("with Debian's Radicale", () => {
  let radicale: Radicale;
  let agent: Partial<AgentDocument>;

  beforeEach(async () => {
    radicale = await Radicale.start();
    agent = agentWith(radicale.calendar);
    await allow(radicale.host);
  });
  afterEach(() => radicale.close());

  it('finds the times between events of all kinds, and reveals nothing else of them', async () => {
    const at = (day: string, time: string) => `;TZID=Europe/Berlin:${compact(day)}T${time}00`;
    const [tuesday, wednesday] = [dayAfter(MONDAY, 1), dayAfter(MONDAY, 2)];
    const weekEarlier = dayAfter(MONDAY, -7);
    await radicale.put('single', `DTSTART${at(MONDAY, '0915')}`, `DTEND${at(MONDAY, '1000')}`);
    const weekly = [`DTSTART${at(weekEarlier, '1130')}`, `DTEND${at(weekEarlier, '1200')}`];
    await radicale.put('weekly', ...weekly, 'RRULE:FREQ=WEEKLY');
    await radicale.put('day', `DTSTART;VALUE=DATE:${compact(tuesday)}`);
    await radicale.put('birthday', `DTSTART;VALUE=DATE:${compact(wednesday)}`, 'TRANSP:TRANSPARENT');
    const cancelled = [`DTSTART${at(wednesday, '0900')}`, `DTEND${at(wednesday, '1200')}`];
    await radicale.put('cancelled', ...cancelled, 'STATUS:CANCELLED');
    const { output, events } = await find(agent);
    expect(output).toBe(
      'Free times for 30 minutes (Europe/Berlin):\n' +
        `Monday ${MONDAY}: 10:00, 10:30, 11:00\n` +
        `Wednesday ${wednesday}: 09:00, 09:30, 10:00, 10:30, 11:00, 11:30`,
    );
    expect(JSON.stringify(events)).not.toContain('Secret');
    expect((await find(agent, { from: tuesday, days: 1 })).output).toContain('No time is free');
  });

  it('books, and then no longer offers the time', async () => {
    expect((await book(agent, '09:30')).output).toBe(
      JSON.stringify({ booked: true, date: MONDAY, time: '09:30' }),
    );
    const [event = ''] = await radicale.events();
    expect(event).toContain('SUMMARY:Peter Miller');
    expect(event).toContain('DESCRIPTION:phone: +44 20 7946 0812');
    expect((await find(agent, { from: MONDAY, days: 1 })).output).toContain('09:00, 10:00');
    const { output } = await book(agent, '09:30', 'Ann');
    expect(JSON.parse(output)).toEqual({
      booked: false,
      ask: ['time'],
      say: 'That time has just been taken. Free on that day: 09:00, 10:00, 10:30, 11:00.',
    });
    expect(JSON.parse((await book(agent, '09:40')).output)).toMatchObject({
      booked: false,
      say: expect.stringMatching(/^Appointments begin at other times\. Free on that day: 09:00, 10:00/),
    });
    expect((await book(agent, '09:30', 'Ann', dayAfter(MONDAY, 3))).output).toContain(
      'no appointments on that day',
    );
    expect(await radicale.events()).toHaveLength(1);
  });

  it('gives a time to one of two callers who want it at once', async () => {
    const outputs = await Promise.all(
      ['Ann', 'Bob', 'Cid', 'Dan'].map(async (name) => (await book(agent, '10:00', name)).output),
    );
    expect(outputs.filter((output) => output.includes('"booked":true'))).toHaveLength(1);
    expect(outputs.filter((output) => output.includes('has just been taken'))).toHaveLength(3);
    expect(await radicale.events()).toHaveLength(1);
  });

  it('says in words of the owner that the password, or the address, is wrong', async () => {
    await allow(radicale.host, 'wrong');
    expect((await find(agent)).output).toBe('The calendar refused the password, or the user name.');
    await allow(radicale.host);
    const elsewhere = agentWith({ ...radicale.calendar, url: `http://${radicale.host}/anna/none` });
    expect((await find(elsewhere)).output).toBe('There is no calendar at this address.');
  });

  it('books for a caller of a text conversation, through a model', async () => {
    const brain: Brain = ({ history }) => {
      const last = history.at(-1);
      if (last?.role === 'tool') return { kind: 'say', text: `The tool said ${last.output}` };
      if (last?.text?.includes('when'))
        return {
          kind: 'call',
          name: 'calendar_find_times',
          arguments: JSON.stringify({ from: MONDAY, days: 1 }),
        };
      const booking = { date: MONDAY, time: '11:00', name: 'Peter Miller' };
      return { kind: 'call', name: 'calendar_book', arguments: JSON.stringify(booking) };
    };
    const model = await OpenAiStandIn.start({ brain });
    try {
      await useModel(app, key, model.url, 'openai');
      const agentId = await app.createAgent(account, { ...WITH_MODEL, ...agent });
      const chat = async (message: string, id = '') =>
        (
          await call('POST', `/v1/agents/${agentId}/debug-chat${id}`, {
            key,
            body: { clientEnv: 'draft', message },
          })
        ).body;
      const begun = await chat('when can I come?');
      expect(begun.response).toContain('11:00');
      const { response, metadata } = (
        await call('POST', `/v1/agents/${agentId}/debug-chat/${begun.conversationId}`, {
          key,
          body: { message: 'at eleven, please' },
        })
      ).body;
      expect(response).toContain('"booked":true');
      expect(metadata.functionEvents).toMatchObject([{ name: 'calendar_book', outcome: 'ok' }]);
      expect(await radicale.events()).toEqual([expect.stringContaining('SUMMARY:Peter Miller')]);
      const trial = await call('POST', `/v1/agents/${agentId}/tool-trials`, {
        key,
        body: { tool: 'calendar_find_times', arguments: { from: MONDAY, days: 1 } },
      });
      expect(trial.body).toMatchObject({ outcome: 'ok', answer: expect.stringContaining('10:30, 11:30') });
    } finally {
      await model.close();
    }
  });
});

describe('with a server that answers oddly', () => {
  let server: OddCalendar;
  let agent: Partial<AgentDocument>;

  beforeEach(async () => {
    server = await OddCalendar.start();
    agent = agentWith({ url: `http://${server.host}/cal/`, username: 'anna' });
    await allow(server.host);
  });
  afterEach(() => server.close());

  it.each([
    [301, 'The calendar has moved: its new address must be entered.'],
    [403, 'The calendar does not allow this user to do that.'],
    [405, 'There is no CalDAV calendar at this address.'],
    [418, 'The calendar refused the request (status 418).'],
    [423, 'The calendar is locked. Try again later.'],
    [503, 'The calendar has a fault of its own (status 503). Try again later.'],
    [507, 'The calendar has no space left.'],
  ])('says what status %i means, of a look and of a booking', async (status, words) => {
    const elsewhere = await OddCalendar.start();
    const headers = { location: `http://${elsewhere.host}/` };
    server.answer = (_request, response) => response.writeHead(status, headers).end('not for a model');
    expect((await find(agent)).output).toBe(words);
    server.answer = (request, response) =>
      request.method === 'PUT'
        ? response.writeHead(status, headers).end('not for a model')
        : server.answerWell(request, response);
    expect((await book(agent, '09:00')).output).toBe(words);
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.close();
  });

  it.each<[string, string | Buffer, object, string]>([
    ['a page', '<html>Sign in</html>', {}, 'There is no CalDAV calendar at this address.'],
    ['nothing', '', {}, 'There is no CalDAV calendar at this address.'],
    ['3 MiB', Buffer.alloc(3 << 20, ' '), {}, 'The calendar sent too much for these days'],
    ['an unknown encoding', 'x', { 'content-encoding': 'zip' }, 'The calendar sent too much for these days'],
  ])('says so if it sends %s in place of events', async (_name, body, headers, words) => {
    server.answer = (_request, response) => response.writeHead(207, { ...headers }).end(body);
    expect((await find(agent)).output).toContain(words);
  });

  it('skips entries that it cannot read, with a note', async () => {
    server.kept.set('a', 'BEGIN:VCALENDAR nonsense').set('b', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:x');
    const { output } = await find(agent, { from: MONDAY, days: 1 });
    expect(output).toContain('09:00, 09:30');
    expect(output).toContain('2 entries of the calendar could not be read.');
  });

  it.each([
    ['slow to read', 50, 'DTSTART:18000101T090000Z\nRRULE:FREQ=DAILY;COUNT=9999;BYMONTHDAY=31'],
    [
      'large when read',
      1,
      `DTSTART:20260101T090000Z\nRRULE:FREQ=DAILY;BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)};BYSECOND=${upTo(60)}`,
    ],
  ])('stops reading entries made to be %s, and reads the next calendar', async (_what, count, lines) => {
    const entry = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:s\n${lines}\nEND:VEVENT\nEND:VCALENDAR`;
    server.answer = (_request, response) =>
      response.writeHead(207).end(server.listOf(Array(count).fill(entry)));
    expect((await find(agent)).output).toContain('too much to read');
    server.answer = undefined;
    expect((await find(agent)).output).toContain('09:00');
  });

  it('sends the password to the host of the secret alone', async () => {
    await allow('calendar.example.com');
    expect((await find(agent)).output).toBe('This tool is not available.');
    expect(server.asked).toEqual([]);
  });

  it('books a time once while a first booking of it is under way, also if the server does not show it', async () => {
    let letGo: () => void = () => undefined;
    server.answer = (request, response) => {
      if (request.method !== 'PUT') return void response.writeHead(207).end(server.listOf([]));
      letGo = () => server.answerWell(request, response);
    };
    const first = book(agent, '09:00', 'Ann');
    await until('the booking came', () => server.written.length === 1);
    expect((await book(agent, '09:00', 'Bob')).output).toContain('has just been taken');
    const longer = {
      ...agent,
      calendars: agent.calendars?.map((one) => ({ ...one, minutes: 60 })),
    } as typeof agent;
    expect((await book(longer, '09:00', 'Cid')).output).toContain('has just been taken');
    letGo();
    expect((await first).output).toContain('"booked":true');
    expect(server.written).toHaveLength(1);
    await until('the claim is given up', async () => (await app.prisma.toolRequest.count()) === 0);
  });

  it('gives a time to one of two callers on two instances, also if the server shows and refuses nothing', async () => {
    let letGo: () => void = () => undefined;
    server.answer = ({ method }, response) => {
      if (method === 'PUT') letGo = () => response.writeHead(201).end();
      else response.writeHead(207).end(server.listOf([]));
    };
    const other = await createTestApp({ databaseUrl: app.databaseUrl, env: ENV });
    try {
      const instances = [app, other].map((one) =>
        one.module<typeof import('./ledger-calls.js')>('test/tools/ledger-calls.ts'),
      );
      for (const [at, time] of ['09:00', '09:30', '10:00', '10:30'].entries()) {
        const values = JSON.stringify({ date: MONDAY, time, name: 'Ann' });
        const outputs = instances.map(async (instance) => {
          const id = await instance.use(account.accountId, agent, 'calendar_book', values);
          return await instance.outputOf(id);
        });
        // The booking of the other one is held.
        expect(await Promise.race(outputs)).toContain('has just been taken');
        await until('the booking came', () => server.written.length === at + 1);
        letGo();
        expect((await Promise.all(outputs)).filter((one) => one?.includes('"booked":true'))).toHaveLength(1);
      }
      expect(server.written).toHaveLength(4);
    } finally {
      await other.close();
    }
  });

  it('checks whether a booking was written if its answer was lost, and books once', async () => {
    server.answer = (request, response) => {
      if (request.method !== 'PUT') return server.answerWell(request, response);
      server.kept.set(request.path, request.body);
      response.destroy();
    };
    expect((await book(agent, '09:00')).output).toContain('"booked":true');
    expect(server.asked.map(({ method }) => method)).toEqual(['REPORT', 'PUT', 'REPORT']);
    expect(server.kept.size).toBe(1);
  });

  it('ends a form, which asks for another time if the wanted one is taken, without a language model', async () => {
    server.kept.set('a', EVENT_AT_NINE);
    const form = {
      ...{
        name: 'appointment',
        when: ['i need an appointment'],
        then: { tool: 'calendar_book', say: 'See you then.' },
      },
      fields: [
        { name: 'date', type: 'date' as const, ask: 'On which day?' },
        { name: 'time', type: 'time' as const, ask: 'At what time?' },
        { name: 'name', type: 'name' as const, ask: 'What is your name?' },
        { name: 'reason', type: 'text' as const, ask: 'What is it about?' },
      ],
    };
    const agentId = await app.createAgent(account, {
      ...{ schemaVersion: 1, languageCode: 'en-GB', ...agent },
      models: { traditional: { llm: { provider: 'starter' } } },
      forms: [form],
    });
    let id = '';
    const say = async (message: string): Promise<string> => {
      const body = { message, ...(id === '' && { clientEnv: 'draft' }) };
      const answer = await call('POST', `/v1/agents/${agentId}/debug-chat${id}`, { key, body });
      id = `/${answer.body.conversationId}`;
      return answer.body.response;
    };
    await say('I need an appointment');
    for (const message of [MONDAY, 'nine in the morning', 'Peter Miller', 'a check up']) await say(message);
    expect(await say('yes')).toContain(
      'That time has just been taken. Free on that day: 09:30, 10:00, 10:30, 11:00.',
    );
    await say('half past nine in the morning');
    expect(await say('yes')).toBe('See you then.');
    const [event = ''] = server.written.map(({ body }) => body);
    expect(event).toContain('SUMMARY:Peter Miller');
    expect(event).toContain('DESCRIPTION:reason: a check up');
    expect(event).toContain(`DTSTART:${compact(MONDAY)}T`);
  });

  it.each([true, false])(
    'finishes a booking of a dead process, with the event written (%s) or not, and books once',
    async (isWritten) => {
      const held: (() => void)[] = [];
      server.answer = (request, response) => {
        if (request.method !== 'PUT') return server.answerWell(request, response);
        if (isWritten) server.kept.set(request.path, request.body);
        held.push(() => response.destroy());
      };
      const id = await inService().use(
        account.accountId,
        agent,
        'calendar_book',
        JSON.stringify({ date: MONDAY, time: '09:00', name: 'Ann' }),
      );
      await until('the booking came', () => server.written.length === 1);
      await until(
        'the call is on record',
        async () => (await app.prisma.conversation.count({ where: { id } })) === 1,
      );
      await app.prisma.toolRequest.updateMany({ data: { instanceId: 'inst_dead' } });
      server.answer = undefined;
      await inService().settleLeft();
      await until('it is crossed out', async () => (await app.prisma.toolRequest.count()) === 0);
      expect(server.kept.size).toBe(1);
      expect(server.written).toHaveLength(isWritten ? 1 : 2);
      const { body } = await call('GET', `/v1/conversations/${id}`, { key });
      expect(body.conversation.events).toMatchObject([
        {
          details: { name: 'calendar_book', outcome: 'ok', answer: expect.stringContaining('"booked":true') },
        },
      ]);
      held.forEach((end) => end());
    },
  );
});

it('refuses a document with a calendar that could not work, with a valid example', async () => {
  const agentId = await app.createAgent(account, { schemaVersion: 1 });
  const save = async (change: object) => {
    const { revision } = (await call('GET', `/v1/agents/${agentId}/draft`, { key })).body;
    const calendar = { name: 'calendar', url: 'https://cal.example.com/a/', username: 'anna' };
    const calendars = [{ ...calendar, password: '{{secret.CALENDAR}}', hours: HOURS, ...change }];
    const body = { revision, document: { schemaVersion: 1, calendars } };
    const { status, body: answer } = await call('PUT', `/v1/agents/${agentId}/draft`, { key, body });
    return status === 200 ? 'saved' : answer.error;
  };
  expect(await save({})).toBe('saved');
  expect(await save({ password: 'correct horse' })).toContain('must be like {{secret.CALENDAR_PASSWORD}}');
  expect(await save({ hours: { monday: [{ from: '9', until: '17:00' }] } })).toContain('must be like 09:00');
  expect(await save({ hours: { monday: [{ from: '17:00', until: '09:00' }] } })).toContain(
    '/calendars/0/hours/monday/0 must begin before it ends, like {"from": "09:00", "until": "17:00"}',
  );
  expect(await save({ url: 'https://{{secret.CALENDAR}}.example.com/' })).toContain('/calendars/0/url');
});
