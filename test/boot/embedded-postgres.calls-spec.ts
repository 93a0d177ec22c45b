import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { inProject } from '../../scripts/lib/project.mjs';
import { startEmbeddedPostgres } from '../../scripts/lib/postgres/embedded-postgres.mjs';
import { isAlive } from '../../scripts/lib/processes.mjs';

const projectDir = inProject();

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // The server may stop between a query and the end of the connection.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (let triesLeft = 200; ; triesLeft -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (triesLeft === 0) throw error;
      await delay(50);
    }
  }
}

/** Starts a process with embedded PostgreSQL on this data; it prints the server's address. */
async function startOwner(dataDir: string): Promise<{ child: ChildProcess; url: string; serverPid: number }> {
  const module = pathToFileURL(
    path.join(projectDir, 'scripts', 'lib', 'postgres', 'embedded-postgres.mjs'),
  ).href;
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(JSON.stringify({ url: server.url, serverPid: server.serverPid() }));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, ...(JSON.parse(line) as { url: string; serverPid: number }) };
}

describe('embedded PostgreSQL', () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'earshot-data-'));
    chmodSync(dataDir, 0o711);
  });

  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('keeps its data and password across starts, and leaves no process behind', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    expect(isAlive(first.serverPid() ?? 0)).toBe(false);

    const second = await startEmbeddedPostgres({ dataDir });
    try {
      expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
      expect(new URL(second.url).password).toBe(new URL(first.url).password);
      expect(await query(second.url, 'SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
    } finally {
      await second.stop();
    }
  });

  it('runs the service without superuser rights, and reassigns objects of earlier releases', async () => {
    const server = await startEmbeddedPostgres({ dataDir });
    const superuser = readFileSync(path.join(dataDir, 'postgres', 'password'), 'utf8').trim();
    const asSuperuser = Object.assign(new URL(server.url), {
      username: 'postgres',
      password: superuser,
    }).href;
    const attributes =
      'SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user';
    expect(await query(server.url, attributes)).toEqual([
      { rolsuper: false, rolcreaterole: false, rolcreatedb: false },
    ]);
    await expect(query(server.url, "COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toMatchObject({
      code: '42501',
    });
    await query(asSuperuser, "CREATE TYPE state AS ENUM ('old')");
    await query(asSuperuser, 'CREATE TABLE kept (id bigserial PRIMARY KEY, state state)');
    await server.stop();

    const later = await startEmbeddedPostgres({ dataDir });
    try {
      await query(later.url, "ALTER TYPE state ADD VALUE 'new'");
      await query(later.url, 'ALTER TABLE kept ADD COLUMN answer int');
      expect(await query(later.url, "INSERT INTO kept (state) VALUES ('new') RETURNING id")).toEqual([
        { id: '1' },
      ]);
    } finally {
      await later.stop();
    }
  });

  it('refuses data in use by a live process and names it', async () => {
    const owner = await startOwner(dataDir);
    try {
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`process ${owner.child.pid}`);
      expect(await query(owner.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    } finally {
      owner.child.kill('SIGKILL');
      await once(owner.child, 'exit');
      await (await startEmbeddedPostgres({ dataDir })).stop();
    }
  });

  it('takes over from a killed owner with its committed data', async () => {
    const owner = await startOwner(dataDir);
    await query(owner.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    owner.child.kill('SIGKILL');
    await once(owner.child, 'exit');
    expect(isAlive(owner.serverPid)).toBe(true);

    const said: string[] = [];
    const heir = await startEmbeddedPostgres({ dataDir, say: (message: string) => said.push(message) });
    try {
      expect(isAlive(owner.serverPid)).toBe(false);
      expect(said.join()).toContain('left behind');
      expect(await query(heir.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    } finally {
      await heir.stop();
    }
  });

  it('restarts a killed server at the same address', async () => {
    const server = await startEmbeddedPostgres({ dataDir });
    try {
      await query(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
      const killedPid = server.serverPid() ?? 0;
      process.kill(killedPid, 'SIGKILL');
      const rows = await eventually(() => query(server.url, 'SELECT answer FROM kept'));
      expect(rows).toEqual([{ answer: 42 }]);
      // It accepts connections slightly before its supervisor notices.
      await eventually(async () => expect(server.serverPid()).not.toBe(killedPid));
    } finally {
      await server.stop();
    }
  });
});
