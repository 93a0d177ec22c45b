/**
 * SQL for a word's index key: 64 bits of SHA-256 over agent, text search configuration and lexeme. It includes the
 * agent, so that a search reads only its own agent's index entries. The arguments are SQL expressions. Must never
 * change: stored passages depend on it.
 */
export const wordKey = (agentId: string, language: string, lexeme: string): string =>
  `('x' || encode(substring(sha256(convert_to(${agentId} || '/' || ${language} || '/' || ${lexeme}, 'UTF8')) for 8), 'hex'))::bit(64)::bigint`;
