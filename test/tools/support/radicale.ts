import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../support/free-port.js';
import { until } from '../../support/until.js';

const PROGRAM = '/usr/bin/radicale';
const [USER, PASSWORD] = ['anna', 'correct horse'];

/** `describe` if Radicale is installed; otherwise the suite is skipped with a message. */
export function describeWithRadicale(inner: jest.Describe): jest.Describe {
  if (existsSync(PROGRAM)) return inner;
  console.warn('Skipped: no Radicale found. Install it (Debian: apt install radicale).');
  return inner.skip;
}

/** Debian's CalDAV server with one user and one calendar, in a temporary folder. */
export class Radicale {
  private constructor(
    /** Host and port. */
    readonly host: string,
    private readonly folder: string,
    private readonly server: ChildProcess,
  ) {}

  static async start(): Promise<Radicale> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-radicale-'));
    const users = path.join(folder, 'users');
    await writeFile(users, `${USER}:${PASSWORD}\n`);
    const host = `127.0.0.1:${await freePort()}`;
    const server = spawn(
      PROGRAM,
      [
        '--config=',
        `--server-hosts=${host}`,
        ...['--auth-type=htpasswd', `--auth-htpasswd-filename=${users}`],
        '--auth-htpasswd-encryption=plain',
        `--storage-filesystem-folder=${path.join(folder, 'collections')}`,
      ],
      { stdio: 'ignore' },
    );
    const radicale = new Radicale(host, folder, server);
    await until('Radicale answers', () =>
      radicale.send('PROPFIND', '').then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    await radicale.send('MKCALENDAR', `${USER}/practice/`);
    return radicale;
  }

  /** For an agent document. */
  get calendar() {
    return { url: `http://${this.host}/${USER}/practice`, username: USER };
  }

  get password(): string {
    return PASSWORD;
  }

  /** Puts an event into the calendar, as the owner's own program would. */
  async put(name: string, ...lines: string[]): Promise<void> {
    const text = [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...BERLIN, 'BEGIN:VEVENT'],
      ...[`UID:${name}`, 'DTSTAMP:20260101T000000Z', 'SUMMARY:Root canal of Mr Secret', ...lines],
      ...['END:VEVENT', 'END:VCALENDAR', ''],
    ].join('\r\n');
    const { status } = await this.send('PUT', `${USER}/practice/${name}.ics`, text);
    if (status !== 201) throw new Error(`Radicale answered ${status}`);
  }

  /** The stored events, as iCalendar. */
  async events(): Promise<string[]> {
    const folder = path.join(this.folder, 'collections', 'collection-root', USER, 'practice');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.ics'));
    return await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  }

  async close(): Promise<void> {
    const exited = once(this.server, 'exit');
    this.server.kill();
    await exited;
    await rm(this.folder, { recursive: true });
  }

  private async send(method: string, name: string, body?: string): Promise<Response> {
    const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'text/calendar; charset=utf-8' };
    return await fetch(`http://${this.host}/${name}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
  }
}

const BERLIN = [
  ...['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin'],
  ...['BEGIN:DAYLIGHT', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'DTSTART:19700329T020000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT'],
  ...['BEGIN:STANDARD', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'DTSTART:19701025T030000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD', 'END:VTIMEZONE'],
];
