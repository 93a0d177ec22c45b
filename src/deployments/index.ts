export type { DeploymentRecord } from './deployment.js';
export { type AwaitedVersion, type DeploymentListener, DeploymentListeners } from './deployment-listener.js';
export { DeploymentsModule } from './deployments.module.js';
export { isJudged } from './rollouts/assignment.js';
export type { CallLane, CallRollout } from './rollouts/choose-build.js';
export { DeploymentsService } from './deployments.service.js';
