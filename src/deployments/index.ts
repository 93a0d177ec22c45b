export { DeploymentsModule } from './deployments.module.js';
export { type ActiveAgent, type DeployedAgent, DeploymentsService } from './deployments.service.js';
