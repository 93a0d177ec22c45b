import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal } from '../common/access/index.js';
import { Operation } from '../http/openapi/index.js';
import { ALL_ACTIVE_EXAMPLE, AllActiveSchema } from './deployment.schema.js';
import { DeploymentHistory } from './deployment-history.service.js';

@ApiTags('Deployments')
@Controller('v1/deployments')
export class ActiveDeploymentsController {
  constructor(private readonly history: DeploymentHistory) {}

  @Get('active')
  @Operation({
    summary: 'What is active in each environment, of all agents at once',
    description: 'For lists of agents. More about one is at `GET /v1/agents/{agentId}/deployments/active`.',
    scope: 'deployments:read',
    limits: { agents: 'own' },
    response: { schema: AllActiveSchema, example: ALL_ACTIVE_EXAMPLE },
  })
  async active(@CurrentPrincipal() principal: Principal) {
    return { active: await this.history.allActive(principal) };
  }
}
