import type { ToolArguments } from './parse-arguments.js';

/** A server's address and the headers of each request. */
export interface McpAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One call of a tool of an MCP server, ready to be made. */
export interface McpRequest extends McpAddress {
  /** The server's own name of the tool. */
  readonly tool: string;
  readonly arguments: ToolArguments;
  /** For all attempts together, including `initialize`. */
  readonly timeoutMs: number;
  /** A retry with the same key has no further effect. */
  readonly repeatable: boolean;
  /** Inserted secret values, removed from the answer. */
  readonly secrets: readonly string[];
}
