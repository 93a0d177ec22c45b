import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { httpClient } from '../support/http.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { NO_LIMITS, UNLIMITED } from './no-limits.js';

const PROGRAM = process.env['SCHEMATHESIS'] ?? 'schemathesis';
const OWN = fileURLToPath(new URL('./schemathesis/', import.meta.url));
/** Another seed makes other requests. */
const SEED = process.env['SCHEMATHESIS_SEED'] ?? '1';
const EXAMPLES_PER_OPERATION = 25;
const STATEFUL_EXAMPLES = 10;
/** Takes 4 minutes on an idle machine and several times as long on a busy one. */
const TIMEOUT_MS = 1_800_000;
const itWithSchemathesis = isInstalled() ? it : it.skip;

function isInstalled(): boolean {
  try {
    execFileSync(PROGRAM, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.log(
      'Skipped: no schemathesis. Install it (pip install schemathesis==4.32.0), on PATH or named by SCHEMATHESIS.',
    );
    return false;
  }
}

describe('OpenAPI document and service', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  /** Where schemathesis stores its database. */
  let folder: string;

  beforeAll(async () => {
    if (!isInstalled()) return;
    buildService();
    folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-schemathesis-'));
    database = await createTestDatabase();
    service = await startServiceProcess(database.url, NO_LIMITS, { overrides: UNLIMITED });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await service?.kill();
    await database?.drop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** Schemathesis' findings; empty without any. */
  async function test(...phases: string[]): Promise<string> {
    const account = await httpClient(service.baseUrl)('GET', '/v1/account', { key: service.apiKey });
    const env = {
      ...process.env,
      EARSHOT_KEY_ID: account.body.keyId as string,
      EARSHOT_AGENT_ID: service.agentId,
      SCHEMATHESIS_HOOKS: 'hooks',
      PYTHONPATH: OWN,
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const header = `X-API-KEY: ${service.apiKey}`;
    const command = [
      ...['--config-file', path.join(OWN, 'schemathesis.toml'), 'run', `${service.baseUrl}/v1/openapi.json`],
      // All checks are on by default; naming them would override the configuration.
      ...['--header', header, '--seed', SEED, '--suppress-health-check', 'all'],
      // NUL is rejected in any field, which JSON Schema would have to state for every string.
      ...['--generation-allow-x00', 'false', '--generation-database', 'none', '--no-color'],
      ...['--continue-on-failure', ...phases],
    ];
    const ran = promisify(execFile)(PROGRAM, command, { cwd: folder, env, maxBuffer: 2 ** 26 });
    const { stdout, failed } = await ran.then(
      ({ stdout }) => ({ stdout, failed: false }),
      (error: Error & { stdout?: string }) => ({ stdout: error.stdout || error.message, failed: true }),
    );
    console.log(stdout.slice(stdout.lastIndexOf('= SUMMARY =')));
    return failed ? stdout : '';
  }

  itWithSchemathesis(
    'agree in every operation on accepted and rejected requests and on responses',
    async () => {
      const max = String(EXAMPLES_PER_OPERATION);
      expect(await test('--phases', 'examples,coverage,fuzzing', '--max-examples', max)).toBe('');
    },
    TIMEOUT_MS,
  );

  itWithSchemathesis(
    'agree on sequences of operations',
    async () => {
      const max = String(STATEFUL_EXAMPLES);
      expect(await test('--phases', 'stateful', '--max-examples', max, '--max-time', '60')).toBe('');
      expect(service.errorOutput()).not.toMatch(/unhandled/i);
    },
    TIMEOUT_MS,
  );
});
