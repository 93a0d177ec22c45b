import { Injectable } from '@nestjs/common';
import { DraftsService } from '../agents/index.js';
import {
  type Actor,
  mayTouchAgent,
  type Principal,
  refuseForeignEnvironment,
} from '../common/access/index.js';
import { conflict, notFound } from '../common/errors/index.js';
import { after, NEWEST_FIRST, pageOf, type PageQuery } from '../common/pagination/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import { DeploymentsService } from '../deployments/index.js';
import type { TestReplay, TestResult, TestRun } from '../generated/prisma/client.js';
import type { RunTarget } from './test-run.dto.js';
import { jsonObject } from './script/test-script.js';
import { TestRunStarter, type TestedVersion } from './run/test-run-starter.js';
import { TestRunWorker } from './run/test-run-worker.js';
import { TestSetsService } from './test-sets.service.js';

export type TestRunWithResults = Omit<TestRun, 'document'> & {
  results: (TestResult & { replay: TestReplay | null })[];
};

/** A run without what may take megabytes: its cases, and what was said. */
export type TestRunOutcome = Omit<TestRun, 'document' | 'cases'> & {
  results: Pick<TestResult, 'testCaseId' | 'outcome'>[];
};

const WITH_RESULTS = {
  include: { results: { include: { replay: true } } },
  omit: { document: true },
} as const;
const WITH_OUTCOMES = {
  include: { results: { select: { testCaseId: true, outcome: true } } },
  omit: { document: true, cases: true },
} as const;

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
  ): Promise<TestRunWithResults> {
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
      ...WITH_OUTCOMES,
      orderBy: NEWEST_FIRST,
      take: page.limit + 1,
    });
    return pageOf(rows, page.limit);
  }

  /** @throws ApiError 404 `TEST_RUN_NOT_FOUND` */
  async get(
    principal: Principal,
    id: string,
    client: Prisma.TransactionClient = this.prisma,
  ): Promise<TestRunWithResults> {
    const run = TEST_RUN_ID.test(id)
      ? await client.testRun.findUnique({ where: { id }, ...WITH_RESULTS })
      : null;
    if (!run || run.accountId !== principal.accountId || !mayTouchAgent(principal, run.agentId)) {
      throw testRunNotFound();
    }
    return run;
  }

  /** The latest earlier run of the set that finished and tested another version. */
  async previousVersion(run: TestRunWithResults): Promise<TestRunOutcome | undefined> {
    const found = await this.prisma.testRun.findFirst({
      where: {
        testSetId: run.testSetId,
        finishedAt: { not: null },
        createdAt: { lt: run.createdAt },
        version: { not: run.version },
      },
      ...WITH_OUTCOMES,
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

const TEST_RUN_ID = /^tr_[0-9A-Za-z]{1,64}$/;
