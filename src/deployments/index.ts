export type { DeploymentRecord } from './deployment.js';
export { type AwaitedVersion, type DeploymentListener, DeploymentListeners } from './deployment-listener.js';
export { DeploymentsModule } from './deployments.module.js';
export type { CallLane } from './rollouts/choose-build.js';
export { DeploymentsService } from './deployments.service.js';
