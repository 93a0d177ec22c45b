import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestApp, type TestAccount, type TestApp } from '../../support/app.js';
import { stringify } from 'yaml';
import { httpClient } from '../../support/http.js';
import { addEverything, FULL_TENANT_SETTINGS } from '../full-tenant.js';
import { operationsOf } from '../operations.js';

const PROGRAM = process.env['OPENAPI_PYTHON_CLIENT'] ?? 'openapi-python-client';
const TIMEOUT_MS = 180_000;
/** It knows JSON, forms, text as `text/html` and bytes; what else is one of these, its users tell it so. */
const CONFIG = {
  post_hooks: [],
  content_type_overrides: {
    'application/x-ndjson': 'text/html',
    'audio/wav': 'application/octet-stream',
    'text/markdown': 'application/octet-stream',
    'text/plain': 'application/octet-stream',
    'text/html': 'application/octet-stream',
    'application/pdf': 'application/octet-stream',
  },
};
/** What takes other credentials than a key, and how it refuses one. */
const WITHOUT_KEY: Readonly<Record<string, number>> = { session_get: 403, ice_servers_list: 401 };
const python = findPython();
const itWithGenerator = python === undefined ? it.skip : it;

/**
 * The interpreter that has the generator, and so what its clients need; undefined, and a word about it, where there
 * is none.
 */
function findPython(): string | undefined {
  try {
    const file = execFileSync('which', [PROGRAM]).toString().trim();
    return /^#!(\S+)/.exec(readFileSync(file, 'utf8'))?.[1];
  } catch {
    console.log(
      'Skipped: no openapi-python-client. Install it (pip install openapi-python-client==0.29.0), on PATH or named by OPENAPI_PYTHON_CLIENT.',
    );
    return undefined;
  }
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('the Python client that openapi-python-client makes from the OpenAPI document', () => {
  let service: TestApp;
  let account: TestAccount;
  let folder: string;

  beforeAll(async () => {
    if (python === undefined) return;
    service = await createTestApp({ env: FULL_TENANT_SETTINGS });
    account = await service.createAccount();
    folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-python-client-'));
  }, TIMEOUT_MS);
  afterAll(async () => {
    await service?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  itWithGenerator(
    'is made without a warning, and parses what every GET operation answers',
    async () => {
      const document = await httpClient(service.baseUrl)('GET', '/v1/openapi.json');
      const input = path.join(folder, 'openapi.json');
      writeFileSync(input, JSON.stringify(document.body));
      writeFileSync(path.join(folder, 'config.yml'), stringify(CONFIG));
      const output = ['--output-path', path.join(folder, 'client'), '--meta', 'none'];
      const config = ['--config', path.join(folder, 'config.yml'), '--fail-on-warning'];
      await run(PROGRAM, 'generate', '--path', input, ...output, ...config);

      const key = await service.createKey(account);
      const ids = await addEverything(service, account, key);
      const values = Object.fromEntries(Object.entries(ids).map(([name, id]) => [snakeCase(name), id]));
      const parameters = JSON.stringify({ ...values, from_: 'draft', to: 'draft', version: 'draft' });
      const program = fileURLToPath(new URL('./parse_all.py', import.meta.url));
      const said = await run(String(python), program, folder, 'client', service.baseUrl, key, parameters);
      const answers = JSON.parse(said) as Record<string, unknown>;
      const wrong = Object.entries(answers).filter(
        ([name, answer]) => String(answer) !== `${WITHOUT_KEY[name] ?? 200},true`,
      );
      expect(wrong).toEqual([]);
      const gets = operationsOf(document).filter(({ method }) => method === 'GET');
      expect(Object.keys(answers)).toHaveLength(gets.length);
    },
    TIMEOUT_MS,
  );
});

async function run(program: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, words).catch(
    (error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
    },
  );
  return stdout;
}
