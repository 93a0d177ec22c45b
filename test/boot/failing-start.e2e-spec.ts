import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { compiledPath } from '../../scripts/lib/build/tool-code.mjs';
import { inProject } from '../../scripts/lib/project.mjs';

let child: ChildProcess | undefined;

afterEach(() => child?.kill('SIGKILL'));

it('reports a failed start and leaves nothing running', async () => {
  const { PATH, HOME } = process.env;
  child = spawn(process.execPath, [compiledPath('test/boot/support/failing-start.ts')], {
    cwd: inProject(),
    env: {
      ...{
        PATH,
        HOME,
        LOG_LEVEL: 'silent',
        MEDIA_PORT: '0',
        MEDIA_WORKERS: '1',
        INSTANCE_SECRET: 'too short',
      },
      NODE_COMPILE_CACHE: inProject('.cache', 'compiled-by-v8'),
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  expect([exitCode, output]).toEqual([3, expect.stringContaining('INSTANCE_SECRET must have at least 32')]);
});
