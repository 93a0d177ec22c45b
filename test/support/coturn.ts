import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFile } from '../../src/common/assets/index.js';
import { turnCredentials } from '../../src/signaling/turn-credentials.js';
import { freePort } from './free-port.js';
import { hasOwnAddress, ownAddress } from './own-address.js';
import { relayOf } from './turn-client.js';
import { until } from './until.js';

const AUTH_THREAD = 'IO method (auth thread)';

/** Time to allocate a relay before retrying. */
const RELAY_MS = 500;

const isInstalled = ['/usr/bin/turnserver', '/usr/local/bin/turnserver'].some((place) => existsSync(place));

/** `describe` when coturn is installed and has a relay address; otherwise the suite is skipped with a message. */
export function describeWithCoturn(inner: jest.Describe): jest.Describe {
  if (isInstalled && hasOwnAddress()) return inner;
  console.warn(
    isInstalled
      ? 'Skipped: this machine has no address but loopback, to which a TURN server relays nothing.'
      : 'Skipped: no coturn found. Install it (Debian: apt install coturn).',
  );
  return describe.skip;
}

export interface Coturn {
  /** Its address for clients, without a transport. */
  readonly url: string;
  readonly port: number;
  /** The server's command line. */
  commandLine(): Promise<string>;
  /** The mode of the file with its secret. */
  configMode(): Promise<number>;
  stop(): Promise<void>;
}

/** The TURN server as in docker-compose.yml: deploy/turn.sh and deploy/turnserver.conf, on a free port. */
export async function startCoturn(secret: string, environment: Record<string, string> = {}): Promise<Coturn> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-turn-'));
  let output = '';
  const server = spawn('sh', [projectFile('deploy', 'turn.sh')], {
    env: {
      PATH: process.env.PATH,
      TURN_CONFIG: projectFile('deploy', 'turnserver.conf'),
      TURN_RUN_DIRECTORY: folder,
      TURN_PORT: String(port),
      TURN_SECRET: secret,
      MEDIA_ANNOUNCED_ADDRESS: ownAddress(),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const keep = (chunk: Buffer) => (output += chunk.toString());
  server.stdout.on('data', keep);
  server.stderr.on('data', keep);
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    server.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until('coturn relays', () => {
      if (server.exitCode !== null) throw new Error(`coturn ended: ${output}`);
      return output.includes('DB connection success') && relays(port, secret, countOf(AUTH_THREAD, output));
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `turn:${ownAddress()}:${port}`,
    port,
    commandLine: () => readFile(`/proc/${server.pid}/cmdline`, 'utf8'),
    configMode: async () => (await stat(path.join(folder, 'turnserver.conf'))).mode & 0o777,
    stop,
  };
}

/**
 * Whether it has allocated relays in each authentication thread: a request to an uninitialized thread is lost, even if
 * repeated.
 */
async function relays(port: number, secret: string, threads: number): Promise<boolean> {
  for (let thread = 0; thread < threads; thread++) {
    const credentials = turnCredentials(
      secret,
      `starting.${randomBytes(6).toString('hex')}`,
      new Date(),
      600,
    );
    const given = relayOf({ port }, credentials).then(
      (relay) => relay.close().then(() => true),
      () => false,
    );
    if (!(await Promise.race([given, sleep(RELAY_MS, false)]))) return false;
  }
  return threads > 0;
}

const countOf = (words: string, text: string) => text.split(words).length - 1;
