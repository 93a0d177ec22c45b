import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { projectFile } from '../../src/common/assets/index.js';
import { freePort } from './free-port.js';
import { hasOwnAddress, ownAddress } from './own-address.js';
import { until } from './until.js';

/** How long it may take to answer one request before it is asked again. */
const ANSWER_MS = 250;

const isInstalled = ['/usr/bin/turnserver', '/usr/local/bin/turnserver'].some((place) => existsSync(place));

/**
 * `describe` where coturn is installed and has an address to relay from; elsewhere the suite is skipped and says
 * so.
 */
export function describeWithCoturn(inner: jest.Describe): jest.Describe {
  if (isInstalled && hasOwnAddress()) return inner;
  console.warn(
    isInstalled
      ? 'Skipped: this machine has no address but loopback, to which a TURN server relays nothing.'
      : 'Skipped: no coturn found. Install it (Debian: apt install coturn).',
  );
  return describe.skip as jest.Describe;
}

export interface Coturn {
  /** Where clients reach it, without a transport. */
  readonly url: string;
  readonly port: number;
  /** The command line of the server. */
  commandLine(): Promise<string>;
  /** The file that holds its secret, and who may read it. */
  configMode(): Promise<number>;
  stop(): Promise<void>;
}

/** The TURN server as docker-compose.yml starts it: by deploy/turn.sh and deploy/turnserver.conf, on a free port. */
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
    await until('coturn answers', () => {
      if (server.exitCode !== null) throw new Error(`coturn ended: ${output}`);
      return output.includes('DB connection success') && answers(port);
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

/** Whether it answers a binding request of STUN (RFC 8489), which needs no credential. */
async function answers(port: number): Promise<boolean> {
  const request = Buffer.concat([Buffer.from('000100002112a442', 'hex'), randomBytes(12)]);
  const socket = dgram.createSocket('udp4');
  try {
    const answered = once(socket, 'message', { signal: AbortSignal.timeout(ANSWER_MS) });
    socket.send(request, port, ownAddress());
    await answered;
    return true;
  } catch {
    return false;
  } finally {
    socket.close();
  }
}
