import { setTimeout as delay } from 'node:timers/promises';
import { createTestApp, type TestApp } from '../../support/app.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { httpClient } from '../../support/http.js';
import { type Deed, PostgresProxy } from '../../support/postgres-proxy.js';
import type { Part, Step } from '../../support/wire-session.js';
import { type Change, changesOn, type Ground, prepareGround } from './changes.js';
import { Ledger } from './ledger.js';

const TIMEOUT_MS = 1_800_000;
const QUERY_TIMEOUT_MS = 400;
/** Concurrent clients; each sometimes requests an unknown object, so that its transaction rolls back. */
const CONCURRENCY = 16;
const ROLLED_BACK_EACH = 8;
/** A fault that meets no statement by then fails the test. */
const GIVE_UP_MS = 60_000;
/** Several, so that a stalled connection blocks only some. */
const AGENTS = 8;

const PARTS: readonly Part[] = ['begin', 'claim', 'change', 'answer', 'commit', 'rollback', 'only'];
const STEPS: readonly Step[] = ['parse', 'bind', 'execute', 'sync', 'done'];
const DEEDS: readonly Deed[] = ['late', 'freeze', 'cut'];

export interface WireFaults {
  /** How many messages each fault affects. */
  readonly times: number;
  readonly changes?: readonly string[];
  readonly parts?: readonly Part[];
  readonly steps?: readonly Step[];
  readonly deeds?: readonly Deed[];
}

/** Faults on the link to PostgreSQL at each message of a change. */
export function describeWireFaults(wanted: WireFaults): void {
  const { times, parts = PARTS, steps = STEPS, deeds = DEEDS } = wanted;

  describe(`link to PostgreSQL with ${times} times ${deeds.join(', ')} at each message`, () => {
    let database: TestDatabase;
    let proxy: PostgresProxy;
    let app: TestApp;
    let ground: Ground;

    beforeAll(async () => {
      database = await createTestDatabase();
      proxy = await PostgresProxy.create(database.url, 2 * QUERY_TIMEOUT_MS);
      app = await createTestApp({
        databaseUrl: proxy.url,
        env: {
          DATABASE_CONNECT_TIMEOUT_MS: '2000',
          DATABASE_QUERY_TIMEOUT_MS: String(QUERY_TIMEOUT_MS),
          ALLOW_PRIVATE_NETWORKS: 'webhooks',
          WEBHOOK_DELIVERY_ENABLED: 'false',
        },
        overrides: { quotas: { requests: 0, webhookEndpoints: 100_000 } },
      });
      ground = await prepareGround(app, database.url, AGENTS);
    }, TIMEOUT_MS);
    afterAll(async () => {
      proxy?.disarm();
      await ground?.onlooker.onApplicationShutdown();
      await app?.close();
      await proxy?.close();
      await database?.drop();
    });

    const askForNothing = (index: number) =>
      httpClient(app.baseUrl)('POST', '/v1/agents/unknown-agent/deployments/publish', {
        key: ground.key,
        body: {},
        headers: { 'idempotency-key': `nothing-${process.hrtime.bigint()}-${index}` },
      });

    /** Clients make changes until the fault has affected enough messages. @returns How many. */
    async function underFault(change: Change, ledger: Ledger, part: Part, step: Step, deed: Deed) {
      // A connection does not parse a statement twice.
      if (step === 'parse') proxy.cutAll();
      proxy.arm({ part, step, deed, times });
      const endMs = performance.now() + GIVE_UP_MS;
      const isOver = () => proxy.remaining === 0 || performance.now() > endMs;
      const client = async (_: unknown, index: number) => {
        for (let turn = 0; !isOver(); turn++) {
          if (step === 'parse' && index === 0 && turn % 4 === 3) proxy.cutAll();
          if (part === 'rollback' && turn % 2 === 1) await askForNothing(index);
          else if (turn % ROLLED_BACK_EACH === 7) await askForNothing(index);
          // Without a key it is a single statement, whose outcome is looked up after a lost response.
          else await ledger.ask(change, part !== 'only');
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, client));
      const met = times - proxy.remaining;
      proxy.disarm();
      return met;
    }

    const chosen = wanted.changes ?? ['publish'];
    it.each(chosen)(
      '%s: confirmed changes persist, and others have no effect or one effect after a retry with their key',
      async (name) => {
        const change = changesOn(ground).find((each) => each.name === name) as Change;
        const figures: string[] = [];
        for (const part of parts) {
          for (const step of steps) {
            for (const deed of deeds) {
              const ledger = new Ledger(ground);
              expect([part, step, deed, await underFault(change, ledger, part, step, deed)]).toEqual([
                ...[part, step, deed, times],
              ]);
              // The server may detect a disconnected client late.
              await delay(deed === 'late' ? 2 * QUERY_TIMEOUT_MS : 0);
              await ledger.expectHonest();
              figures.push(`${part} ${step} ${deed}: ${JSON.stringify([...ledger.statuses])}`);
            }
          }
        }
        if (times > 1) console.log(`${name}\n${figures.join('\n')}`);
      },
      TIMEOUT_MS,
    );
  });
}
