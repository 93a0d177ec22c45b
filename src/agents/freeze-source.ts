import type { Prisma } from '../common/prisma/index.js';

/**
 * CTEs that store the version and the document of `source` once. A new version locks its document (the only purpose of
 * `DO UPDATE ... WHERE false`), so that deleting the other versions that have it can't remove it. A subquery looks up
 * known versions: it uses the index even in a plan made while the table was empty.
 * @param condition SQL, on a row of `source`
 */
export const freezeSource = (condition: string): string => `
    version AS (
      INSERT INTO agent_versions (agent_id, version, functions_hash, knowledge_hash, account_id, content_hash)
      SELECT agent_id, version, functions_hash, knowledge_hash, account_id,
             encode(sha256(convert_to(document::text, 'UTF8')), 'hex')
      FROM source WHERE ${condition} AND (
        SELECT true FROM agent_versions known WHERE known.agent_id = source.agent_id AND known.version = source.version
      ) IS NULL
      ON CONFLICT DO NOTHING
      RETURNING content_hash
    ), content AS (
      INSERT INTO agent_contents AS kept (account_id, hash, document)
      SELECT source.account_id, version.content_hash, source.document FROM source, version
      ON CONFLICT (account_id, hash) DO UPDATE SET document = kept.document WHERE false
    )`;

const FREEZE_DRAFT = `
  WITH source AS (
    SELECT draft.*, agent.account_id FROM drafts draft JOIN agents agent ON agent.id = draft.agent_id WHERE agent.id = $1
  ), ${freezeSource('true')}
  SELECT FROM version`;

/** Stores the draft as a version, as a publish would. */
export async function freezeDraft(transaction: Prisma.TransactionClient, agentId: string): Promise<void> {
  await transaction.$executeRawUnsafe(FREEZE_DRAFT, agentId);
}
