import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type Actor,
  CurrentActor,
  CurrentPrincipal,
  type EnvironmentName,
  type Principal,
} from '../../common/access/index.js';
import { ExpensiveReads } from '../../quotas/index.js';
import { Operation } from '../../http/openapi/index.js';
import { CallOutcomes } from '../../conversations/index.js';
import { BAD_ENVIRONMENT, ENVIRONMENT_PATTERN, EnvironmentPipe } from '../gates/environment.pipe.js';
import { compareArms } from './compare-arms.js';
import { experimentView, experimentPlan } from './experiment.js';
import { PromoteArmDto, PutExperimentDto } from './experiment.dto.js';
import { wantedFrom } from './experiment-body.js';
import { ExperimentPromotion } from './experiment-promotion.js';
import { experimentAnswers, PUT_EXAMPLE } from './experiment.schema.js';
import { ExperimentsService } from './experiments.service.js';

/** Limit per response. An arm with more calls is judged by its first ones. */
const MOST_CALLS_PER_ARM = 10_000;

const path = { environment: ENVIRONMENT_PATTERN };
const noAgent = { PROJECT_NOT_FOUND: 'No such agent.' };
const noExperiment = { EXPERIMENT_NOT_FOUND: 'There is no experiment.' };
const nothingDeployed = {
  EXPERIMENTS_NOTHING_DEPLOYED: 'Nothing is deployed to live yet. Deploy something first.',
};
const held = { DEPLOYMENTS_GATE_CLOSED: 'Gates of live hold this version.' };

/** Experiments: versions or variants share the callers of an environment, and their results are compared. */
@ApiTags('Deployments')
@Controller('v1/agents/:agentId/environments/:environment/experiment')
export class ExperimentsController {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly promotion: ExperimentPromotion,
    private readonly outcomes: CallOutcomes,
    private readonly reads: ExpensiveReads,
  ) {}

  @Get()
  @Operation({
    summary: 'The newest experiment of an environment',
    scope: 'deployments:read',
    path,
    response: experimentAnswers.newest,
    errors: { 400: BAD_ENVIRONMENT, 404: noAgent },
  })
  async get(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('environment', EnvironmentPipe) environment: EnvironmentName,
  ) {
    const row = await this.experiments.find({ accountId, agentId, environment });
    return { experiment: row ? experimentView(row) : null };
  }

  @Put()
  @Operation({
    summary: 'Begin an experiment in an environment',
    description:
      'Takes the place of the one that there is, with calls counted anew. Whatever is deployed to the environment ends it.',
    scope: 'deployments:write',
    limits: { environments: 'own' },
    path,
    body: { dto: PutExperimentDto, example: PUT_EXAMPLE },
    response: experimentAnswers.one,
    errors: {
      400: BAD_ENVIRONMENT,
      404: noAgent,
      409: {
        ...nothingDeployed,
        ...held,
        EXPERIMENTS_ROLLOUT_UNDER_WAY: 'A rollout is running in this environment. Finish or abort it first.',
      },
    },
  })
  async put(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('environment', EnvironmentPipe) environment: EnvironmentName,
    @Body() body: PutExperimentDto,
  ) {
    const place = { accountId: actor.accountId, agentId, environment };
    return { experiment: experimentView(await this.experiments.begin(actor, place, wantedFrom(body))) };
  }

  @Delete()
  @Operation({
    summary: 'End the experiment of an environment',
    description:
      'All calls have the active deployment again, also where a winner had them. Its results stay.',
    scope: 'deployments:write',
    limits: { environments: 'own' },
    path,
    errors: { 400: BAD_ENVIRONMENT, 404: { ...noAgent, ...noExperiment }, 409: nothingDeployed },
  })
  async delete(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('environment', EnvironmentPipe) environment: EnvironmentName,
  ): Promise<void> {
    await this.experiments.stop(actor, { accountId: actor.accountId, agentId, environment });
  }

  @Get('results')
  @Operation({
    summary: 'What the newest experiment of an environment has shown so far',
    description: 'By the first 10,000 calls of each arm that have ended.',
    scope: 'deployments:read',
    path,
    response: experimentAnswers.results,
    errors: { 400: BAD_ENVIRONMENT, 404: noAgent },
  })
  async results(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('environment', EnvironmentPipe) environment: EnvironmentName,
  ) {
    const row = await this.experiments.find({ accountId, agentId, environment });
    if (!row) return { experiment: null, results: [] };
    const outcomes = await this.reads.run(accountId, (client) =>
      this.outcomes.ofArms(row, MOST_CALLS_PER_ARM, client),
    );
    return { experiment: experimentView(row), results: compareArms(experimentPlan(row), outcomes) };
  }

  @Post('promote')
  @Operation({
    summary: 'Give all calls to one arm of the experiment',
    description:
      'An arm with another version is deployed, and asked of the gates. Otherwise it has all calls until something else is deployed.',
    scope: 'deployments:write',
    limits: { environments: 'own' },
    status: 200,
    path,
    body: { dto: PromoteArmDto, example: { arm: 'short' } },
    response: experimentAnswers.one,
    errors: {
      400: BAD_ENVIRONMENT,
      404: { ...noAgent, ...noExperiment },
      409: { ...nothingDeployed, ...held },
    },
  })
  async promote(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('environment', EnvironmentPipe) environment: EnvironmentName,
    @Body() { arm }: PromoteArmDto,
  ) {
    const place = { accountId: actor.accountId, agentId, environment };
    return { experiment: experimentView(await this.promotion.byHand(actor, place, arm)) };
  }
}
