import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { DueWork, LookingService } from '../../common/due-work/index.js';
import { isDatabaseUnavailable } from '../../common/errors/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import { jsonArray, jsonObject } from '../script/json-column.js';
import { parseStoredScript } from '../script/parse-test-set.js';
import type { TestScript } from '../script/test-script.js';
import { longestMsOf } from '../simulated/simulation.js';
import { GiveWay } from './give-way.js';
import { Rehearsal, type RehearsalResult } from './rehearsal.js';
import type { RehearsedAgent } from '../tested-agents/rehearsed-agent.js';
import { type ClaimedRun, type FrozenTestCase, frozenCasesOf, TestRunStore } from './test-run.store.js';
import { VersionedAgents } from '../tested-agents/versioned-agents.js';

/** Renewals within one lease, so that one or two may fail. */
const RENEWALS_PER_LEASE = 3;

/** Runs test sets in the background, one at a time. Unfinished runs are continued, here or by another instance. */
@Injectable()
export class TestRunWorker extends LookingService {
  constructor(
    private readonly store: TestRunStore,
    private readonly rehearsal: Rehearsal,
    private readonly giveWay: GiveWay,
    private readonly agents: VersionedAgents,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    dueWork: DueWork,
    logger: PinoLogger,
  ) {
    super(dueWork, config.testSets.pollIntervalMs, logger, 'test run interrupted');
  }

  /** Looks for work now, or right after the current run. */
  wake(): void {
    void this.job.wake();
  }

  /** The lease of an unfinished run expires, and then it is resumed. An outage of the database is told elsewhere. */
  protected override onFailure(error: unknown): void {
    if (!isDatabaseUnavailable(error)) super.onFailure(error);
  }

  protected query(): Prisma.Sql {
    return this.store.unfinished;
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const claimed = await this.store.claim(this.config.testSets.leaseMs);
      if (!claimed) return;
      await this.do(claimed, stopping);
    }
  }

  private async do(claimed: ClaimedRun, stopping: AbortSignal): Promise<void> {
    const { leaseMs, runsKeptPerSet } = this.config.testSets;
    const lost = new AbortController();
    const renewal = setInterval(() => void this.renew(claimed, lost), leaseMs / RENEWALS_PER_LEASE);
    const signal = AbortSignal.any([stopping, lost.signal]);
    try {
      await this.rehearseAll(claimed, signal);
      if (!signal.aborted) await this.store.finish(claimed, runsKeptPerSet);
    } finally {
      clearInterval(renewal);
      if (stopping.aborted) await this.store.release(claimed);
    }
  }

  private async renew(claimed: ClaimedRun, lost: AbortController): Promise<void> {
    try {
      if (!(await this.store.renew(claimed, this.config.testSets.leaseMs))) lost.abort();
    } catch (error) {
      this.logger.warn({ err: error, testRunId: claimed.run.id }, 'lease of a test run not renewed');
    }
  }

  private async rehearseAll(claimed: ClaimedRun, signal: AbortSignal): Promise<void> {
    const { run } = claimed;
    const done = await this.store.finishedCases(run.id);
    const waiting = frozenCasesOf(run).filter(({ id }) => !done.has(id));
    const agent = await this.agents.ofRun(run);
    const { concurrentCases, concurrentSpokenCases } = this.config.testSets;
    const rehearseWith = (cases: FrozenTestCase[], atOnce: number) => {
      const next = async (): Promise<void> => {
        for (let test = cases.shift(); test && !signal.aborted; test = cases.shift()) {
          await this.rehearse(claimed, agent, test, signal);
        }
      };
      return Array.from({ length: atOnce }, next);
    };
    const isSpoken = ({ script }: FrozenTestCase) => parseStoredScript(script).spoken !== undefined;
    await Promise.all([
      ...rehearseWith(
        waiting.filter((test) => !isSpoken(test)),
        concurrentCases,
      ),
      ...rehearseWith(waiting.filter(isSpoken), concurrentSpokenCases),
    ]);
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
    await this.store.addResult(claimed, {
      testCaseId: id,
      outcome: result.outcome,
      durationMs: Math.round(this.clock.monotonicMs() - beganAtMs),
      turns: jsonArray(result.turns),
      ...(result.replay && { replay: result.replay }),
      ...(result.simulation && { simulation: jsonObject({ ...result.simulation }) }),
      errorCode: result.errorCode,
    });
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

  /** Each run of a simulated caller has as long as a case. */
  private timeoutMsOf({ simulated }: TestScript): number {
    const { caseTimeoutMs } = this.config.testSets;
    return simulated ? longestMsOf(simulated) + caseTimeoutMs : caseTimeoutMs;
  }
}
