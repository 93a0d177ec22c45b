import { Injectable, Logger } from '@nestjs/common';
import { DocumentAdvice } from '../agent-document/index.js';
import type { DeploymentResult } from './deployment-maker.js';
import { DeploymentsService } from './deployments.service.js';

/** Warns the deployer of what will not work, after the deployment, so that a warning never prevents it. */
@Injectable()
export class DeploymentWarnings {
  private readonly logger = new Logger(DeploymentWarnings.name);

  constructor(
    private readonly deployments: DeploymentsService,
    private readonly advice: DocumentAdvice,
  ) {}

  /** Adds `metadata.warnings`, if any. Never throws: the deployment is already made. */
  async addTo(result: DeploymentResult): Promise<DeploymentResult> {
    const { id, accountId, agentId, version, environment, metadata } = result.deployment;
    const document = await this.deployments.document(agentId, version).catch(() => undefined);
    const warnings = document ? await this.advice.warningsOf(document, accountId) : [];
    if (warnings.length === 0) return result;
    const places = warnings.map(({ path, code }) => ({ path, code }));
    this.logger.warn({ deploymentId: id, agentId, environment, warnings: places }, 'deployed with warnings');
    return { ...result, deployment: { ...result.deployment, metadata: { ...metadata, warnings } } };
  }
}
