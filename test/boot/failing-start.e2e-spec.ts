import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inProject } from '../../scripts/lib/project.mjs';

const ROOT = inProject();

it('a start that fails half-way says why and leaves nothing running that keeps the process alive', async () => {
  const child = spawn(process.execPath, ['scripts/run-ts.mjs', 'test/boot/support/failing-start.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'silent',
      MEDIA_PORT: '0',
      MEDIA_WORKERS: '1',
      INSTANCE_SECRET: 'too short',
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const deadline = setTimeout(() => child.kill('SIGKILL'), 45_000);
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  clearTimeout(deadline);
  expect([exitCode, output]).toEqual([3, expect.stringContaining('INSTANCE_SECRET must have at least 32')]);
}, 60_000);
