import type { ToolArguments } from './parse-arguments.js';

/** Where a server is, and what every request to it carries. */
export interface McpAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One call of a tool of an MCP server, ready to be made. */
export interface McpRequest extends McpAddress {
  /** By the server's own name. */
  readonly tool: string;
  readonly arguments: ToolArguments;
  /** For all attempts together, the greeting included. */
  readonly timeoutMs: number;
  /** Made again under the same key it has no further effect. */
  readonly repeatable: boolean;
  /** Values in it that nobody may read in the answer. */
  readonly secrets: readonly string[];
}
