import type { CalendarBooking } from './calendar-booking.js';
import type { McpRequest } from './mcp-request.js';
import type { ToolOutcome } from './tool-call.js';
import { toolFailure, type ToolRequest } from './tool-request.js';

/** An HTTP or MCP request of a tool, or a booking in a calendar. */
export type AskedOfTool =
  | { readonly request: ToolRequest; readonly mcp?: undefined; readonly booking?: undefined }
  | { readonly mcp: McpRequest; readonly request?: undefined; readonly booking?: undefined }
  | { readonly booking: CalendarBooking; readonly request?: undefined; readonly mcp?: undefined };

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
  /** The earlier call that it undoes. */
  readonly undoes?: string | undefined;
  /** Made once this call has succeeded, and only then. */
  readonly then?: FollowingCall | undefined;
  /** A span of time that no other call may claim until the outcome of this one is known. */
  readonly claim?: Claim;
}

/** A call that follows another one. */
export interface FollowingCall {
  readonly callId: string;
  readonly name: string;
  readonly argumentsText?: string;
  readonly undoes?: string;
  readonly request: ToolRequest;
}

interface Claim {
  /** What is claimed: a calendar of an account. */
  readonly of: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** `claimed`: another call has it. `unavailable`: it could not be written. Either way the request must not be sent. */
export type Begun = 'begun' | 'claimed' | 'unavailable';

/**
 * Tool calls with an unknown outcome. The ledger survives the process, so that each call takes effect once and its
 * outcome is reported.
 */
export interface ToolLedger {
  /** Writes the call. */
  begin(entry: LedgerEntry): Promise<Begun>;
  /** The outcome is known and will be recorded. Returns at once and never throws. */
  end(callId: string): void;
}

const NOT_RECORDED = toolFailure('TOOL_NOT_RECORDED', 'This tool is not available.');

/**
 * Makes a call that has been written to the ledger, so that it takes effect once.
 * @param ifClaimed The outcome if another call has the claim.
 */
export async function onRecord(
  ledger: ToolLedger,
  entry: LedgerEntry,
  make: () => Promise<ToolOutcome>,
  ifClaimed = NOT_RECORDED,
): Promise<ToolOutcome> {
  const begun = await ledger.begin(entry);
  if (begun !== 'begun') return begun === 'claimed' ? ifClaimed : NOT_RECORDED;
  try {
    return await make();
  } finally {
    ledger.end(entry.callId);
  }
}
