import { Prisma } from '../common/prisma/index.js';

/** SQL: the knowledge of an agent's draft. */
export const draftHash = (agentId: string): Prisma.Sql =>
  Prisma.sql`(SELECT knowledge_hash FROM drafts WHERE agent_id = ${agentId})`;

/** SQL condition: the draft or a version has this knowledge. @param row Has the columns `agent_id` and `hash`. */
export const isFrozenOrDrafted = (row: string): Prisma.Sql => {
  const isSame = Prisma.raw(`agent_id = ${row}.agent_id AND knowledge_hash = ${row}.hash`);
  return Prisma.sql`EXISTS (
    SELECT FROM drafts WHERE ${isSame} UNION ALL SELECT FROM agent_versions WHERE ${isSame})`;
};

/** SQL statement: locks a draft until the transaction ends. */
export const draftLock = (agentId: string): Prisma.Sql =>
  Prisma.sql`SELECT FROM drafts WHERE agent_id = ${agentId} FOR UPDATE`;

/**
 * The knowledge of a version, or of the draft. Null: none; undefined: there is no such version.
 * @param version Undefined: the draft.
 */
export async function knowledgeHashOf(
  client: Prisma.TransactionClient,
  agentId: string,
  version: string | undefined,
): Promise<string | null | undefined> {
  const select = { knowledgeHash: true };
  const row =
    version === undefined
      ? await client.draft.findUnique({ where: { agentId }, select })
      : await client.agentVersion.findUnique({ where: { agentId_version: { agentId, version } }, select });
  return row?.knowledgeHash;
}
