import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import {
  type Actor,
  CurrentActor,
  CurrentPrincipal,
  type EnvironmentName,
  ENVIRONMENTS,
  type Principal,
} from '../../common/access/index.js';
import { IfGiven } from '../../http/index.js';
import { Describe, Operation } from '../../http/openapi/index.js';
import { gateAnswers } from './gate.schema.js';
import { pendingView } from './pending-deployment.js';
import { PendingDeploymentsService } from './pending-deployments.service.js';

class ListPendingQuery {
  @IfGiven()
  @IsIn(ENVIRONMENTS)
  @Describe('Only those of this environment.')
  environment?: EnvironmentName;
}

const missing = { 404: { PENDING_DEPLOYMENT_NOT_FOUND: 'No such pending deployment.' } };

/** Deployments that wait for their gates. They begin with `wait` in a publish, a promotion or a rollback. */
@ApiTags('Deployments')
@Controller('v1/agents/:agentId/pending-deployments')
export class PendingDeploymentsController {
  constructor(private readonly pending: PendingDeploymentsService) {}

  @Get()
  @Operation({
    summary: 'List the deployments of an agent that wait or waited for gates, newest first',
    scope: 'deployments:read',
    query: ListPendingQuery,
    response: gateAnswers.allPending,
    errors: { 404: { PROJECT_NOT_FOUND: 'No such agent.' } },
  })
  async list(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Query() { environment }: ListPendingQuery,
  ) {
    const rows = await this.pending.list(accountId, agentId, environment);
    return { pendingDeployments: rows.map(pendingView) };
  }

  @Get(':pendingDeploymentId')
  @Operation({
    summary: 'One pending deployment, with how its gates stand',
    scope: 'deployments:read',
    response: gateAnswers.pending,
    errors: missing,
  })
  async get(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('pendingDeploymentId') id: string,
  ) {
    return { pendingDeployment: pendingView(await this.pending.get(accountId, agentId, id)) };
  }

  @Post(':pendingDeploymentId/cancel')
  @Operation({
    summary: 'Give up a deployment that waits for its gates',
    scope: 'deployments:write',
    limits: { environments: 'own' },
    status: 200,
    response: gateAnswers.pending,
    errors: { ...missing, 409: { PENDING_DEPLOYMENT_NOT_WAITING: 'The deployment is no longer pending.' } },
  })
  async cancel(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('pendingDeploymentId') id: string,
  ) {
    return { pendingDeployment: pendingView(await this.pending.cancel(actor, agentId, id)) };
  }
}
