import { Injectable } from '@nestjs/common';
import { agentNotFound, AgentsService, lockAgent } from '../agents/index.js';
import type { Actor } from '../common/access/index.js';
import { type AuditActor, recordChange } from '../audit/index.js';
import { ApiError, notFound } from '../common/errors/index.js';
import { newId } from '../common/ids/index.js';
import { AccountQuotas } from '../quotas/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import type { TestCase } from '../generated/prisma/client.js';
import { type ChangeTestSet, jsonObject, type NewTestSet, type TestCaseBody } from './script/test-script.js';
import { CaseNeeds } from './case-needs.js';
import { CASES_IN_ORDER, type TestSetWithCases } from './run/test-run-starter.js';

/** A set is read, and its cases are frozen for a run, in one piece. */
const MAX_SET_BYTES = 524_288;

export const tooLargeSet = (bytes: number): string =>
  `The cases of a test set must not be larger than ${MAX_SET_BYTES} bytes of JSON, and would have ${bytes}. Make another set.`;

/** The same response for a missing set and one of another agent. */
const testSetNotFound = () => notFound('TEST_SET_NOT_FOUND', 'No such test set.');
const testCaseNotFound = () => notFound('TEST_CASE_NOT_FOUND', 'No such test case.');

/** The owner of a test set: an agent of an account. */
interface Place {
  readonly accountId: string;
  readonly agentId: string;
}

@Injectable()
export class TestSetsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: AgentsService,
    private readonly needs: CaseNeeds,
    private readonly quotas: AccountQuotas,
  ) {}

  /** @throws ApiError 404 `PROJECT_NOT_FOUND` */
  async list({ accountId, agentId }: Place) {
    await this.agents.get(accountId, agentId);
    return this.prisma.testSet.findMany({
      where: { accountId, agentId },
      include: { _count: { select: { cases: true } } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  }

  /** @throws ApiError 404 `TEST_SET_NOT_FOUND` */
  async refuseUnknown({ accountId, agentId }: Place, id: string): Promise<void> {
    const where = { id, accountId, agentId };
    if (!(await this.prisma.testSet.findFirst({ where, select: { id: true } }))) throw testSetNotFound();
  }

  /** @throws ApiError 404 `TEST_SET_NOT_FOUND` */
  async get(
    place: Place,
    id: string,
    client: Prisma.TransactionClient = this.prisma,
  ): Promise<TestSetWithCases> {
    const found = await client.testSet.findFirst({
      where: { id, accountId: place.accountId, agentId: place.agentId },
      include: { cases: CASES_IN_ORDER },
    });
    if (!found) throw testSetNotFound();
    return found;
  }

  /** @throws ApiError 404 `PROJECT_NOT_FOUND`, 409 `TEST_SET_LIMIT_REACHED`, `TEST_CASE_LIMIT_REACHED` */
  async create(
    transaction: Prisma.TransactionClient,
    actor: AuditActor,
    agentId: string,
    body: NewTestSet,
  ): Promise<TestSetWithCases> {
    const { cases = [], mode = 'default', ...settings } = body;
    this.checkCaseLimit(actor.accountId, 0, cases.length);
    await this.needs.refuseMissing({ accountId: actor.accountId, agentId }, cases, (at) => `/cases/${at}`);
    const isFound = await lockAgent(transaction, { accountId: actor.accountId, agentId }, 'NO KEY UPDATE');
    if (!isFound) throw agentNotFound();
    await this.checkSetLimit(transaction, actor.accountId, agentId);
    const set = await transaction.testSet.create({
      data: {
        ...settings,
        id: newId('ts'),
        accountId: actor.accountId,
        agentId,
        mode,
        cases: { create: cases.map((testCase, position) => caseColumns(testCase, position)) },
      },
      include: { cases: CASES_IN_ORDER },
    });
    refuseTooLargeSet(bytesOf(set), 0);
    await recordChange(transaction, actor, { action: 'test-set.create', resourceId: set.id, agentId });
    return set;
  }

  /** @throws ApiError 404 `TEST_SET_NOT_FOUND` */
  change(actor: Actor, agentId: string, id: string, body: ChangeTestSet): Promise<TestSetWithCases> {
    return this.changeSet(actor, agentId, id, async (transaction) => {
      await transaction.testSet.update({ where: { id }, data: body });
    });
  }

  /** @throws ApiError 404 `TEST_SET_NOT_FOUND` */
  async delete(actor: Actor, agentId: string, id: string): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const { accountId } = actor;
      const { count } = await transaction.testSet.deleteMany({ where: { id, accountId, agentId } });
      if (count === 0) throw testSetNotFound();
      await recordChange(transaction, actor, { action: 'test-set.delete', resourceId: id, agentId });
    });
  }

  /** Appends a case. @throws ApiError 404 `TEST_SET_NOT_FOUND`, 409 `TEST_CASE_LIMIT_REACHED` */
  async addCase(
    transaction: Prisma.TransactionClient,
    actor: Actor,
    agentId: string,
    id: string,
    body: TestCaseBody,
  ): Promise<TestCase> {
    await this.needs.refuseMissing({ accountId: actor.accountId, agentId }, [body]);
    const testCaseId = newId('tc');
    const set = await this.changeSetIn(transaction, actor, agentId, id, async ({ cases }) => {
      this.checkCaseLimit(actor.accountId, cases.length, 1);
      const position = (cases.at(-1)?.position ?? -1) + 1;
      const columns = { ...caseColumns(body, position), id: testCaseId };
      await transaction.testCase.create({ data: { ...columns, testSetId: id } });
    });
    return caseOf(set, testCaseId);
  }

  /** Replaces a case. @throws ApiError 404 `TEST_SET_NOT_FOUND`, `TEST_CASE_NOT_FOUND` */
  async replaceCase(
    actor: Actor,
    agentId: string,
    id: string,
    testCaseId: string,
    body: TestCaseBody,
  ): Promise<TestCase> {
    await this.needs.refuseMissing({ accountId: actor.accountId, agentId }, [body]);
    const set = await this.changeSet(actor, agentId, id, async (transaction, before) => {
      const { name, script } = caseColumns(body, caseOf(before, testCaseId).position);
      await transaction.testCase.update({ where: { id: testCaseId }, data: { name, script } });
    });
    return caseOf(set, testCaseId);
  }

  /** @throws ApiError 404 `TEST_SET_NOT_FOUND`, `TEST_CASE_NOT_FOUND` */
  async deleteCase(actor: Actor, agentId: string, id: string, testCaseId: string): Promise<void> {
    await this.changeSet(actor, agentId, id, async (transaction, before) => {
      caseOf(before, testCaseId);
      await transaction.testCase.delete({ where: { id: testCaseId } });
    });
  }

  /** Serializes the changes of a set, so that limits and positions hold. */
  private changeSet(
    actor: Actor,
    agentId: string,
    id: string,
    work: (transaction: Prisma.TransactionClient, before: TestSetWithCases) => Promise<void>,
  ): Promise<TestSetWithCases> {
    return this.prisma.$transaction((transaction) =>
      this.changeSetIn(transaction, actor, agentId, id, (before) => work(transaction, before)),
    );
  }

  private async changeSetIn(
    transaction: Prisma.TransactionClient,
    actor: Actor,
    agentId: string,
    id: string,
    work: (before: TestSetWithCases) => Promise<void>,
  ): Promise<TestSetWithCases> {
    const place = { accountId: actor.accountId, agentId };
    await transaction.$queryRaw`SELECT 1 FROM test_sets WHERE id = ${id} FOR UPDATE`;
    const before = await this.get(place, id, transaction);
    await work(before);
    await transaction.testSet.update({ where: { id }, data: { updatedAt: new Date() } });
    await recordChange(transaction, actor, { action: 'test-set.change', resourceId: id, agentId });
    const after = await this.get(place, id, transaction);
    refuseTooLargeSet(bytesOf(after), bytesOf(before));
    return after;
  }

  private checkCaseLimit(accountId: string, used: number, adding: number): void {
    this.quotas.refuseAbove(used, {
      accountId,
      quota: 'testCasesPerSet',
      adding,
      code: 'TEST_CASE_LIMIT_REACHED',
      remedy: 'Delete cases that are not needed',
    });
  }

  private async checkSetLimit(
    transaction: Prisma.TransactionClient,
    accountId: string,
    agentId: string,
  ): Promise<void> {
    this.quotas.refuseAbove(await transaction.testSet.count({ where: { agentId } }), {
      accountId,
      quota: 'testSetsPerAgent',
      code: 'TEST_SET_LIMIT_REACHED',
      remedy: 'Delete those that are not needed',
    });
  }
}

const bytesOf = ({ cases }: TestSetWithCases): number =>
  cases.reduce((sum, { script }) => sum + Buffer.byteLength(JSON.stringify(script)), 0);

/** @throws ApiError 400 `TEST_SET_TOO_LARGE`, unless it became smaller. */
function refuseTooLargeSet(bytes: number, before: number): void {
  if (bytes > Math.max(MAX_SET_BYTES, before))
    throw new ApiError(400, 'TEST_SET_TOO_LARGE', tooLargeSet(bytes));
}

function caseColumns({ name, ...script }: TestCaseBody, position: number) {
  return { id: newId('tc'), name, position, script: jsonObject(script) };
}

function caseOf({ cases }: TestSetWithCases, testCaseId: string): TestCase {
  const found = cases.find(({ id }) => id === testCaseId);
  if (!found) throw testCaseNotFound();
  return found;
}
