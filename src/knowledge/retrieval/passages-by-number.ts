import type { PreparedStatement } from '../../common/prisma/index.js';

/** Passages of an agent by row number, in any order; those of other agents are not found. */
export const passagesByNumber = (agentId: string, numbers: readonly number[]): PreparedStatement => ({
  name: 'knowledge_by_number',
  text: `
    SELECT number::float8 AS number, origin_id AS "originId", name, title, text, actions
    FROM knowledge_passages WHERE agent_id = $1 AND number = ANY ($2::bigint[])`,
  values: [agentId, [...numbers]],
});
