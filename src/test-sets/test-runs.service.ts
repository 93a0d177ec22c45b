import { Injectable } from '@nestjs/common';
import { DraftsService } from '../agents/index.js';
import {
  type Actor,
  mayTouchAgent,
  type Principal,
  refuseForeignEnvironment,
} from '../common/access/index.js';
import { conflict, notFound } from '../common/errors/index.js';
import { ExpensiveReads } from '../quotas/index.js';
import { after, NEWEST_FIRST, pageOf, type PageQuery } from '../http/pagination/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import { DeploymentsService } from '../deployments/index.js';
import type { TestOutcome, TestRun } from '../generated/prisma/client.js';
import type { ReplayVerdict } from './replay/compare-lanes.js';
import type { RunTarget } from './test-run.dto.js';
import { jsonObject } from './script/test-script.js';
import { TestRunStarter, type TestedVersion } from './run/test-run-starter.js';
import { TestRunWorker } from './run/test-run-worker.js';
import { TestSetsService } from './test-sets.service.js';

/** A run without what may take megabytes: its document, its cases, and what was said. */
export type TestRunSummary = Omit<TestRun, 'document' | 'cases'> & {
  /** Finished cases by outcome. */
  readonly counts: Readonly<Partial<Record<TestOutcome, number>>>;
};

export interface CaseOutcome {
  readonly testCaseId: string;
  readonly outcome: TestOutcome;
}

/** A finished case without what was said in it. */
export interface CaseSummary extends CaseOutcome {
  readonly name: string;
  /** Of a replayed call. */
  readonly replay: { readonly verdict: ReplayVerdict; readonly change: number } | null;
}

const SUMMARY = { omit: { document: true, cases: true } } as const;

/** Results that are read and sent at once. */
const RESULTS_AT_ONCE = 10;

const testRunNotFound = () => notFound('TEST_RUN_NOT_FOUND', 'No such test run.');

@Injectable()
export class TestRunsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly sets: TestSetsService,
    private readonly drafts: DraftsService,
    private readonly deployments: DeploymentsService,
    private readonly starter: TestRunStarter,
    private readonly worker: TestRunWorker,
    private readonly reads: ExpensiveReads,
  ) {}

  /**
   * Queues a run of the set against the draft or an environment.
   * @throws ApiError 403 for an environment beyond the key's, 404 `TEST_SET_NOT_FOUND`, 409 `TEST_SET_EMPTY`,
   * `NOTHING_DEPLOYED`
   */
  async start(
    transaction: Prisma.TransactionClient,
    actor: Actor,
    agentId: string,
    testSetId: string,
    target: RunTarget,
  ): Promise<TestRunSummary> {
    if (target !== 'draft') refuseForeignEnvironment(actor, target, `test what is active in ${target}`);
    const set = await this.sets.get({ accountId: actor.accountId, agentId }, testSetId, transaction);
    if (set.cases.length === 0) throw conflict('TEST_SET_EMPTY', 'The test set has no cases.');
    const tested = await this.testedVersion(actor, agentId, target);
    const id = await this.starter.start(transaction, set, { ...tested, createdBy: actor.email });
    return this.get(actor, id, transaction);
  }

  /** Wakes the worker; call after the transaction that queued a run. */
  runSoon(): void {
    this.worker.wake();
  }

  /** Runs of a set, newest first. @throws ApiError 404 `TEST_SET_NOT_FOUND` */
  async list(accountId: string, agentId: string, testSetId: string, page: PageQuery) {
    await this.sets.refuseUnknown({ accountId, agentId }, testSetId);
    const rows = await this.prisma.testRun.findMany({
      where: { testSetId, ...after(page.cursor) },
      ...SUMMARY,
      orderBy: NEWEST_FIRST,
      take: page.limit + 1,
    });
    const found = pageOf(rows, page.limit);
    return { ...found, rows: await withCounts(this.prisma, found.rows) };
  }

  /** @throws ApiError 404 `TEST_RUN_NOT_FOUND` */
  async get(
    principal: Principal,
    id: string,
    client: Prisma.TransactionClient = this.prisma,
  ): Promise<TestRunSummary> {
    const run = TEST_RUN_ID.test(id) ? await client.testRun.findUnique({ where: { id }, ...SUMMARY }) : null;
    if (!run || run.accountId !== principal.accountId || !mayTouchAgent(principal, run.agentId)) {
      throw testRunNotFound();
    }
    const [summary] = await withCounts(client, [run]);
    return summary ?? { ...run, counts: {} };
  }

  /** Finished cases in the order of the set. */
  casesOf({ accountId, id }: TestRunSummary): Promise<readonly CaseSummary[]> {
    return this.reads.run(
      accountId,
      (client) => client.$queryRaw<CaseSummary[]>`
        SELECT test.value ->> 'id' AS "testCaseId", test.value ->> 'name' AS name, result.outcome::text AS outcome,
          CASE WHEN replay.result IS NOT NULL
            THEN jsonb_build_object('verdict', replay.result -> 'verdict', 'change', replay.result -> 'change')
          END AS replay
        FROM test_runs run CROSS JOIN jsonb_array_elements(run.cases) WITH ORDINALITY AS test (value, place)
        JOIN test_results result ON result.test_run_id = run.id AND result.test_case_id = test.value ->> 'id'
        LEFT JOIN test_replays replay
          ON replay.test_run_id = run.id AND replay.test_case_id = result.test_case_id
        WHERE run.id = ${id} ORDER BY test.place`,
    );
  }

  /**
   * The results of cases, each as the JSON that PostgreSQL writes: what was said may take megabytes, and is read
   * for some cases at a time.
   */
  async *resultsOf({ accountId, id }: TestRunSummary, cases: readonly CaseSummary[]): AsyncGenerator<string> {
    for (let from = 0; from < cases.length; from += RESULTS_AT_ONCE) {
      const next = cases.slice(from, from + RESULTS_AT_ONCE);
      const rows = await this.reads.continue(
        accountId,
        (client) => client.$queryRaw<{ json: string }[]>`
          SELECT json_build_object('testCaseId', test.id, 'name', test.name, 'outcome', result.outcome,
            'durationMs', result.duration_ms, 'errorCode', result.error_code, 'turns', result.turns,
            'simulation', result.simulation, 'replay', replay.result)::text AS json
          FROM unnest(${next.map(({ testCaseId }) => testCaseId)}::text[], ${next.map(({ name }) => name)}::text[])
            WITH ORDINALITY AS test (id, name, place)
          JOIN test_results result ON result.test_run_id = ${id} AND result.test_case_id = test.id
          LEFT JOIN test_replays replay
            ON replay.test_run_id = ${id} AND replay.test_case_id = result.test_case_id
          ORDER BY test.place`,
      );
      for (const { json } of rows) yield json;
    }
  }

  /** The latest earlier run of the set that finished and tested another version. */
  async previousOf(
    run: TestRunSummary,
  ): Promise<{ readonly id: string; readonly version: string; readonly results: CaseOutcome[] } | undefined> {
    const found = await this.prisma.testRun.findFirst({
      where: {
        testSetId: run.testSetId,
        finishedAt: { not: null },
        createdAt: { lt: run.createdAt },
        version: { not: run.version },
      },
      select: { id: true, version: true, results: { select: { testCaseId: true, outcome: true } } },
      orderBy: NEWEST_FIRST,
    });
    return found ?? undefined;
  }

  private async testedVersion(
    actor: Actor,
    agentId: string,
    target: RunTarget,
  ): Promise<Omit<TestedVersion, 'createdBy'>> {
    if (target === 'draft') {
      const { version, document } = await this.drafts.get(actor.accountId, agentId);
      return { target, version, document: jsonObject(document as object) };
    }
    const active = await this.deployments.active(agentId, target);
    if (!active) throw conflict('NOTHING_DEPLOYED', 'Nothing was ever deployed to this environment.');
    return { target, version: active.version, deploymentId: active.deploymentId };
  }
}

async function withCounts(
  client: Prisma.TransactionClient,
  runs: readonly Omit<TestRunSummary, 'counts'>[],
): Promise<TestRunSummary[]> {
  const counted = await client.testResult.groupBy({
    by: ['testRunId', 'outcome'],
    where: { testRunId: { in: runs.map(({ id }) => id) } },
    _count: true,
  });
  return runs.map((run) => {
    const own = counted.filter(({ testRunId }) => testRunId === run.id);
    return { ...run, counts: Object.fromEntries(own.map(({ outcome, _count }) => [outcome, _count])) };
  });
}

const TEST_RUN_ID = /^tr_[0-9A-Za-z]{1,64}$/;
