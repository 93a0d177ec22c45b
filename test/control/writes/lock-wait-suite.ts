import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Overrides } from '../../../src/common/config/index.js';
import { createTestApp, type TestApp } from '../../support/app.js';
import { type HttpAnswer, httpClient } from '../../support/http.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { until } from '../../support/until.js';
import { type Change, changesOn, type Ground, prepareGround } from './changes.js';
import { Ledger } from './ledger.js';

const WAITING = 6;
const INTERLEAVED = 30;
const TIMEOUT_MS = 600_000;
/** A client may get 503 while the lock is held, but within this time. */
const ANSWER_WITHIN_MS = 3_000;

export interface LockWaits {
  readonly runs: number;
  /** Settings of the service's timeouts; the defaults when empty. */
  readonly env: Readonly<Record<string, string>>;
  readonly overrides?: Overrides;
  /** Lock durations, in rotation; table locks use the first. */
  readonly heldMs: readonly number[];
  /** Changes with locked tables, in order; all when absent. */
  readonly changes?: readonly string[];
}

/** Locks held by others longer than the service waits. */
export function describeLockWaits({ runs, env, overrides, heldMs, changes }: LockWaits): void {
  describe(`while other sessions hold locks for ${heldMs.join(' and ')} ms`, () => {
    let database: TestDatabase;
    let app: TestApp;
    let ground: Ground;
    let locker: pg.Client;

    beforeAll(async () => {
      database = await createTestDatabase();
      app = await createTestApp({
        databaseUrl: database.url,
        env: {
          DATABASE_CONNECT_TIMEOUT_MS: '',
          DATABASE_QUERY_TIMEOUT_MS: '',
          ALLOW_PRIVATE_NETWORKS: 'webhooks',
          WEBHOOK_DELIVERY_ENABLED: 'false',
          ...env,
        },
        overrides: { ...overrides, quotas: { requests: 0, webhookEndpoints: 100_000 } },
      });
      ground = await prepareGround(app, database.url);
      locker = new pg.Client({ connectionString: database.url });
      await locker.connect();
    }, TIMEOUT_MS);
    afterAll(async () => {
      await locker?.end();
      await ground?.onlooker.onApplicationShutdown();
      await app?.close();
      await database?.drop();
    });

    const change = (name: string): Change => changesOn(ground).find((each) => each.name === name) as Change;

    /**
     * Runs the work while another transaction holds the statement's locks, and rolls that back after `forMs`; with
     * `inVain` not before the work is done.
     */
    async function whileLocked<T>(
      statement: string,
      forMs: number,
      work: () => Promise<T>,
      { inVain = false } = {},
    ): Promise<T> {
      await locker.query('BEGIN');
      await locker.query(statement);
      const working = work();
      try {
        await until('the lock was held for long enough', passed(forMs), forMs + 5_000);
        if (inVain) await working;
      } finally {
        await locker.query('ROLLBACK');
      }
      return working;
    }

    /** Keyed publishes of an unknown agent: transactions that roll back. */
    const publishUnknown = (): Promise<HttpAnswer> =>
      httpClient(app.baseUrl)('POST', `/v1/agents/unknown-agent/deployments/publish`, {
        key: ground.key,
        body: {},
        headers: { 'idempotency-key': randomBytes(9).toString('hex') },
      });

    it(
      `${runs} times: confirmed publishes survive and none is partial after others timed out on a row lock`,
      async () => {
        for (let run = 0; run < runs; run++) {
          const ledger = new Ledger(ground);
          const publish = change('publish');
          const waiting = await whileLocked(
            `SELECT 1 FROM active_deployments WHERE environment = 'sandbox' FOR UPDATE`,
            heldMs[run % heldMs.length] ?? 0,
            () => Promise.all(Array.from({ length: WAITING }, () => timed(() => ledger.ask(publish, true)))),
            { inVain: true },
          );
          expect(waiting.map(({ answer }) => answer.status)).toEqual(Array(WAITING).fill(503));
          for (const { tookMs } of waiting) expect(tookMs).toBeLessThan(ANSWER_WITHIN_MS);
          const answers = Array.from(
            { length: INTERLEAVED },
            (_, index) => [ledger.ask(publish, index % 3 === 0), publishUnknown()] as const,
          );
          await Promise.all(answers.flat());
          await ledger.expectHonest();
          const unknown = await Promise.all(answers.map(([, missing]) => missing));
          expect(new Set(unknown.map((answer) => answer.status))).toEqual(new Set([404]));
        }
      },
      TIMEOUT_MS,
    );

    it(
      'each table of each change: a 503 has no effect, or one effect after a retry with its key',
      async () => {
        const seen: string[] = [];
        for (const each of changesOn(ground).filter(({ name }) => changes?.includes(name) ?? true)) {
          for (const table of each.tables) {
            const ledger = new Ledger(ground);
            await whileLocked(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`, heldMs[0] ?? 0, () =>
              Promise.all(Array.from({ length: WAITING }, (_, index) => ledger.ask(each, index % 2 === 0))),
            );
            await ledger.expectHonest();
            seen.push(`${each.name}, ${table}: ${JSON.stringify([...ledger.statuses])}`);
          }
        }
        if (runs > 1) console.log(seen.join('\n'));
      },
      TIMEOUT_MS,
    );
  });
}

async function timed(work: () => Promise<HttpAnswer>): Promise<{ answer: HttpAnswer; tookMs: number }> {
  const beganMs = performance.now();
  const answer = await work();
  return { answer, tookMs: performance.now() - beganMs };
}

function passed(ms: number): () => boolean {
  const endMs = performance.now() + ms;
  return () => performance.now() >= endMs;
}
