import { McpLost } from './mcp-connection.js';
import { memberOf } from './bounded-fetch.js';

/** Why an exchange with an MCP server came to nothing. */
export interface McpFailure {
  readonly reason:
    /** The one who asked does not want it any more. */
    | 'aborted'
    | 'timeout'
    /** The server does not know the session any more, so it has done nothing. */
    | 'expired'
    /** No connection, a broken one, or a server that says that it is away. */
    | 'away'
    /** The server says that it will not. */
    | 'refused';
  /** What the server said. */
  readonly message: string;
  /** HTTP status, where that was its word. */
  readonly status?: number;
}

/** Codes of the library, for errors of its own (its `ErrorCode`). */
const CONNECTION_CLOSED = -32_000;
const REQUEST_TIMEOUT = -32_001;
/** What a server answers that is only away for a moment (RFC 9110, 15.6). */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);
const PREFIX = /^(MCP error -?\d+: |Streamable HTTP error: (Error POSTing to endpoint: )?)/;

/** Reads an error of the library: its classes are loaded with it, so they are told apart by name and code. */
export function mcpFailure(error: unknown, signal?: AbortSignal): McpFailure {
  if (signal?.aborted) return { reason: 'aborted', message: '' };
  if (!(error instanceof Error) || error instanceof McpLost) return { reason: 'away', message: '' };
  const code = memberOf(error, 'code');
  const message = error.message.replace(PREFIX, '');
  if (typeof code !== 'number') return { reason: 'away', message: '' };
  if (error.name === 'McpError') {
    if (code === REQUEST_TIMEOUT) return { reason: 'timeout', message: '' };
    return code === CONNECTION_CLOSED ? { reason: 'away', message: '' } : { reason: 'refused', message };
  }
  if (code === 404) return { reason: 'expired', message, status: code };
  if (code < 400 || AWAY.has(code)) return { reason: 'away', message: '', ...(code > 0 && { status: code }) };
  return { reason: 'refused', message, status: code };
}
