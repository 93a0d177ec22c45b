import { Injectable } from '@nestjs/common';
import type { Prisma } from '../common/prisma/index.js';
import type { DeploymentRecord } from './deployment.js';

/** A version that waits for gates, and the test sets that must pass on it. */
export type AwaitedVersion = Pick<
  DeploymentRecord,
  'accountId' | 'agentId' | 'environment' | 'version' | 'createdBy'
> & {
  /** Runs that are still to be made, beside those that are queued already; by test set. */
  readonly missingRuns: ReadonlyMap<string, number>;
};

/** Starts something when an agent is deployed, for example test runs. */
export interface DeploymentListener {
  /**
   * Whether there is anything to start, as an SQL condition over the row `agent`. It is part of the deploying
   * statement, so that agents without listeners are deployed without asking anybody.
   */
  readonly interest: string;

  /**
   * Called for each deployment of an agent that any listener is interested in (and maybe for others), in the
   * deployment's transaction: what is started here is started only if the deployment is made, and a listener that
   * throws prevents it.
   * @returns the ids of what was started (`testRunIds` in the response)
   */
  deployed(transaction: Prisma.TransactionClient, deployment: DeploymentRecord): Promise<readonly string[]>;

  /** Called when a deployment begins to wait for its gates, in that transaction. @returns what was started. */
  awaited?(transaction: Prisma.TransactionClient, version: AwaitedVersion): Promise<readonly string[]>;
}

/** Where rooms above this one register for deployments, before the first one. */
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

  async awaited(transaction: Prisma.TransactionClient, version: AwaitedVersion): Promise<string[]> {
    const ids: string[] = [];
    for (const listener of this.listeners)
      ids.push(...((await listener.awaited?.(transaction, version)) ?? []));
    return ids;
  }
}
