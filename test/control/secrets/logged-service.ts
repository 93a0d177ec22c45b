import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { inProject } from '../../../scripts/lib/project.mjs';
import { until } from '../../support/until.js';

const PROJECT = inProject();
const START_TIMEOUT_MS = 60_000;

/** The built service in its own process, with all its output. */
export interface LoggedService {
  /** `http://127.0.0.1:port` */
  readonly baseUrl: string;
  readonly pid: number | undefined;
  /** All its output so far, from both streams. */
  output(): string;
  /** Stops it like an operator. @returns Its exit code. */
  stop(): Promise<number | null>;
}

/** @param env Its whole environment, except what any process needs. */
export async function startLoggedService(env: Readonly<Record<string, string>>): Promise<LoggedService> {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: PROJECT, stdio: 'ignore' });
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child: ChildProcess = spawn(process.execPath, ['scripts/serve.mjs'], {
    cwd: PROJECT,
    env: {
      ...{
        PATH,
        HOME,
        NODE_COMPILE_CACHE,
        HOST: '127.0.0.1',
        PORT: '0',
        MEDIA_PORT: '0',
        MEDIA_WORKERS: '1',
      },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const exited = once(child, 'exit');
  try {
    const port = await until(
      'the service listens',
      () => {
        if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
        return /"baseUrl":"http:\/\/localhost:(\d+)"/.exec(output)?.[1];
      },
      START_TIMEOUT_MS,
    );
    return {
      baseUrl: `http://127.0.0.1:${port}`,
      pid: child.pid,
      output: () => output,
      async stop() {
        child.kill('SIGTERM');
        const [exitCode] = (await exited) as [number | null];
        return exitCode;
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`The service did not start:\n${output}`, { cause: error });
  }
}
