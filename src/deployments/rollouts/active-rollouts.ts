import { Injectable } from '@nestjs/common';
import type { EnvironmentName } from '../../common/access/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { DeploymentHistory } from '../deployment-history.service.js';
import { type DeploymentRecord, deploymentView } from '../deployment.js';
import { OPEN_STATES, shareOf } from './rollout.js';
import { hasMostCalls } from './rollout-plan.js';

/** Active deployments with their running rollouts. */
@Injectable()
export class ActiveRollouts {
  constructor(
    private readonly prisma: PrismaService,
    private readonly history: DeploymentHistory,
  ) {}

  /** Per environment, the version that most callers get; the metadata shows the version being rolled out. */
  async shown(active: Record<EnvironmentName, DeploymentRecord | null>) {
    const records = Object.values(active).filter((record) => record !== null);
    const open = await this.prisma.rollout.findMany({
      where: { deploymentId: { in: records.map(({ id }) => id) }, state: { in: [...OPEN_STATES] } },
    });
    const views = Object.entries(active).map(async ([name, record]) => {
      const rollout = open.find(({ deploymentId }) => deploymentId === record?.id);
      if (!record || !rollout) return [name, record && deploymentView(record)];
      const share = shareOf(rollout);
      const { accountId, agentId, baseDeploymentId } = rollout;
      const most = hasMostCalls(share)
        ? record
        : await this.history.get(accountId, agentId, baseDeploymentId);
      const view = deploymentView(most);
      const beside = { rollout_id: rollout.id, rollout_share: share, rollout_deployment_id: record.id };
      return [name, { ...view, metadata: { ...view.metadata, ...beside } }];
    });
    return Object.fromEntries(await Promise.all(views)) as Record<EnvironmentName, unknown>;
  }
}
