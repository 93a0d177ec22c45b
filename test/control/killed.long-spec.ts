import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { httpClient } from '../support/http.js';
import { seededRandom } from './malformed.js';

const KILLS = 10;
const PUBLISHES_EACH = 500;
const IN_FLIGHT = 25;
const LONGEST_LIFE_MS = 1_500;
const TIMEOUT_MS = 600_000;
const PROJECT = new URL('../..', import.meta.url).pathname;

describe(`a service that is killed (-9) ${KILLS} times during ${PUBLISHES_EACH} publishes`, () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'earshot-killed-'));
  const demoFile = path.join(dataDir, 'demo.json');
  const random = seededRandom(3);
  let database: TestDatabase;

  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: PROJECT, stdio: 'ignore' });
    database = await createTestDatabase();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function publishUntilKilled(): Promise<string[]> {
    rmSync(demoFile, { force: true });
    const child = spawn(process.execPath, ['scripts/serve.mjs'], {
      cwd: PROJECT,
      stdio: 'ignore',
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        DEMO_FILE: demoFile,
        SEED_DEMO: 'true',
        PORT: '0',
        MEDIA_PORT: '0',
        LOG_LEVEL: 'silent',
        API_KEY_RATE_LIMIT: '0',
      },
    });
    const exited = once(child, 'exit');
    try {
      const access = await accessOf(demoFile);
      const call = httpClient(access.baseUrl);
      const confirmed: string[] = [];
      let left = PUBLISHES_EACH;
      const worker = async () => {
        while (left-- > 0) {
          const headers = { 'idempotency-key': `k-${random()}` };
          const url = `/v1/agents/${access.agentId}/deployments/publish`;
          const answer = await call('POST', url, {
            key: access.apiKey,
            headers,
            body: { environment: 'live' },
          }).catch(() => undefined);
          if (answer === undefined) return;
          if (answer.status === 201) confirmed.push(answer.body.deployment.id as string);
        }
      };
      const work = Promise.all(Array.from({ length: IN_FLIGHT }, worker));
      await Promise.race([delay(random() * LONGEST_LIFE_MS), work]);
      child.kill('SIGKILL');
      await work;
      return confirmed;
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
  }

  it(
    'keeps every publish that it confirmed, and of every other one all of its rows or none',
    async () => {
      const confirmed: string[] = [];
      for (let i = 0; i < KILLS; i++) confirmed.push(...(await publishUntilKilled()));
      expect(confirmed.length).toBeGreaterThan(KILLS);
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      try {
        const list = async (sql: string): Promise<unknown[]> =>
          (await client.query(sql)).rows.map((row) => row.v as unknown);
        const live = "FROM deployments WHERE environment = 'live'";
        const ids = await list(`SELECT id AS v ${live} ORDER BY number`);
        expect(new Set(ids)).toEqual(new Set([...ids, ...confirmed]));
        const numbers = await list(`SELECT number AS v ${live} ORDER BY number`);
        expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
        expect(
          await list("SELECT deployment_id AS v FROM active_deployments WHERE environment = 'live'"),
        ).toEqual([ids.at(-1)]);
        const audited = await list(
          "SELECT resource_id AS v FROM audit_log WHERE details->>'environment' = 'live'",
        );
        expect(audited.sort()).toEqual([...ids].sort());
        expect(await list('SELECT count(*)::int AS v FROM idempotent_requests')).toEqual([ids.length]);
        expect(
          await list('SELECT count(*)::int AS v FROM idempotent_requests WHERE response IS NULL'),
        ).toEqual([0]);
      } finally {
        await client.end();
      }
    },
    TIMEOUT_MS,
  );
});

async function accessOf(file: string): Promise<{ baseUrl: string; agentId: string; apiKey: string }> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as { baseUrl: string; agentId: string; apiKey: string };
    } catch {
      await delay(50);
    }
  }
  throw new Error('the service did not become ready');
}
