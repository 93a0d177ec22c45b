import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inProject } from '../../scripts/lib/project.mjs';
import { type Overrides, type QuotaName, QUOTAS } from '../../src/common/config/index.js';

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

/** Like scripts/serve.mjs, which ends the image's command. */
const SERVE = 'test/support/service/serve.mjs';
const READY_TIMEOUT_MS = 300_000;
/** All calls of a bench belong to one account. */
const QUOTAS_OF_BENCHES = { concurrentCalls: 200, concurrentCallsPerAgent: 200 };

/**
 * Runs the service as its image does, in processes of its own, on free ports and temporary data.
 * @param folder A built checkout, run as it is. Default: this one, brought up to date first.
 * @param overrides Constants to change; earlier versions have none, and are told quotas by their settings.
 */
export async function startService(
  env: Record<string, string> = {},
  folder?: string,
  overrides: Overrides = {},
): Promise<RunningService> {
  if (folder === undefined) execFileSync(process.execPath, [inProject('scripts', 'build.mjs')]);
  // Readable by PostgreSQL's user if this process is root.
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'earshot-bench-'));
  const demoFile = path.join(dataDir, 'demo.json');
  const checkout = folder ?? inProject();
  const quotas = { ...QUOTAS_OF_BENCHES, ...overrides.quotas };
  const takesOverrides = existsSync(path.join(checkout, SERVE));
  const its = imageArguments(checkout, takesOverrides ? { ...overrides, quotas } : undefined);
  const child = spawn(process.execPath, its, {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: checkout,
    env: {
      ...process.env,
      SEED_DEMO: 'true',
      PORT: '0',
      MEDIA_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      CALL_DRAIN_TIMEOUT_MS: '0',
      ...(!takesOverrides && formerSettings(quotas)),
      // As in the image.
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

const formerSettings = (quotas: NonNullable<Overrides['quotas']>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(quotas).map(([name, value]) => [QUOTAS[name as QuotaName].formerSetting, String(value)]),
  );

/** Node's arguments in the image of a checkout; with overrides, another program that takes them. */
function imageArguments(folder: string, overrides?: Overrides): string[] {
  const [, command] = /^CMD (\[.*\])$/m.exec(readFileSync(path.join(folder, 'Dockerfile'), 'utf8')) ?? [];
  if (command === undefined) throw new Error(`the Dockerfile of ${folder} names no command`);
  const its = (JSON.parse(command) as string[]).slice(1);
  return overrides ? [...its.slice(0, -1), SERVE, JSON.stringify(overrides)] : its;
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
