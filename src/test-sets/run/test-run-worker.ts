import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { JobRunner, QueueWorker } from '../../jobs/index.js';
import { runEvery } from '../../common/timers/index.js';
import { FairQueue } from '../../common/fair-shares/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import type { TestScript } from '../script/test-script.js';
import { parseStoredScript } from '../script/parse-test-set.js';
import { longestMsOf } from '../simulated/simulation.js';
import { GiveWay } from './give-way.js';
import { Rehearsal, type RehearsalResult } from './rehearsal.js';
import type { RehearsedAgent } from '../tested-agents/rehearsed-agent.js';
import { type ClaimedRun, type FrozenTestCase, frozenCasesOf, TestRunStore } from './test-run.store.js';
import { VersionedAgents } from '../tested-agents/versioned-agents.js';

/** Renewals per lease, so that one or two may fail. */
const RENEWALS_PER_LEASE = 3;
/** How long after its instance's last heartbeat another instance takes over a run. */
const LEASE_MS = 30_000;
const CASE_TIMEOUT_MS = 120_000;

/**
 * Runs test sets in the background, one run per account at a time; the cases of all runs take turns by account.
 * Unfinished runs are resumed, here or by another instance.
 */
@Injectable()
export class TestRunWorker extends QueueWorker<ClaimedRun> {
  /** Accounts with runs in progress here. */
  private readonly busy = new Set<string>();
  private readonly cases: FairQueue;
  private readonly spokenCases: FairQueue;

  constructor(
    private readonly store: TestRunStore,
    private readonly rehearsal: Rehearsal,
    private readonly giveWay: GiveWay,
    private readonly agents: VersionedAgents,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    const { pollIntervalMs, concurrentCases, concurrentSpokenCases } = config.testSets;
    super(runner, pollIntervalMs, logger, 'test runs could not be claimed', Infinity);
    this.cases = new FairQueue(concurrentCases);
    this.spokenCases = new FairQueue(concurrentSpokenCases);
  }

  /** Checks for work now, or right after the current run. */
  wake(): void {
    void this.job.wake();
  }

  protected query(): Prisma.Sql {
    return this.store.unfinished;
  }

  protected claim(afterAccountId: string): Promise<ClaimedRun | undefined> {
    return this.store.claim(LEASE_MS, afterAccountId, [...this.busy]);
  }

  protected async do(claimed: ClaimedRun, stopping: AbortSignal): Promise<void> {
    const { runsKeptPerSet } = this.config.testSets;
    const over = new AbortController();
    this.busy.add(claimed.accountId);
    const endRenewals = runEvery(LEASE_MS / RENEWALS_PER_LEASE, () => void this.renew(claimed, over));
    const signal = AbortSignal.any([stopping, over.signal]);
    try {
      await this.rehearseAll(claimed, signal);
      if (!signal.aborted) await this.store.finish(claimed, runsKeptPerSet);
    } finally {
      endRenewals();
      over.abort();
      this.busy.delete(claimed.accountId);
      if (stopping.aborted) await this.store.release(claimed);
    }
  }

  protected onJobFailure({ run, accountId }: ClaimedRun, err: unknown): void {
    this.logger.warn({ err, testRunId: run.id, accountId }, 'test run interrupted');
  }

  private async renew(claimed: ClaimedRun, over: AbortController): Promise<void> {
    try {
      if (!(await this.store.renew(claimed, LEASE_MS))) over.abort();
    } catch (error) {
      this.logger.warn(
        { err: error, testRunId: claimed.run.id, accountId: claimed.accountId },
        'lease of a test run could not be renewed',
      );
    }
  }

  private async rehearseAll(claimed: ClaimedRun, signal: AbortSignal): Promise<void> {
    const { run } = claimed;
    const done = await this.store.finishedCases(run.id);
    const waiting = frozenCasesOf(run).filter(({ id }) => !done.has(id));
    const agent = await this.agents.ofRun(run);
    await Promise.all(
      waiting.map((test) => {
        const queue = parseStoredScript(test.script).spoken ? this.spokenCases : this.cases;
        return queue
          .run(claimed.accountId, () => this.rehearse(claimed, agent, test, signal), signal)
          .catch((error: unknown) => {
            if (!signal.aborted) throw error;
          });
      }),
    );
  }

  private async rehearse(
    claimed: ClaimedRun,
    agent: RehearsedAgent | undefined,
    { id, script }: FrozenTestCase,
    signal: AbortSignal,
  ): Promise<void> {
    const beganAtMs = this.clock.monotonicMs();
    const result = await this.resultOf(agent, script, signal);
    if (!result) return;
    const durationMs = Math.round(this.clock.monotonicMs() - beganAtMs);
    await this.store.addResult(claimed, { ...result, testCaseId: id, durationMs });
  }

  /** Undefined when the run was aborted. */
  private async resultOf(
    agent: RehearsedAgent | undefined,
    script: unknown,
    signal: AbortSignal,
  ): Promise<RehearsalResult | undefined> {
    if (!agent) return { outcome: 'error', turns: [], errorCode: 'VERSION_NOT_FOUND' };
    const parsed = parseStoredScript(script);
    const timed = (stop: AbortSignal) => this.runTimed(agent, parsed, stop);
    if (!parsed.spoken) return timed(signal);
    return this.giveWay.hold(timed, signal).catch(() => undefined);
  }

  private async runTimed(
    agent: RehearsedAgent,
    script: TestScript,
    signal: AbortSignal,
  ): Promise<RehearsalResult | undefined> {
    const timeout = AbortSignal.timeout(this.timeoutMsOf(script));
    const either = AbortSignal.any([signal, timeout]);
    const aborted = new Promise<undefined>((resolve) => {
      either.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    const rehearsed = this.rehearsal.run(agent, script, either).catch(() => undefined);
    const result = await Promise.race([rehearsed, aborted]);
    if (result || signal.aborted) return result;
    return { outcome: 'error', turns: [], errorCode: 'CASE_TIMEOUT' };
  }

  /** Each conversation of a simulated caller has the time limit of a case. */
  private timeoutMsOf({ simulated }: TestScript): number {
    return simulated ? longestMsOf(simulated) + CASE_TIMEOUT_MS : CASE_TIMEOUT_MS;
  }
}
