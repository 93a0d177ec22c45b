import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectFile } from '../../src/common/assets/index.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

const PROGRAM = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find((place) => existsSync(place));

/** `describe` when HAProxy is installed; otherwise the suite is skipped with a message. */
export function describeWithHaproxy(inner: jest.Describe): jest.Describe {
  if (PROGRAM) return inner;
  console.warn('Skipped: no HAProxy found. Install it (Debian: apt install haproxy).');
  return describe.skip;
}

export interface Haproxy {
  /** The common URL of all instances. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** HAProxy in front of loopback instances with deploy/haproxy.cfg, changing only its address, limits and servers. */
export async function startHaproxy(ports: readonly number[]): Promise<Haproxy> {
  const port = await freePort();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-haproxy-'));
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration(port, ports));
  const server = spawn(PROGRAM ?? 'haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const exited = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await until('HAProxy passes requests on', async () => {
      if (server.exitCode !== null) throw new Error('it ended');
      return (await fetch(`${url}/health`).catch(() => undefined))?.ok;
    });
  } catch (error) {
    await stop();
    throw new Error(`HAProxy did not start:\n${output}`, { cause: error });
  }
  return { url, pid: server.pid ?? 0, stop };
}

function configuration(port: number, ports: readonly number[]): string {
  const example = readFileSync(projectFile('deploy', 'haproxy.cfg'), 'utf8');
  const servers = ports.map((one, index) => `  server voice${index + 1} 127.0.0.1:${one}`).join('\n');
  const changed = example
    .replace(/^ {2}maxconn \d+$/m, '  maxconn 1000')
    .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replace(/^(?: {2}server .*\n?)+/m, `${servers}\n`);
  if (!changed.includes(`:${port}\n`) || !changed.includes(servers)) {
    throw new Error('deploy/haproxy.cfg is not what this test expects.');
  }
  return changed;
}
