import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectFile } from '../../src/common/assets/index.js';
import { freePort } from './free-port.js';
import type { Haproxy } from './haproxy.js';
import { until } from './until.js';

const PROGRAM = ['/usr/bin/caddy', '/usr/local/bin/caddy'].find((place) => existsSync(place));

/** `describe` when Caddy is installed; otherwise the suite is skipped with a message. */
export function describeWithCaddy(inner: jest.Describe): jest.Describe {
  if (PROGRAM) return inner;
  console.warn('Skipped: no Caddy found. Install it (Debian: apt install caddy).');
  return describe.skip;
}

/** Caddy in front of loopback instances with deploy/Caddyfile.instances, without its admin port. */
export async function startCaddy(ports: readonly number[]): Promise<Haproxy> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-caddy-'));
  const file = path.join(folder, 'caddy.json');
  const env = {
    ...process.env,
    HOME: folder,
    EARSHOT_HOSTNAME: url,
    EARSHOT_UPSTREAMS: ports.map((port) => `127.0.0.1:${port}`).join(' '),
  };
  const example = projectFile('deploy', 'Caddyfile.instances');
  const adapted = execFileSync(PROGRAM ?? 'caddy', ['adapt', '--config', example, '--adapter', 'caddyfile'], {
    env,
  });
  writeFileSync(file, JSON.stringify({ ...JSON.parse(adapted.toString()), admin: { disabled: true } }));
  const server = spawn(PROGRAM ?? 'caddy', ['run', '--config', file], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  server.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until('Caddy passes requests on', async () => {
      if (server.exitCode !== null) throw new Error('it ended');
      return (await fetch(`${url}/health`).catch(() => undefined))?.ok;
    });
  } catch (error) {
    await stop();
    throw new Error(`Caddy did not start:\n${output}`, { cause: error });
  }
  return { url, pid: server.pid ?? 0, stop };
}
