import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Overrides } from '../../src/common/config/index.js';
import { inProject } from '../../scripts/lib/project.mjs';
import { until } from './until.js';

const PROJECT = inProject();
/** Like scripts/serve.mjs, with overrides of constants. */
const SERVE = 'test/support/service/serve.mjs';
const START_TIMEOUT_MS = 120_000;

/** The built service as operators run it: its own process with signals. */
export interface ServiceProcess {
  /** `http://localhost:port` */
  readonly baseUrl: string;
  /** A connector of the demo agent. */
  readonly connectorToken: string;
  readonly agentId: string;
  readonly apiKey: string;
  /** The process's standard error so far. */
  errorOutput(): string;
  /** The log so far: one JSON record per line, LOG_LEVEL `error` and above by default. */
  log(): string;
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code; null after a signal. */
  readonly exited: Promise<number | null>;
  /** Kills it if it is still running. */
  kill(): Promise<void>;
}

interface ProcessOptions {
  /** Constants to change. */
  readonly overrides?: Overrides;
  /** A built checkout of another version, to run that. */
  readonly folder?: string | undefined;
  /** A program with arguments that starts the service and hands its process over, such as `strace -D`. */
  readonly through?: readonly string[];
}

/** Compiles the service for `startServiceProcess`. */
export function buildService(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: PROJECT, stdio: 'ignore' });
}

/**
 * Starts the service on the database and waits until it is ready.
 */
export async function startServiceProcess(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
  { overrides = {}, folder = PROJECT, through = [] }: ProcessOptions = {},
): Promise<ServiceProcess> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'earshot-service-'));
  const demoFile = path.join(dataDir, 'demo.json');
  const [program, ...programArguments] = [...through, process.execPath, SERVE, JSON.stringify(overrides)];
  const child = spawn(program, programArguments, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      // Like createTestApp, so that both can share a database.
      INSTANCE_SECRET: `the secret of all tests on ${new URL(databaseUrl).pathname}`,
      SEED_DEMO: 'true',
      PORT: '0',
      MEDIA_PORT: '0',
      MEDIA_WORKERS: '1',
      MEDIA_LISTEN_IP: '127.0.0.1',
      SIGNALING_GATEWAY: 'debug',
      STARTER_PRELOAD: 'false',
      CALL_WAITING_WORDS_AFTER_MS: '0',
      // A busy test machine must not look like an overload.
      MEDIA_OVERLOAD_LAG_MS: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  let [errors, log] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const exited = once(child, 'exit').then(([code]) => {
    rmSync(dataDir, { recursive: true, force: true });
    return code as number | null;
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  try {
    const access = await whenReady(child, demoFile);
    const signal = (name: NodeJS.Signals) => void child.kill(name);
    return {
      ...access,
      pid: child.pid ?? 0,
      errorOutput: () => errors,
      log: () => log,
      signal,
      exited,
      kill,
    };
  } catch (error) {
    await kill();
    throw new Error(`The service did not start:\n${errors}`, { cause: error });
  }
}

type Access = Pick<ServiceProcess, 'baseUrl' | 'connectorToken' | 'agentId' | 'apiKey'>;

function whenReady(child: ChildProcess, demoFile: string): Promise<Access> {
  return until(
    'the service is ready',
    async () => {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
      if (!existsSync(demoFile)) return undefined;
      const access = JSON.parse(readFileSync(demoFile, 'utf8')) as Access;
      const answer = await fetch(`${access.baseUrl}/health`).catch(() => undefined);
      return answer?.ok ? access : undefined;
    },
    START_TIMEOUT_MS,
  );
}
