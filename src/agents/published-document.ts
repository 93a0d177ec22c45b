import type { Prisma } from '../common/prisma/index.js';

/** The document of a published version; undefined if the agent has no such version. */
export async function publishedDocument(
  client: Pick<Prisma.TransactionClient, '$queryRaw'>,
  agentId: string,
  version: string,
): Promise<object | undefined> {
  const [row] = await client.$queryRaw<{ document: object }[]>`
    SELECT content.document FROM agent_versions AS version
    JOIN agent_contents AS content ON content.account_id = version.account_id AND content.hash = version.content_hash
    WHERE version.agent_id = ${agentId} AND version.version = ${version}`;
  return row?.document;
}
