import { spawn } from 'node:child_process';
import dgram from 'node:dgram';
import { existsSync } from 'node:fs';
import os from 'node:os';
import { until } from './until.js';

const executable = ['/usr/bin/turnserver', '/usr/local/bin/turnserver'].find((place) => existsSync(place));

/** `describe` where coturn is installed; elsewhere the suite is skipped and says so. */
export function describeWithCoturn(inner: jest.Describe): jest.Describe {
  if (executable !== undefined) return inner;
  console.warn('Skipped: no coturn found. Install it (Debian: apt install coturn).');
  return describe.skip as jest.Describe;
}

export interface Coturn {
  readonly url: string;
  stop(): Promise<void>;
}

/** A real TURN server on loopback that shares a secret with the service. */
export async function startCoturn(secret: string): Promise<Coturn> {
  if (executable === undefined) throw new Error('No coturn: guard the suite with describeWithCoturn.');
  const port = await freeUdpPort();
  let output = '';
  const server = spawn(
    executable,
    [
      `--listening-port=${port}`,
      '--listening-ip=127.0.0.1',
      '--relay-ip=127.0.0.1',
      '--use-auth-secret',
      `--static-auth-secret=${secret}`,
      '--realm=test',
      // The one thing that a real installation denies: here everything is on loopback.
      '--allow-loopback-peers',
      '--cli-password=unused-but-asked-for',
      '--no-cli',
      '--no-tls',
      '--no-dtls',
      '--verbose',
      '--log-file=stdout',
      '--simple-log',
      `--pidfile=${os.tmpdir()}/coturn-${port}.pid`,
      '-n',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const keep = (chunk: Buffer) => (output += chunk.toString());
  server.stdout.on('data', keep);
  server.stderr.on('data', keep);
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await until('coturn listens', () => {
    if (server.exitCode !== null) throw new Error(`coturn ended: ${output}`);
    return output.includes('listener opened on');
  });
  return {
    url: `turn:127.0.0.1:${port}?transport=udp`,
    async stop() {
      server.kill('SIGKILL');
      await exited;
    },
  };
}

async function freeUdpPort(): Promise<number> {
  const socket = dgram.createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}
