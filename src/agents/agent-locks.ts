import type { EnvironmentName } from '../common/access/index.js';
import { Prisma } from '../common/prisma/index.js';

interface OwnedAgent {
  readonly accountId: string;
  readonly agentId: string;
}

/**
 * Locks the agent until the transaction ends. False if the account has no such agent.
 * @param strength `KEY SHARE`: it is not deleted. `NO KEY UPDATE`: one such transaction at a time. `UPDATE`: also no
 * deployment.
 */
export async function lockAgent(
  transaction: Prisma.TransactionClient,
  { accountId, agentId }: OwnedAgent,
  strength: 'KEY SHARE' | 'NO KEY UPDATE' | 'UPDATE',
): Promise<boolean> {
  const found = await transaction.$queryRaw<unknown[]>`
    SELECT 1 FROM agents WHERE id = ${agentId} AND account_id = ${accountId} FOR ${Prisma.raw(strength)}`;
  return found.length > 0;
}

/** Locks the draft's version until the transaction ends; undefined if there is no such agent. */
export async function holdDraft(
  transaction: Prisma.TransactionClient,
  { accountId, agentId }: OwnedAgent,
): Promise<string | undefined> {
  const [draft] = await transaction.$queryRaw<{ version: string }[]>`
    SELECT draft.version FROM drafts draft JOIN agents agent ON agent.id = draft.agent_id
    WHERE draft.agent_id = ${agentId} AND agent.account_id = ${accountId} FOR SHARE OF draft`;
  return draft?.version;
}

/** Whether an environment of the agent has gates. */
export async function setGated(
  transaction: Prisma.TransactionClient,
  agentId: string,
  environment: EnvironmentName,
  isGated: boolean,
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE agents SET gated_environments = array_remove(gated_environments, ${environment}::"Environment")
      || ${isGated ? [environment] : []}::"Environment"[]
    WHERE id = ${agentId}`;
}
