import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { ListRolloutsQuery } from './rollout.dto.js';
import { rolloutView } from './rollout.js';
import { RolloutEvidence } from './rollout-evidence.js';
import { evidenceAnswer, rolloutAnswers } from './rollout.schema.js';
import { RolloutSteering } from './rollout-steering.js';
import { RolloutsService } from './rollouts.service.js';

const missing = { 404: { ROLLOUT_NOT_FOUND: 'No such rollout.' } };
const steered = {
  scope: 'deployments:write',
  limits: { environments: 'own' },
  status: 200,
  response: rolloutAnswers.one,
  errors: { ...missing, 409: { ROLLOUTS_NOT_OPEN: 'The rollout has ended.' } },
} as const;

/** Rollouts: a new version gets its calls step by step. They begin with a publish or a promotion. */
@ApiTags('Deployments')
@Controller('v1/agents/:agentId/rollouts')
export class RolloutsController {
  constructor(
    private readonly rollouts: RolloutsService,
    private readonly steering: RolloutSteering,
    private readonly evidenceOf: RolloutEvidence,
  ) {}

  @Get()
  @Operation({
    summary: 'List the rollouts of an agent, newest first',
    scope: 'deployments:read',
    status: 200,
    query: ListRolloutsQuery,
    response: rolloutAnswers.all,
    errors: { 404: { PROJECT_NOT_FOUND: 'No such agent.' } },
  })
  async list(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Query() { environment }: ListRolloutsQuery,
  ) {
    return { rollouts: (await this.rollouts.list(accountId, agentId, environment)).map(rolloutView) };
  }

  @Get(':rolloutId')
  @Operation({
    summary: 'One rollout, with what its guards found',
    scope: 'deployments:read',
    status: 200,
    response: rolloutAnswers.one,
    errors: missing,
  })
  async get(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('rolloutId') rolloutId: string,
  ) {
    return { rollout: rolloutView(await this.rollouts.get(accountId, agentId, rolloutId)) };
  }

  @Get(':rolloutId/evidence')
  @Operation({
    summary: 'How the evidence of a rollout’s guards came about, call after call',
    description: 'At most 121 points a guard, over the first 20,000 calls that ended.',
    scope: 'deployments:read',
    status: 200,
    response: evidenceAnswer,
    errors: missing,
  })
  async evidence(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('rolloutId') rolloutId: string,
  ) {
    return { lines: await this.evidenceOf.of(accountId, agentId, rolloutId) };
  }

  @Post(':rolloutId/pause')
  @Operation({
    summary: 'Keep the share of a rollout as it is',
    description: 'Its guards still watch, and take a version back that is worse.',
    ...steered,
  })
  async pause(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('rolloutId') rolloutId: string,
  ) {
    return { rollout: rolloutView(await this.steering.pause(actor, agentId, rolloutId)) };
  }

  @Post(':rolloutId/resume')
  @Operation({ summary: 'Let a paused rollout go on with its step', ...steered })
  async resume(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('rolloutId') rolloutId: string,
  ) {
    return { rollout: rolloutView(await this.steering.resume(actor, agentId, rolloutId)) };
  }

  @Post(':rolloutId/finish')
  @Operation({ summary: 'Give the new version all calls now', ...steered })
  async finish(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('rolloutId') rolloutId: string,
  ) {
    return { rollout: rolloutView(await this.steering.finish(actor, agentId, rolloutId)) };
  }

  @Post(':rolloutId/abort')
  @Operation({
    summary: 'Take the new version back now',
    description: 'Makes a deployment of type rollback. Calls that are under way finish on their version.',
    ...steered,
  })
  async abort(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('rolloutId') rolloutId: string,
  ) {
    return { rollout: rolloutView(await this.steering.abort(actor, agentId, rolloutId)) };
  }
}
