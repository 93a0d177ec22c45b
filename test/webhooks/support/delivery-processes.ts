import { type ChildProcess, spawn } from 'node:child_process';
import { compiledPath } from '../../../scripts/lib/build/tool-code.mjs';
import { inProject } from '../../../scripts/lib/project.mjs';
import type { Overrides } from '../../../src/common/config/index.js';
import { until } from '../../support/until.js';

const ROOT = inProject();

/** Another process that delivers webhooks. */
export interface DeliveryProcess {
  /** Its log so far. */
  output(): string;
  /** Kills it like a power failure. */
  kill(): Promise<void>;
  /** Stops it like an operator. @returns Its exit code. */
  stop(): Promise<number | null>;
  freeze(): void;
  thaw(): void;
}

export async function startDeliveryProcess(
  env: Readonly<Record<string, string>>,
  overrides: Overrides,
): Promise<DeliveryProcess> {
  const child: ChildProcess = spawn(
    process.execPath,
    [compiledPath('test/webhooks/support/delivery-process.ts'), JSON.stringify(overrides)],
    {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        LOG_LEVEL: 'warn',
        DATABASE_POOL_SIZE: '4',
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  try {
    await until('the delivery process is ready', () => /^ready$/m.test(output), 30_000);
  } catch (error) {
    await end('SIGKILL');
    throw new Error(`The delivery process did not start:\n${output}`, { cause: error });
  }
  return {
    output: () => output,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}
