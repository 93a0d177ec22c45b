import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { inProject } from '../../scripts/lib/project.mjs';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { buildService } from '../support/service-process.js';
import { until } from '../support/until.js';

const ROOT = inProject();

interface Record {
  readonly level: number;
  readonly msg: string;
  readonly baseUrl?: string;
}

/** The service as in a container: its output is no terminal. */
class Start {
  private output = '';
  errors = '';

  constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
  }

  /** Every line must be a record of its own. */
  get records(): Record[] {
    const whole = this.output.slice(0, this.output.lastIndexOf('\n') + 1);
    return whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record);
  }

  says(text: string): Promise<Record> {
    return until(`it says ${text}`, () => this.records.find(({ msg }) => msg.includes(text)), 60_000);
  }

  async exitCode(): Promise<number | null> {
    if (this.child.exitCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  stop(): void {
    this.child.kill('SIGTERM');
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}

describe('service startup', () => {
  let database: TestDatabase;
  let dataDir: string;
  let starting: Start | undefined;
  const servers: net.Server[] = [];

  beforeAll(async () => {
    buildService();
    database = await createTestDatabase();
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'earshot-start-'));
  });
  afterEach(() => {
    starting?.kill();
    for (const server of servers.splice(0)) server.close();
  });
  afterAll(async () => {
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  function start(env: NodeJS.ProcessEnv): Start {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    const settings = { PORT: '0', MEDIA_PORT: '0', MEDIA_WORKERS: '1', STARTER_PRELOAD: 'false' };
    const child = spawn(process.execPath, ['scripts/serve.mjs'], {
      cwd: ROOT,
      env: {
        PATH,
        HOME,
        NODE_COMPILE_CACHE,
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        ...settings,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    starting = new Start(child);
    return starting;
  }

  async function listen(server: net.Server, port = 0): Promise<number> {
    servers.push(server);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  it('waits for an unreachable PostgreSQL, reports it and continues when it is back', async () => {
    const { port: postgresPort } = new URL(database.url);
    const reserved = net.createServer();
    const port = await listen(reserved);
    await new Promise((resolve) => reserved.close(resolve));
    const url = Object.assign(new URL(database.url), { port: String(port) });

    const service = start({ DATABASE_URL: url.href });
    const waiting = await service.says('Waiting for PostgreSQL');
    expect(waiting.msg).toContain(`:${port} does not answer (ECONNREFUSED)`);

    const relay = net.createServer((client) => {
      const upstream = net.connect(Number(postgresPort), '127.0.0.1');
      client.pipe(upstream).pipe(client);
      for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    });
    await listen(relay, port);
    const { baseUrl } = await service.says('Earshot is ready');
    expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200);
    service.stop();
    expect(await service.exitCode()).toBe(0);
  });

  it('names a removed setting that is still set once, with its replacement', async () => {
    const service = start({ WEBHOOK_POLL_INTERVAL_MS: '500' });
    await service.says('Earshot is ready');
    const named = service.records.filter(({ msg }) => msg.includes('WEBHOOK_POLL_INTERVAL_MS'));
    expect(named).toMatchObject([{ level: 40, msg: expect.stringContaining('fixed at 1,000 ms') }]);
    service.stop();
    expect(await service.exitCode()).toBe(0);
  });

  it('stops at once on request while waiting for PostgreSQL', async () => {
    const service = start({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
    await service.says('Waiting for PostgreSQL');
    service.stop();
    expect(await service.exitCode()).toBe(0);
  });

  it.each<[string, (port: number) => NodeJS.ProcessEnv, RegExp]>([
    [
      'a port that is taken',
      (port) => ({ PORT: String(port) }),
      /^Port \d+ is in use.*\n\nWhat to do: .*PORT=/,
    ],
    [
      'a media port that is taken',
      (port) => ({ MEDIA_PORT: String(port), MEDIA_LISTEN_IP: '127.0.0.1' }),
      /MEDIA_PORT: port \d+ of 127.0.0.1 is taken[^]*\n\nWhat to do: Correct/,
    ],
    [
      'a user that PostgreSQL does not know',
      () => ({ DATABASE_URL: Object.assign(new URL(database.url), { username: 'stranger' }).href }),
      /^PostgreSQL at .* does not let us in.*\n\nWhat to do: Check DATABASE_URL/,
    ],
    [
      'an address that is none',
      () => ({ DATABASE_URL: 'database' }),
      /DATABASE_URL must be a URL[^]*\n\nWhat to do: Correct/,
    ],
    [
      'a host that is not ours',
      () => ({ HOST: '192.0.2.1' }),
      /^192.0.2.1 is not an address of this machine/,
    ],
  ])(
    'explains the error and the fix in one paragraph: %s',
    async (_name, env, expected) => {
      const port = await listen(net.createServer());
      const service = start({ HOST: '127.0.0.1', ...env(port) });
      expect(await service.exitCode()).toBe(1);
      expect(service.errors).toMatch(expected);
      expect(service.errors).not.toMatch(/\bat .*:\d+:\d+/);
      expect(service.records.filter(({ msg }) => /Nest/.test(msg))).toEqual([]);
    },
    60_000,
  );
});
