import type { McpRequest } from './mcp-request.js';
import type { ToolRequest } from './tool-request.js';

/** What a tool asks, over HTTP or of an MCP server. */
export type AskedOfTool =
  | { readonly request: ToolRequest; readonly mcp?: undefined }
  | { readonly mcp: McpRequest; readonly request?: undefined };

/** A call of a tool whose request is about to leave. */
export type LedgerEntry = AskedOfTool & EntryBase;

interface EntryBase {
  readonly callId: string;
  readonly accountId: string;
  /** Absent where there is no record of the conversation. */
  readonly conversationId: string | undefined;
  readonly name: string;
  /** For the record: what the tool was asked, as the model wrote it, if it may be stored. */
  readonly argumentsText: string | undefined;
}

/**
 * Calls of tools whose outcome nobody knows yet, kept where they outlive the process, so that each has its effect once
 * and somebody learns of it.
 */
export interface ToolLedger {
  /** Writes it down. @returns False when that is not possible now: the request must not leave. */
  begin(entry: LedgerEntry): Promise<boolean>;
  /** Its outcome is known, and about to be on record. Returns at once and never throws. */
  end(callId: string): void;
}
