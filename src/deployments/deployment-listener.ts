import { Injectable } from '@nestjs/common';
import type { Prisma } from '../common/prisma/index.js';
import type { DeploymentRecord } from './deployment.js';

/** Something that starts when an agent is deployed, for example test runs. */
export interface DeploymentListener {
  /**
   * When there is anything to start, as a condition in SQL over the row `agent`. It is part of the statement that
   * deploys, so that agents that nobody listens to are deployed without asking anybody.
   */
  readonly interest: string;

  /**
   * Called for each deployment of an agent that any listener is interested in (and may be for others), in the
   * deployment's transaction: what is started here is started if, and only if, the deployment is made, and a
   * listener that throws prevents it.
   * @returns the ids of what was started (`testRunIds` of the answer)
   */
  deployed(transaction: Prisma.TransactionClient, deployment: DeploymentRecord): Promise<readonly string[]>;
}

/** Where rooms above this one say, before the first deployment, that they want to know of deployments. */
@Injectable()
export class DeploymentListeners {
  private readonly listeners: DeploymentListener[] = [];

  add(listener: DeploymentListener): void {
    this.listeners.push(listener);
  }

  /** The condition under which anybody is interested in an agent. */
  interest(): string {
    return this.listeners.map((listener) => `(${listener.interest})`).join(' OR ') || 'false';
  }

  async deployed(transaction: Prisma.TransactionClient, deployment: DeploymentRecord): Promise<string[]> {
    const ids: string[] = [];
    for (const listener of this.listeners) ids.push(...(await listener.deployed(transaction, deployment)));
    return ids;
  }
}
