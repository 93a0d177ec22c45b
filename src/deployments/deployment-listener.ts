import { Injectable } from '@nestjs/common';
import type { Prisma } from '../common/prisma/index.js';
import type { DeploymentRecord } from './deployment.js';

/** A version that waits for gates, and the test sets that must pass on it. */
export type AwaitedVersion = Pick<
  DeploymentRecord,
  'accountId' | 'agentId' | 'environment' | 'version' | 'createdBy'
> & {
  /** Test runs needed besides those queued already, by test set. */
  readonly missingRuns: ReadonlyMap<string, number>;
};

/** Reacts to deployments of agents, for example with test runs. */
export interface DeploymentListener {
  /**
   * SQL condition over the row `agent`: whether the listener would do anything. It is part of the deploying statement,
   * so that agents without listeners are deployed without a further query.
   */
  readonly interest: string;

  /**
   * Called in the deployment's transaction for each deployment of an agent that any listener is interested in (and
   * maybe for others): work started here begins only if the deployment is made, and a listener that throws prevents it.
   * @returns ids of the started work (`testRunIds` in the response)
   */
  deployed(transaction: Prisma.TransactionClient, deployment: DeploymentRecord): Promise<readonly string[]>;

  /** Called when a deployment begins to wait for its gates, in that transaction. @returns ids of the started work. */
  awaited?(transaction: Prisma.TransactionClient, version: AwaitedVersion): Promise<readonly string[]>;
}

/** Where higher layers register for deployments, before the first one. */
@Injectable()
export class DeploymentListeners {
  private readonly listeners: DeploymentListener[] = [];

  add(listener: DeploymentListener): void {
    this.listeners.push(listener);
  }

  /** SQL condition: whether any listener is interested in an agent. */
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
