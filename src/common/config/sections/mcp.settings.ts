import { integer } from '../setting.js';

/** MCP servers that agents name; network policy and timeouts are those of other tools. */
export const mcpSettings = {
  listTimeoutMs: integer('MCP_LIST_TIMEOUT_MS', {
    fallback: 5_000,
    min: 100,
    max: 60_000,
    meaning: 'How long an MCP server may take to initialize and to list its tools, in milliseconds.',
  }),
  listPatienceMs: integer('MCP_LIST_PATIENCE_MS', {
    fallback: 1_500,
    min: 0,
    max: 30_000,
    meaning:
      'How long the first answer of a call waits for a tool list that is not cached, in milliseconds from the start of the call. After that the model knows the tools by their names only. Greetings do not wait, except with Gemini servers, which receive their tools only once.',
  }),
  listFreshMs: integer('MCP_LIST_FRESH_MS', {
    fallback: 60_000,
    min: 0,
    max: 86_400_000,
    meaning: 'How long a tool list is cached before the server is asked for it again, in milliseconds.',
  }),
  listMaxBytes: integer('MCP_LIST_MAX_BYTES', {
    fallback: 4_194_304,
    min: 10_240,
    max: 16_777_216,
    meaning:
      "Maximum size of an MCP server's tool list, in bytes. Further tools are left out, with a warning when a document is saved.",
  }),
} as const;
