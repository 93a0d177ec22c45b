import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { jsonStream } from '../../http/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../../http/idempotency/index.js';
import { Operation } from '../../http/openapi/index.js';
import { PageQuery } from '../../http/pagination/index.js';
import { TestRunsService } from '../test-runs.service.js';
import { StartTestRunDto } from '../test-run.dto.js';
import { TEST_RUN_DETAIL_EXAMPLE, TEST_RUN_EXAMPLE } from './test-set.example.js';
import { OneTestRunSchema, TestRunDetailSchema, TestRunListSchema } from './test-set.schema.js';
import { testRunDetail } from './test-run-detail.js';
import { testRunView } from './test-set.view.js';

const setNotFound = { TEST_SET_NOT_FOUND: 'No such test set.' };

@ApiTags('Test sets')
@Controller('v1')
export class TestRunsController {
  constructor(
    private readonly runs: TestRunsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Post('agents/:agentId/test-sets/:testSetId/runs')
  @Operation({
    summary: 'Run a test set in the background',
    addsBytes: true,
    description: 'Follow it at GET /v1/test-runs/{testRunId}.',
    scope: 'agents:write',
    limits: { environments: 'own' },
    status: 202,
    body: { dto: StartTestRunDto, example: { target: 'draft' }, optional: true },
    response: { schema: OneTestRunSchema, example: { testRun: TEST_RUN_EXAMPLE } },
    errors: {
      404: setNotFound,
      409: {
        TEST_SET_EMPTY: 'The test set has no cases.',
        NOTHING_DEPLOYED: 'Nothing was ever deployed to this environment.',
      },
    },
    idempotent: true,
  })
  async start(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Param('agentId') agentId: string,
    @Param('testSetId') testSetId: string,
    @Body() { target }: StartTestRunDto,
  ) {
    const answer = await this.idempotency.run(idempotency, async (transaction) => ({
      testRun: testRunView(await this.runs.start(transaction, actor, agentId, testSetId, target)),
    }));
    this.runs.runSoon();
    return answer;
  }

  @Get('agents/:agentId/test-sets/:testSetId/runs')
  @Operation({
    summary: 'List the runs of a test set, newest first',
    scope: 'agents:read',
    query: PageQuery,
    response: { schema: TestRunListSchema, example: { testRuns: [TEST_RUN_EXAMPLE] } },
    errors: { 404: setNotFound },
  })
  async list(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('testSetId') testSetId: string,
    @Query() query: PageQuery,
  ) {
    const { rows, ...page } = await this.runs.list(accountId, agentId, testSetId, query);
    return { testRuns: rows.map(testRunView), ...page };
  }

  @Get('test-runs/:testRunId')
  @Operation({
    summary: 'One test run: progress, results, and how they compare with the previous version',
    scope: 'agents:read',
    limits: { agents: 'own' },
    response: { schema: TestRunDetailSchema, example: { testRun: TEST_RUN_DETAIL_EXAMPLE } },
    errors: { 404: { TEST_RUN_NOT_FOUND: 'No such test run.' } },
  })
  async get(@CurrentPrincipal() principal: Principal, @Param('testRunId') id: string) {
    return jsonStream(testRunDetail(this.runs, await this.runs.get(principal, id)));
  }
}
