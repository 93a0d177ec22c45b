import { Injectable } from '@nestjs/common';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { accountIsSuspended } from '../../auth/index.js';
import { newId, randomBase62 } from '../../common/ids/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import type { TestOutcome, TestRun } from '../../generated/prisma/client.js';
import { MAX_RESULT_CHARACTERS } from '../script/test-script.js';

/** A case frozen for a run; later changes of the set do not affect it. */
const FrozenCase = Type.Object({ id: Type.String(), name: Type.String(), script: Type.Unknown() });
const FrozenCases = Type.Array(FrozenCase);

export type FrozenTestCase = Static<typeof FrozenCase>;

export interface NewTestRun {
  readonly accountId: string;
  readonly agentId: string;
  readonly testSetId: string;
  readonly deploymentId?: string;
  readonly target: string;
  readonly version: string;
  /** The draft's document; deployed ones are loaded by version. */
  readonly document?: Prisma.InputJsonObject;
  readonly mode: string;
  readonly variantId: string | null;
  readonly cases: Prisma.InputJsonArray;
  readonly createdBy: string;
}

export interface NewTestResult {
  readonly testCaseId: string;
  readonly outcome: TestOutcome;
  readonly durationMs: number;
  readonly turns: readonly object[];
  readonly simulation?: object | undefined;
  readonly replay?: { readonly conversationId: string } | undefined;
  readonly errorCode?: string | undefined;
}

/** A run leased to this instance. A newer token means that another one took over. */
export interface ClaimedRun {
  readonly accountId: string;
  readonly run: TestRun;
  readonly leaseToken: string;
}

/** Runs of a suspended account wait. */
const MAY_RUN = Prisma.sql`NOT ${accountIsSuspended('test_runs.account_id')}`;
const TO_BE_RUN = Prisma.sql`
  (state = 'queued' OR (state = 'running' AND lease_expires_at < now())) AND ${MAY_RUN}`;

/** Test runs as jobs: queued in a table, run by the instance with the lease, stored result by result. */
@Injectable()
export class TestRunStore {
  constructor(private readonly prisma: PrismaService) {}

  async create(client: Prisma.TransactionClient, run: NewTestRun): Promise<string> {
    const id = newId('tr');
    await client.testRun.create({ data: { ...run, id, total: run.cases.length } });
    return id;
  }

  /** A query that returns a row while any run waits or was abandoned. */
  get unfinished(): Prisma.Sql {
    return Prisma.sql`SELECT FROM test_runs WHERE ${TO_BE_RUN}`;
  }

  /**
   * Leases the first run that waits or was abandoned, by account and then by age, of accounts with greater ids than
   * this one.
   * @param busy Accounts to skip.
   */
  async claim(
    leaseMs: number,
    afterAccountId: string,
    busy: readonly string[],
  ): Promise<ClaimedRun | undefined> {
    const leaseToken = randomBase62(22);
    const [claimed] = await this.prisma.$queryRaw<{ id: string }[]>`
      UPDATE test_runs
      SET state = 'running', started_at = COALESCE(started_at, now()), lease_token = ${leaseToken},
          lease_expires_at = now() + ${leaseMs} * interval '1 millisecond'
      WHERE id = (
        SELECT id FROM test_runs
        WHERE (${TO_BE_RUN}) AND account_id > ${afterAccountId} AND account_id <> ALL (${[...busy]}::text[])
        ORDER BY account_id, created_at LIMIT 1
        FOR UPDATE SKIP LOCKED)
      RETURNING id`;
    const run = claimed && (await this.prisma.testRun.findUnique({ where: { id: claimed.id } }));
    return run ? { accountId: run.accountId, run, leaseToken } : undefined;
  }

  /** False if another instance took over, the run was deleted, or it has to wait. */
  async renew({ run, leaseToken }: ClaimedRun, leaseMs: number): Promise<boolean> {
    const renewed = await this.prisma.$executeRaw`
      UPDATE test_runs SET lease_expires_at = now() + ${leaseMs} * interval '1 millisecond'
      WHERE id = ${run.id} AND lease_token = ${leaseToken} AND state = 'running' AND ${MAY_RUN}`;
    return renewed > 0;
  }

  /** Lets another instance continue immediately. */
  async release({ run, leaseToken }: ClaimedRun): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE test_runs SET lease_expires_at = to_timestamp(0) WHERE id = ${run.id} AND lease_token = ${leaseToken}`;
  }

  async finishedCases(runId: string): Promise<Set<string>> {
    const rows = await this.prisma.testResult.findMany({
      where: { testRunId: runId },
      select: { testCaseId: true },
    });
    return new Set(rows.map(({ testCaseId }) => testCaseId));
  }

  /** Stores a result, unless another instance took over. */
  async addResult(claimed: ClaimedRun, result: NewTestResult): Promise<void> {
    const { run, leaseToken } = claimed;
    const { testCaseId, durationMs, replay } = result;
    const [turns, simulated, replayed] = [result.turns, result.simulation, replay].map((part) =>
      part ? JSON.stringify(part) : null,
    );
    const characters = (turns?.length ?? 0) + (simulated?.length ?? 0) + (replayed?.length ?? 0);
    if (characters > MAX_RESULT_CHARACTERS) return this.addResult(claimed, tooLarge(result));
    const { outcome, errorCode } = result;
    await this.prisma.$executeRaw`
      INSERT INTO test_results (test_run_id, test_case_id, outcome, duration_ms, turns, simulation, error_code)
      SELECT id, ${testCaseId}, ${outcome}::"TestOutcome", ${durationMs}, ${turns}::jsonb,
             ${simulated}::jsonb, ${errorCode ?? null}
      FROM test_runs WHERE id = ${run.id} AND lease_token = ${leaseToken} AND state = 'running'
      ON CONFLICT DO NOTHING`;
    if (!replay) return;
    // Stores nothing about a call that was erased since.
    await this.prisma.$executeRaw`
      INSERT INTO test_replays (test_run_id, test_case_id, conversation_id, result)
      SELECT r.test_run_id, r.test_case_id, c.id, ${replayed}::jsonb
      FROM test_results r JOIN test_runs t ON t.id = r.test_run_id
      JOIN conversations c ON c.id = ${replay.conversationId} AND c.agent_id = t.agent_id
      WHERE r.test_run_id = ${run.id} AND r.test_case_id = ${testCaseId} AND t.lease_token = ${leaseToken}
      ON CONFLICT DO NOTHING`;
  }

  /** Completes the run and deletes the oldest runs of its set beyond `kept`. */
  async finish({ run, leaseToken }: ClaimedRun, kept: number): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE test_runs SET finished_at = now(), lease_token = NULL, lease_expires_at = NULL,
        state = CASE WHEN (SELECT count(*) FROM test_results WHERE test_run_id = ${run.id} AND outcome = 'passed') = total
                THEN 'passed' ELSE 'failed' END::"TestRunState"
      WHERE id = ${run.id} AND lease_token = ${leaseToken} AND state = 'running'`;
    await this.prisma.$executeRaw`
      DELETE FROM test_runs WHERE id IN (
        SELECT id FROM test_runs WHERE test_set_id = ${run.testSetId} AND finished_at IS NOT NULL
        ORDER BY created_at DESC, id OFFSET ${kept})`;
  }
}

const tooLarge = ({ testCaseId, durationMs }: NewTestResult): NewTestResult => ({
  ...{ testCaseId, durationMs, outcome: 'error', turns: [], errorCode: 'RESULT_TOO_LARGE' },
});

/** @throws when the row was tampered with */
export function frozenCasesOf(run: Pick<TestRun, 'id' | 'cases'>): FrozenTestCase[] {
  if (!Value.Check(FrozenCases, run.cases)) throw new Error(`The cases of test run ${run.id} are damaged.`);
  return run.cases;
}
