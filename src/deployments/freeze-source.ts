/**
 * CTEs that keep the version and the document of `source`, both once. Whose version is new locks the document (that is
 * all that `DO UPDATE ... WHERE false` does), so that a deletion of other versions that have it can't take it away.
 * @param condition SQL, on a row of `source`
 */
export const freezeSource = (condition: string): string => `
    version AS (
      INSERT INTO agent_versions (agent_id, version, functions_hash, knowledge_hash, account_id, content_hash)
      SELECT agent_id, version, functions_hash, knowledge_hash, account_id,
             encode(sha256(convert_to(document::text, 'UTF8')), 'hex')
      FROM source WHERE ${condition} AND NOT EXISTS (
        SELECT FROM agent_versions known WHERE known.agent_id = source.agent_id AND known.version = source.version)
      ON CONFLICT DO NOTHING
      RETURNING content_hash
    ), content AS (
      INSERT INTO agent_contents AS kept (account_id, hash, document)
      SELECT source.account_id, version.content_hash, source.document FROM source, version
      ON CONFLICT (account_id, hash) DO UPDATE SET document = kept.document WHERE false
    )`;
