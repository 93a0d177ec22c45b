import { Body, Controller, Get, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../common/access/index.js';
import { Idempotency, type IdempotencyContext } from '../http/idempotency/index.js';
import { quotaExample } from '../quotas/index.js';
import { Operation } from '../http/openapi/index.js';
import { type ActionAnswer, DeploymentActions } from './deployment-actions.service.js';
import { DeploymentHistory } from './deployment-history.service.js';
import { DeploymentWarnings } from './deployment-warnings.js';
import { deploymentView } from './deployment.js';
import {
  DiffQuery,
  INVALID_ENVIRONMENT,
  ListDeploymentsQuery,
  PromoteDto,
  PublishDto,
  RollbackDto,
} from './deployment.dto.js';
import {
  ActiveDeploymentsSchema,
  DEPLOYMENT_EXAMPLE,
  DeploymentListSchema,
  DiffSchema,
  MutationSchema,
  OneDeploymentSchema,
} from './deployment.schema.js';
import { gateHolds, WAITING } from './gates/gate.schema.js';
import { diffDocuments } from './document-diff.js';
import { resolvedChanges } from './resolved-diff.js';
import { ActiveRollouts } from './rollouts/active-rollouts.js';
import { planFrom } from './rollouts/parse-plan.js';
import { NOTHING_TO_COMPARE } from './rollouts/rollouts.service.js';

const invalidEnvironment = { [INVALID_ENVIRONMENT.code]: INVALID_ENVIRONMENT.message };
const agentNotFound = { PROJECT_NOT_FOUND: 'No such agent.' };
const deploymentNotFound = { DEPLOYMENT_NOT_FOUND: 'No such deployment.' };
const tooMany = { DEPLOYMENT_LIMIT_REACHED: quotaExample('deployments') };
const mutated = { schema: MutationSchema, example: { deployment: DEPLOYMENT_EXAMPLE, testRunIds: [] } };

@ApiTags('Deployments')
@Controller('v1/agents/:agentId/deployments')
export class DeploymentsController {
  constructor(
    private readonly actions: DeploymentActions,
    private readonly history: DeploymentHistory,
    private readonly warnings: DeploymentWarnings,
    private readonly rollouts: ActiveRollouts,
  ) {}

  @Post('publish')
  @Operation({
    summary: 'Publish the current draft to an environment',
    addsBytes: true,
    scope: 'deployments:write',
    limits: { environments: 'own' },
    status: 201,
    also: WAITING,
    body: { dto: PublishDto, example: { deploymentMessage: 'Friendlier greeting', environment: 'sandbox' } },
    response: mutated,
    errors: {
      400: invalidEnvironment,
      404: agentNotFound,
      409: { ...tooMany, ...NOTHING_TO_COMPARE, ...gateHolds },
    },
    idempotent: true,
  })
  async publish(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Param('agentId') agentId: string,
    @Body() body: PublishDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const rollout = planFrom(body.rollout);
    const request = { actor, idempotency, agentId, rollout, ...wishesOf(body) };
    const result = await this.actions.publish(request, body.environment);
    return this.answer(result, reply);
  }

  @Post(':deploymentId/promote')
  @Operation({
    summary: 'Promote a deployment to a later environment',
    description: 'Makes a new deployment with the same version and artifact. Stages may be skipped.',
    also: WAITING,
    scope: 'deployments:write',
    limits: { environments: 'own' },
    body: {
      dto: PromoteDto,
      example: { deploymentMessage: 'Tested', targetEnvironment: 'live' },
      optional: true,
    },
    response: mutated,
    errors: {
      400: {
        ...invalidEnvironment,
        DEPLOYMENTS_INVALID_PROMOTION: 'A live deployment has no next environment.',
      },
      404: deploymentNotFound,
      409: { ...tooMany, ...NOTHING_TO_COMPARE, ...gateHolds },
    },
    idempotent: true,
  })
  async promote(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Param('agentId') agentId: string,
    @Param('deploymentId') deploymentId: string,
    @Body() body: PromoteDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const rollout = planFrom(body.rollout);
    const request = { actor, idempotency, agentId, rollout, ...wishesOf(body) };
    const result = await this.actions.promote(request, deploymentId, body.targetEnvironment);
    return this.answer(result, reply);
  }

  @Post(':deploymentId/rollback')
  @Operation({
    summary: 'Deploy an earlier deployment again to its environment',
    also: WAITING,
    scope: 'deployments:write',
    limits: { environments: 'own' },
    body: {
      dto: RollbackDto,
      example: { deploymentMessage: 'The new greeting confused callers' },
      optional: true,
    },
    response: mutated,
    errors: { 404: deploymentNotFound, 409: { ...tooMany, ...gateHolds } },
    idempotent: true,
  })
  async rollBack(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Param('agentId') agentId: string,
    @Param('deploymentId') deploymentId: string,
    @Body() body: RollbackDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const request = { actor, idempotency, agentId, ...wishesOf(body) };
    const result = await this.actions.rollBack(request, deploymentId);
    return this.answer(result, reply);
  }

  @Get()
  @Operation({
    summary: 'List the deployments of one environment, newest first',
    scope: 'deployments:read',
    query: ListDeploymentsQuery,
    response: { schema: DeploymentListSchema, example: { deployments: [DEPLOYMENT_EXAMPLE] } },
    errors: { 400: invalidEnvironment, 404: agentNotFound },
  })
  async list(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Query() query: ListDeploymentsQuery,
  ) {
    const page = await this.history.list(accountId, agentId, query.environment, query);
    return { ...page, deployments: page.deployments.map(deploymentView) };
  }

  @Get('active')
  @Operation({
    summary: 'What is active in each environment',
    scope: 'deployments:read',
    response: {
      schema: ActiveDeploymentsSchema,
      example: { activeDeployments: { sandbox: DEPLOYMENT_EXAMPLE, 'pre-release': null, live: null } },
    },
    errors: { 404: agentNotFound },
  })
  async active(@CurrentPrincipal() { accountId }: Principal, @Param('agentId') agentId: string) {
    const active = await this.history.active(accountId, agentId);
    return { activeDeployments: await this.rollouts.shown(active) };
  }

  @Get('diff')
  @Operation({
    summary: 'What changed between two versions, field by field',
    description:
      'Also providers, models and voices that the versions leave open: a deployed version keeps those that there were when it was published, the draft ' +
      'would get those that there are now.',
    scope: 'deployments:read',
    query: DiffQuery,
    response: {
      schema: DiffSchema,
      example: {
        from: { version: '9f86d081884c7d659a2feaa0c55ad015' },
        to: { version: '2c26b46b68ffc68ff99b453c1d304134' },
        changes: [{ path: '/greeting', before: 'Hello.', after: 'Good morning.' }],
      },
    },
    errors: {
      400: { SCHEMA_VALIDATION_FAILED: 'from must be a deployment id, a version hash or draft' },
      404: { ...agentNotFound, ...deploymentNotFound, VERSION_NOT_FOUND: 'No such version.' },
    },
  })
  async diff(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Query() query: DiffQuery,
  ) {
    const from = await this.history.content(accountId, agentId, query.from);
    const to = await this.history.content(accountId, agentId, query.to);
    return {
      from: { version: from.version },
      to: { version: to.version },
      changes: [
        ...diffDocuments(from.document, to.document),
        ...resolvedChanges(from, to).map((change) => ({ ...change, resolved: true })),
      ],
    };
  }

  @Get(':deploymentId')
  @Operation({
    summary: 'One deployment',
    scope: 'deployments:read',
    response: { schema: OneDeploymentSchema, example: { deployment: DEPLOYMENT_EXAMPLE } },
    errors: { 404: deploymentNotFound },
  })
  async get(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('deploymentId') deploymentId: string,
  ) {
    return { deployment: deploymentView(await this.history.get(accountId, agentId, deploymentId)) };
  }

  /** 202 if the deployment waits for gates. */
  private answer(result: ActionAnswer, reply: FastifyReply) {
    if ('deployment' in result) return this.warnings.addTo(result);
    void reply.status(HttpStatus.ACCEPTED);
    return result;
  }
}

const wishesOf = ({ deploymentMessage, wait, override }: RollbackDto) => ({
  message: deploymentMessage,
  wait,
  override: override?.reason,
});
