import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { AnsweringModule } from '../answering/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { ActiveDeploymentsController } from './active-deployments.controller.js';
import { DeploymentActions } from './deployment-actions.service.js';
import { DeploymentHistory } from './deployment-history.service.js';
import { DeploymentLimit } from './deployment-limit.js';
import { DeploymentListeners } from './deployment-listener.js';
import { DeploymentWarnings } from './deployment-warnings.js';
import { DeploymentMaker } from './deployment-maker.js';
import { DeploymentStatements } from './deployment.statements.js';
import { DeploymentsController } from './deployments.controller.js';
import { DeploymentsService } from './deployments.service.js';
import { ExperimentDriver } from './experiments/experiment-driver.js';
import { ExperimentPromotion } from './experiments/experiment-promotion.js';
import { ExperimentsController } from './experiments/experiments.controller.js';
import { ExperimentsService } from './experiments/experiments.service.js';
import { ApprovalsService } from './gates/approvals.service.js';
import { GatedDeployments } from './gates/gated-deployments.js';
import { GatesController } from './gates/gates.controller.js';
import { GatesService } from './gates/gates.service.js';
import { GatesStore } from './gates/gates.store.js';
import { PendingDeploymentsController } from './gates/pending-deployments.controller.js';
import { PendingDeploymentsService } from './gates/pending-deployments.service.js';
import { PendingDriver } from './gates/pending-driver.js';
import { UnknownProviders } from './unknown-providers.service.js';
import { WebhooksModule } from '../webhooks/index.js';
import { ActiveRollouts } from './rollouts/active-rollouts.js';
import { RolloutCalls } from './rollouts/rollout-calls.js';
import { RolloutDriver } from './rollouts/rollout-driver.js';
import { RolloutEvidence } from './rollouts/rollout-evidence.js';
import { RolloutReturn } from './rollouts/rollout-return.js';
import { RolloutSteering } from './rollouts/rollout-steering.js';
import { RolloutsController } from './rollouts/rollouts.controller.js';
import { RolloutsService } from './rollouts/rollouts.service.js';

/** Publishing, promoting, rolling back, and which version a call gets. */
@Module({
  imports: [AgentsModule, AnsweringModule, ConversationsModule, WebhooksModule],
  controllers: [
    ActiveDeploymentsController,
    DeploymentsController,
    ExperimentsController,
    GatesController,
    PendingDeploymentsController,
    RolloutsController,
  ],
  providers: [
    DeploymentActions,
    DeploymentHistory,
    DeploymentLimit,
    DeploymentListeners,
    DeploymentMaker,
    DeploymentStatements,
    DeploymentWarnings,
    DeploymentsService,
    UnknownProviders,
    ExperimentDriver,
    ExperimentPromotion,
    ExperimentsService,
    ApprovalsService,
    GatedDeployments,
    GatesService,
    GatesStore,
    PendingDeploymentsService,
    PendingDriver,
    ActiveRollouts,
    RolloutCalls,
    RolloutDriver,
    RolloutEvidence,
    RolloutReturn,
    RolloutSteering,
    RolloutsService,
  ],
  exports: [DeploymentListeners, DeploymentsService],
})
export class DeploymentsModule {}
