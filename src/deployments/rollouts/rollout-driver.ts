import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { PollingService, JobRunner } from '../../jobs/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import { CallOutcomes } from '../../conversations/index.js';
import type { Rollout as RolloutRow } from '../../generated/prisma/client.js';
import { EventsService } from '../../webhooks/index.js';
import { LookRound } from '../look-round.js';
import { BATCH_SIZE, RolloutCalls } from './rollout-calls.js';
import { OPEN_STATES, rolloutPlan } from './rollout.js';
import { WHOLE_SHARE } from './rollout-plan.js';
import { RolloutReturn } from './rollout-return.js';
import { RolloutWatch } from './rollout-watch.js';
import { type GuardFinding, isStepOver } from './verdict.js';

const MAX_PER_LOOK = 1_000;
const MAX_WATCHED = 10_000;

/**
 * Checks all running rollouts: rolls back those whose new version is worse, and advances the others. Processes may run
 * it concurrently: each decision is made under the lock of its rollout.
 */
@Injectable()
export class RolloutDriver extends PollingService {
  private readonly watches = new LRUCache<string, RolloutWatch>({ max: MAX_WATCHED });
  private readonly round = new LookRound(MAX_PER_LOOK);

  constructor(
    private readonly prisma: PrismaService,
    private readonly calls: RolloutCalls,
    private readonly outcomes: CallOutcomes,
    private readonly returns: RolloutReturn,
    private readonly events: EventsService,
    private readonly clock: Clock,
    runner: JobRunner,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(runner, config.deployments.rolloutLookMs, logger, 'rollouts could not be evaluated');
  }

  protected query(): Prisma.Sql {
    return Prisma.sql`SELECT FROM rollouts WHERE state::text IN (${Prisma.join([...OPEN_STATES])})`;
  }

  /** Checks each once, or the next ones of many. A failed check does not delay the others. */
  async run(signal?: AbortSignal): Promise<void> {
    const open = await this.round.next(({ where, ...page }) =>
      this.prisma.rollout.findMany({ where: { ...where, state: { in: [...OPEN_STATES] } }, ...page }),
    );
    const watched = open.map((row) => ({ row, watch: this.watchOf(row) }));
    // Most have no new calls: one statement finds those that have.
    const looks = watched.map(({ row, watch }) => ({ row, since: watch.unseenSince }));
    const [withNews, active] = await Promise.all([this.outcomes.rolloutsWithCalls(looks), this.active(open)]);
    for (const { row, watch } of watched) {
      if (signal?.aborted) return;
      try {
        const isNew = withNews.has(row.id) && (await this.read(row, watch));
        await this.lookAt(row, watch, isNew || !active.has(row.deploymentId));
      } catch (error) {
        this.logger.error({ err: error, rolloutId: row.id }, 'rollout could not be evaluated');
      }
    }
  }

  private async lookAt(row: RolloutRow, watch: RolloutWatch, hasChanged: boolean): Promise<void> {
    const worst = watch.judge.worst();
    if (worst) return this.rollBack(row, worst, watch.judge.findings());
    const next = this.nextStep(row, watch);
    if (next === undefined && !hasChanged) return;
    await this.advance(row, next, watch.judge.findings());
  }

  private watchOf(row: RolloutRow): RolloutWatch {
    const known = this.watches.get(row.id);
    if (known) return known;
    const watch = new RolloutWatch(rolloutPlan(row));
    this.watches.set(row.id, watch);
    return watch;
  }

  private async read(row: RolloutRow, watch: RolloutWatch): Promise<boolean> {
    let [since, unseen, isMore] = [watch.unseenSince, 0, true];
    while (isMore) {
      const calls = await this.calls.endedSince(row, since);
      unseen += watch.take(calls);
      since = calls.at(-1)?.endedAt ?? since;
      isMore = calls.length === BATCH_SIZE;
    }
    return unseen > 0;
  }

  /** The next step, or undefined while this one lasts. */
  private nextStep(row: RolloutRow, watch: RolloutWatch): number | undefined {
    const step = rolloutPlan(row).steps[row.stepIndex];
    if (row.state !== 'running' || !step) return undefined;
    const canaryCalls = watch.canaryCallsSince(row.stepStartedAt);
    const elapsedMs = this.clock.now().getTime() - row.stepStartedAt.getTime();
    return isStepOver(step, { canaryCalls, elapsedMs }) ? row.stepIndex + 1 : undefined;
  }

  private async advance(
    row: RolloutRow,
    next: number | undefined,
    findings: readonly GuardFinding[],
  ): Promise<void> {
    const now = this.clock.now();
    const isWhole = next !== undefined && rolloutPlan(row).steps[next]?.share === WHOLE_SHARE;
    await this.prisma.$transaction(async (transaction) => {
      if (!(await this.returns.hold(transaction, row))) return;
      await transaction.rollout.updateMany({
        where: { id: row.id, state: row.state, stepIndex: row.stepIndex },
        data: {
          findings: findings as unknown as Prisma.InputJsonArray,
          ...(next !== undefined && { stepIndex: next, stepStartedAt: now }),
          ...(isWhole && { state: 'completed', endedAt: now, reason: 'No guard found it worse.' }),
        },
      });
    });
    if (next !== undefined) this.logger.info({ rolloutId: row.id, step: next, isWhole }, 'rollout advanced');
  }

  private async rollBack(
    row: RolloutRow,
    decisive: GuardFinding,
    findings: readonly GuardFinding[],
  ): Promise<void> {
    const order = {
      state: 'rolled_back',
      reason: describe(decisive),
      found: { decisive, findings },
    } as const;
    const event = await this.prisma.$transaction((transaction) =>
      this.returns.rollBack(transaction, row, order),
    );
    this.watches.delete(row.id);
    if (!event) return;
    this.logger.warn({ rolloutId: row.id, metric: decisive.metric }, 'rollout rolled back');
    this.events.announce(event);
  }

  /** Which of the rolled-out deployments are still active. */
  private async active(open: readonly RolloutRow[]): Promise<ReadonlySet<string>> {
    const where = { deploymentId: { in: open.map(({ deploymentId }) => deploymentId) } };
    const found = await this.prisma.activeDeployment.findMany({ where, select: { deploymentId: true } });
    return new Set(found.map(({ deploymentId }) => deploymentId));
  }
}

const WORDS = {
  crashes: 'crashed',
  tool_errors: 'had failed tools',
  provider_errors: 'had failed providers',
  early_hang_ups: 'ended within 15 s',
  transfers: 'were put through to somebody else',
  failures: 'missed what counts as success',
} as const;

/** Reason in the message of the rollback's deployment. */
function describe({ metric, against, canary, others }: GuardFinding): string {
  if (metric === 'response_time' && against === 'limit')
    return `More than 5 % of its ${canary.calls} calls are answered later than the limit.`;
  if (metric === 'response_time')
    return `It answers later: ${Math.round(canary.medianMs ?? 0)} ms instead of ${Math.round(others.medianMs ?? 0)} ms (medians).`;
  const own = `${canary.events} of its ${canary.calls} calls ${WORDS[metric]}`;
  return against === 'limit'
    ? `${own}, which is over the limit.`
    : `${own}, and ${others.events} of ${others.calls} with the version before.`;
}
