import { Injectable } from '@nestjs/common';
import type { Prisma } from '../common/prisma/index.js';
import type { DeploymentRecord } from './deployment.js';

/** Something that starts when an agent is deployed, for example test runs. */
export interface DeploymentListener {
  /**
   * Called once for each deployment, before it is answered.
   * @param client what to write with, so that a repetition under an Idempotency-Key starts nothing again
   * @returns the ids of what was started (`testRunIds` of the answer)
   */
  deployed(client: Prisma.TransactionClient, deployment: DeploymentRecord): Promise<readonly string[]>;
}

/** Where rooms above this one say that they want to know of deployments. */
@Injectable()
export class DeploymentListeners {
  private readonly listeners: DeploymentListener[] = [];

  add(listener: DeploymentListener): void {
    this.listeners.push(listener);
  }

  async deployed(client: Prisma.TransactionClient, deployment: DeploymentRecord): Promise<string[]> {
    const ids: string[] = [];
    for (const listener of this.listeners) ids.push(...(await listener.deployed(client, deployment)));
    return ids;
  }
}
