import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Access to a running service: what `npm start` writes for its demo account. */
export interface DemoAccess {
  readonly baseUrl: string;
  readonly signalingUrl: string;
  readonly agentId: string;
  readonly apiKey: string;
  readonly connectorToken: string;
  /** SIP URI for a softphone; absent if SIP is disabled. */
  readonly sipUri?: string;
}

export interface RunningService {
  readonly access: DemoAccess;
  readonly pid: number;
  stop(): Promise<void>;
}

const READY_TIMEOUT_MS = 300_000;

/**
 * Runs the service as `npm start` does, in processes of its own, on free ports and temporary data.
 * @param folder A built checkout, run as it is. Default: this one, brought up to date first.
 */
export async function startService(
  env: Record<string, string> = {},
  folder?: string,
): Promise<RunningService> {
  // Readable by PostgreSQL's user if this process is root.
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'earshot-bench-'));
  const demoFile = path.join(dataDir, 'demo.json');
  const [program, ...its] =
    folder === undefined
      ? (['npm', 'start', '--silent'] as const)
      : ([process.execPath, ...imageArguments(folder)] as const);
  const child = spawn(program, its, {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(folder !== undefined && { cwd: folder }),
    env: {
      ...process.env,
      SEED_DEMO: 'true',
      PORT: '0',
      MEDIA_PORT: '0',
      DATA_DIR: dataDir,
      // Used by earlier versions.
      DEMO_FILE: demoFile,
      LOG_LEVEL: 'warn',
      CALL_DRAIN_TIMEOUT_MS: '0',
      // All calls of a bench belong to one account.
      CALL_MAX_CONCURRENT_PER_ACCOUNT: '200',
      CALL_MAX_CONCURRENT_PER_AGENT: '200',
      // As in the image, and as `npm start` sets it.
      MALLOC_ARENA_MAX: '1',
      // Late calls count as well. Empty: the service's default.
      MEDIA_OVERLOAD_LAG_MS: '0',
      ...env,
    },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const deadline = performance.now() + READY_TIMEOUT_MS;
  let access: DemoAccess | undefined;
  try {
    while (access === undefined) {
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
      if (performance.now() > deadline) throw new Error('the service did not become ready');
      await new Promise((resolve) => setTimeout(resolve, 100));
      access = await readAccess(demoFile);
    }
  } catch (error) {
    // npm passes it on to the service; after SIGKILL the service would stay.
    child.kill('SIGTERM');
    throw error;
  }
  return {
    access,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Node's arguments in the image of a checkout. */
function imageArguments(folder: string): string[] {
  const [, command] = /^CMD (\[.*\])$/m.exec(readFileSync(path.join(folder, 'Dockerfile'), 'utf8')) ?? [];
  if (command === undefined) throw new Error(`the Dockerfile of ${folder} names no command`);
  return (JSON.parse(command) as string[]).slice(1);
}

async function readAccess(file: string): Promise<DemoAccess | undefined> {
  try {
    const access = JSON.parse(readFileSync(file, 'utf8')) as DemoAccess;
    const health = await fetch(`${access.baseUrl}/health`);
    return health.ok ? access : undefined;
  } catch {
    return undefined;
  }
}
