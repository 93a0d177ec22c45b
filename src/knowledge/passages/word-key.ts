/**
 * SQL for the key under which a word is looked up: 64 bits of SHA-256 over agent, text search configuration and
 * lexeme. Since the agent is part of it, a search reads the index entries of its own agent and no others. The
 * arguments are SQL expressions. Stored passages rest on it, so it must never change.
 */
export const wordKey = (agentId: string, language: string, lexeme: string): string =>
  `('x' || encode(substring(sha256(convert_to(${agentId} || '/' || ${language} || '/' || ${lexeme}, 'UTF8')) for 8), 'hex'))::bit(64)::bigint`;
