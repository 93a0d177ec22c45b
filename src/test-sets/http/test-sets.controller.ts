import { Body, Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../../http/idempotency/index.js';
import { quotaExample } from '../../quotas/index.js';
import { Operation } from '../../http/openapi/index.js';
import { parseChangeTestSet, parseNewTestSet, parseTestCase } from '../script/parse-test-set.js';
import { ChangeTestSetSchema, NewTestSetSchema, TestCaseBodySchema } from '../script/test-script.js';
import { TestSetsService, tooLargeSet } from '../test-sets.service.js';
import { CASE_BODY_EXAMPLE, TEST_SET_BODY_EXAMPLE, TEST_SET_EXAMPLE } from './test-set.example.js';
import { OneTestCaseSchema, OneTestSetSchema, TestSetListSchema } from './test-set.schema.js';
import { testCaseView, testSetSummary, testSetView } from './test-set.view.js';

const { cases: CASES, ...SUMMARY_EXAMPLE } = TEST_SET_EXAMPLE;
const one = { schema: OneTestSetSchema, example: { testSet: TEST_SET_EXAMPLE } };
const oneCase = { schema: OneTestCaseSchema, example: { testCase: CASES[0] } };
const agentNotFound = { PROJECT_NOT_FOUND: 'No such agent.' };
const setNotFound = { TEST_SET_NOT_FOUND: 'No such test set.' };
const caseNotFound = { ...setNotFound, TEST_CASE_NOT_FOUND: 'No such test case.' };
const tooLarge = { TEST_SET_TOO_LARGE: tooLargeSet(600_000) };
const tooManyCases = { TEST_CASE_LIMIT_REACHED: quotaExample('testCasesPerSet') };

@ApiTags('Test sets')
@Controller('v1/agents/:agentId/test-sets')
export class TestSetsController {
  constructor(
    private readonly sets: TestSetsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Post()
  @Operation({
    summary: 'Make a test set',
    addsBytes: true,
    scope: 'agents:write',
    limits: { environments: 'any' },
    status: 201,
    jsonBody: { schema: NewTestSetSchema, example: TEST_SET_BODY_EXAMPLE },
    response: one,
    errors: {
      400: tooLarge,
      404: agentNotFound,
      409: { TEST_SET_LIMIT_REACHED: quotaExample('testSetsPerAgent'), ...tooManyCases },
    },
    idempotent: true,
  })
  create(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Param('agentId') agentId: string,
    @Body() body: unknown,
  ) {
    const wanted = parseNewTestSet(body);
    return this.idempotency.run(idempotency, async (transaction) => ({
      testSet: testSetView(await this.sets.create(transaction, actor, agentId, wanted)),
    }));
  }

  @Get()
  @Operation({
    summary: 'List the test sets of an agent',
    scope: 'agents:read',
    response: { schema: TestSetListSchema, example: { testSets: [SUMMARY_EXAMPLE] } },
    errors: { 404: agentNotFound },
  })
  async list(@CurrentPrincipal() { accountId }: Principal, @Param('agentId') agentId: string) {
    const sets = await this.sets.list({ accountId, agentId });
    return { testSets: sets.map((set) => testSetSummary(set, set._count.cases)) };
  }

  @Get(':testSetId')
  @Operation({
    summary: 'One test set with its cases',
    scope: 'agents:read',
    response: one,
    errors: { 404: setNotFound },
  })
  async get(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('testSetId') testSetId: string,
  ) {
    return { testSet: testSetView(await this.sets.get({ accountId, agentId }, testSetId)) };
  }

  @Patch(':testSetId')
  @Operation({
    summary: 'Change the settings of a test set',
    scope: 'agents:write',
    limits: { environments: 'any' },
    jsonBody: { schema: ChangeTestSetSchema, example: { enabled: false } },
    response: one,
    errors: { 404: setNotFound },
  })
  async change(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('testSetId') testSetId: string,
    @Body() body: unknown,
  ) {
    const set = await this.sets.change(actor, agentId, testSetId, parseChangeTestSet(body));
    return { testSet: testSetView(set) };
  }

  @Delete(':testSetId')
  @Operation({
    summary: 'Delete a test set with its cases and runs',
    scope: 'agents:write',
    limits: { environments: 'any' },
    errors: { 404: setNotFound },
  })
  async delete(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('testSetId') testSetId: string,
  ): Promise<void> {
    await this.sets.delete(actor, agentId, testSetId);
  }

  @Post(':testSetId/cases')
  @Operation({
    summary: 'Add a case behind the others',
    addsBytes: true,
    scope: 'agents:write',
    limits: { environments: 'any' },
    status: 201,
    jsonBody: { schema: TestCaseBodySchema, example: CASE_BODY_EXAMPLE },
    response: oneCase,
    errors: { 400: tooLarge, 404: setNotFound, 409: tooManyCases },
    idempotent: true,
  })
  addCase(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Param('agentId') agentId: string,
    @Param('testSetId') testSetId: string,
    @Body() body: unknown,
  ) {
    const wanted = parseTestCase(body);
    return this.idempotency.run(idempotency, async (transaction) => ({
      testCase: testCaseView(await this.sets.addCase(transaction, actor, agentId, testSetId, wanted)),
    }));
  }

  @Put(':testSetId/cases/:testCaseId')
  @Operation({
    summary: 'Replace a case',
    addsBytes: true,
    scope: 'agents:write',
    limits: { environments: 'any' },
    jsonBody: { schema: TestCaseBodySchema, example: CASE_BODY_EXAMPLE },
    response: oneCase,
    errors: { 400: tooLarge, 404: caseNotFound },
  })
  async replaceCase(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('testSetId') testSetId: string,
    @Param('testCaseId') testCaseId: string,
    @Body() body: unknown,
  ) {
    const parsed = parseTestCase(body);
    return {
      testCase: testCaseView(await this.sets.replaceCase(actor, agentId, testSetId, testCaseId, parsed)),
    };
  }

  @Delete(':testSetId/cases/:testCaseId')
  @Operation({
    summary: 'Delete a case; results of runs that had it stay',
    scope: 'agents:write',
    limits: { environments: 'any' },
    errors: { 404: caseNotFound },
  })
  async deleteCase(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('testSetId') testSetId: string,
    @Param('testCaseId') testCaseId: string,
  ): Promise<void> {
    await this.sets.deleteCase(actor, agentId, testSetId, testCaseId);
  }
}
