import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { type Actor, CurrentActor, mayChangeEnvironment, RequireScope } from '../common/access/index.js';
import { forbidden } from '../common/errors/index.js';
import { PrismaService } from '../common/prisma/index.js';
import { deploymentView } from './deployment.js';
import { DeploymentsService } from './deployments.service.js';
import { PublishDto } from './publish.dto.js';

@Controller('v1/agents/:agentId/deployments')
export class DeploymentsController {
  constructor(
    private readonly deployments: DeploymentsService,
    private readonly prisma: PrismaService,
  ) {}

  @Post('publish')
  @HttpCode(201)
  @RequireScope('deployments:write')
  async publish(@CurrentActor() actor: Actor, @Param('agentId') agentId: string, @Body() body: PublishDto) {
    if (!mayChangeEnvironment(actor, body.environment)) throw forbidden();
    const deployment = await this.deployments.publish(this.prisma, {
      actor,
      agentId,
      environment: body.environment,
      message: body.deploymentMessage,
    });
    return { deployment: deploymentView(deployment), testRunIds: [] };
  }
}
