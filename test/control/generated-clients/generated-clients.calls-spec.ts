import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '../../../scripts/lib/project.mjs';
import { createTestApp, type TestAccount, type TestApp } from '../../support/app.js';
import { addEverything, FULL_TENANT_OVERRIDES, FULL_TENANT_SETTINGS } from '../full-tenant.js';
import { httpClient } from '../../support/http.js';

const PROJECT = inProject();
const inModules = (...parts: string[]) => path.join(PROJECT, 'node_modules', ...parts);
const TIMEOUT_MS = 120_000;

/** As strict as a client's project can be, including generated code. */
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    // Covers TypeScript, Node and packages; generated code is no `.d.ts`.
    skipLibCheck: true,
    noEmit: true,
  },
  files: ['program.ts'],
};

/** A program's output, also as the message of its error. */
async function run(...command: string[]): Promise<string> {
  const ran = promisify(execFile)(process.execPath, command, { cwd: PROJECT });
  const { stdout, stderr } = await ran.catch((error: Error & { stdout?: string }) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
  return stdout + stderr;
}

describe('clients generated from the OpenAPI document', () => {
  let service: TestApp;
  let account: TestAccount;
  let key: string;
  /** Inside the project, so that its packages resolve. */
  let folder: string;

  beforeAll(async () => {
    service = await createTestApp({ env: FULL_TENANT_SETTINGS, overrides: FULL_TENANT_OVERRIDES });
    account = await service.createAccount();
    key = await service.createKey(account);
    mkdirSync(path.join(PROJECT, '.cache'), { recursive: true });
    folder = mkdtempSync(path.join(PROJECT, '.cache', 'generated-clients-'));
    const { body } = await httpClient(service.baseUrl)('GET', '/v1/openapi.json');
    writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(body));
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    copyFileSync(
      path.join(PROJECT, 'test/control/generated-clients/program.txt'),
      path.join(folder, 'program.ts'),
    );
  }, TIMEOUT_MS);

  afterAll(async () => {
    await service?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it(
    'generate without warnings, compile strictly and parse every kind of response',
    async () => {
      const input = path.join(folder, 'openapi.json');
      const said = await Promise.all([
        run(
          inModules('openapi-typescript/bin/cli.js'),
          input,
          '-o',
          path.join(folder, 'openapi-typescript.ts'),
        ),
        run(
          inModules('@hey-api/openapi-ts/bin/run.js'),
          '-i',
          input,
          '-o',
          path.join(folder, 'hey-api'),
          '--no-log-file',
        ),
      ]);
      expect(said.join('\n')).not.toMatch(/warn|error|duplicate|unsupported/i);
      expect(await run(inModules('typescript/bin/tsc'), '-p', folder)).toBe('');

      const program = path.join(folder, 'program.mjs');
      const entryPoints = [path.join(folder, 'program.ts')];
      await build({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm' });
      const { accountId } = account;
      const { conversationId = '' } = await addEverything(service, account, key);
      const expected = [
        accountId,
        'GET',
        { schemaVersion: 1, languageCode: 'en-GB', greeting: 'Hi.', turnTaking: {} },
        [[true, 'live']],
        'publish',
        'PROJECT_NOT_FOUND',
        'OggS',
        204,
      ];
      const answers: unknown = JSON.parse(
        await run(program, service.baseUrl, key, accountId, conversationId),
      );
      expect(answers).toEqual({ openApiFetch: expected, heyApi: expected });
    },
    TIMEOUT_MS,
  );
});
