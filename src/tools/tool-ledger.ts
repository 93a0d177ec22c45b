import type { McpRequest } from './mcp-request.js';
import type { ToolRequest } from './tool-request.js';

/** An HTTP or MCP request of a tool. */
export type AskedOfTool =
  | { readonly request: ToolRequest; readonly mcp?: undefined }
  | { readonly mcp: McpRequest; readonly request?: undefined };

/** A tool call, written before its request is sent. */
export type LedgerEntry = AskedOfTool & EntryBase;

interface EntryBase {
  readonly callId: string;
  readonly accountId: string;
  /** Absent without a conversation record. */
  readonly conversationId: string | undefined;
  readonly name: string;
  /** For the record: the model's arguments, if they may be stored. */
  readonly argumentsText: string | undefined;
}

/**
 * Tool calls with an unknown outcome. The ledger survives the process, so that each call takes effect once and its
 * outcome is reported.
 */
export interface ToolLedger {
  /** Writes the call. @returns False if that is not possible: the request must not be sent. */
  begin(entry: LedgerEntry): Promise<boolean>;
  /** The outcome is known and will be recorded. Returns at once and never throws. */
  end(callId: string): void;
}
