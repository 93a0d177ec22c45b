import { McpLost } from './answer-response.js';
import { memberOf } from './member-of.js';

/** Why an exchange with an MCP server came to nothing. */
export interface McpFailure {
  readonly reason:
    /** The one who asked does not want it any more. */
    | 'aborted'
    | 'timeout'
    /** The server says that it does not know the session, so it has done nothing. */
    | 'expired'
    /** The server refused the request unseen, which may mean that it does not know the session any more. */
    | 'perhaps-expired'
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
/** Codes of JSON-RPC under which libraries of servers say that they don't know a session. */
const SESSION_CODES: ReadonlySet<number> = new Set([-32_000, -32_001, -32_002, -32_600]);
/** How they say so, where they don't answer 404 as they must. Tools speak of sessions of their own, so it begins so. */
const UNKNOWN_SESSION =
  /^(?:[\w ]{1,30}: )*(?:(?:no|invalid|unknown|missing|expired)\b[\w ]{0,12} (?:mcp[- ])?session|(?:the |your |mcp[- ])?session\b|(?:mcp )?server (?:is )?not (?:yet )?initiali[sz]ed)/i;
/** A server that answers so has not looked at the request, let alone called a tool. */
const UNSEEN: ReadonlySet<number> = new Set([400, 401, 403, 410]);
const PREFIX = /^(MCP error -?\d+: |Streamable HTTP error: (Error POSTing to endpoint: )?)/;

/** Reads an error of the library: its classes are loaded with it, so they are told apart by name and code. */
export function mcpFailure(error: unknown, signal?: AbortSignal): McpFailure {
  if (signal?.aborted) return { reason: 'aborted', message: '' };
  if (!(error instanceof Error) || error instanceof McpLost) return { reason: 'away', message: '' };
  const code = memberOf(error, 'code');
  const message = error.message.replace(PREFIX, '');
  if (typeof code !== 'number') return { reason: 'away', message: '' };
  if (error.name === 'McpError') {
    // Servers use the library's own codes for this, too.
    if (SESSION_CODES.has(code) && UNKNOWN_SESSION.test(message)) return { reason: 'expired', message };
    if (code === REQUEST_TIMEOUT && memberOf(memberOf(error, 'data'), 'timeout') !== undefined)
      return { reason: 'timeout', message: '' };
    const isClosed = code === CONNECTION_CLOSED && message === 'Connection closed';
    return isClosed ? { reason: 'away', message: '' } : { reason: 'refused', message };
  }
  if (code === 404 || (code >= 400 && UNKNOWN_SESSION.test(wordsIn(message))))
    return { reason: 'expired', message, status: code };
  if (UNSEEN.has(code)) return { reason: 'perhaps-expired', message, status: code };
  if (code < 400 || AWAY.has(code)) return { reason: 'away', message: '', ...(code > 0 && { status: code }) };
  return { reason: 'refused', message, status: code };
}

/** What a body says, as JSON-RPC or as services of HTTP do; otherwise the body. */
function wordsIn(body: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return body;
  }
  const error = memberOf(parsed, 'error');
  const words = [memberOf(error, 'message'), error, memberOf(parsed, 'message'), memberOf(parsed, 'detail')];
  return words.find((one) => typeof one === 'string') ?? body;
}
