import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { DeploymentActions } from './deployment-actions.service.js';
import { DeploymentHistory } from './deployment-history.service.js';
import { DeploymentLimit } from './deployment-limit.js';
import { DeploymentListeners } from './deployment-listener.js';
import { DeploymentWarnings } from './deployment-warnings.js';
import { DeploymentStatements } from './deployment.statements.js';
import { DeploymentsController } from './deployments.controller.js';
import { DeploymentsService } from './deployments.service.js';

/** What is live where: publishing, promoting, rolling back, and what a call is given to talk to. */
@Module({
  imports: [AgentsModule],
  controllers: [DeploymentsController],
  providers: [
    DeploymentActions,
    DeploymentHistory,
    DeploymentLimit,
    DeploymentListeners,
    DeploymentStatements,
    DeploymentWarnings,
    DeploymentsService,
  ],
  exports: [DeploymentListeners, DeploymentsService],
})
export class DeploymentsModule {}
