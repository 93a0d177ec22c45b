import { McpLost } from './answer-response.js';
import { memberOf } from '../../common/json/json-objects.js';

/** Why an exchange with an MCP server failed. */
export interface McpFailure {
  readonly reason:
    /** The caller aborted it. */
    | 'aborted'
    | 'timeout'
    /** The server does not know the session and has done nothing. */
    | 'expired'
    /** The server refused the request unread; it may have lost the session. */
    | 'perhaps-expired'
    /** No connection, a broken one, or a server that reports to be unavailable. */
    | 'away'
    | 'refused';
  /** The server's error message. */
  readonly message: string;
  /** The HTTP status, if it is the reason. */
  readonly status?: number;
}

/** The SDK's codes of its own errors (`ErrorCode`). */
const CONNECTION_CLOSED = -32_000;
const REQUEST_TIMEOUT = -32_001;
/** Statuses of a temporarily unavailable server (RFC 9110, 15.6). */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);
/** JSON-RPC codes that server libraries use for unknown sessions. */
const SESSION_CODES: ReadonlySet<number> = new Set([-32_000, -32_001, -32_002, -32_600]);
/**
 * Messages of servers that don't answer 404 for an unknown session, as they must. Anchored, because tools have sessions
 * of their own.
 */
const UNKNOWN_SESSION =
  /^(?:[\w ]{1,30}: )*(?:(?:no|invalid|unknown|missing|expired)\b[\w ]{0,12} (?:mcp[- ])?session|(?:the |your |mcp[- ])?session\b|(?:mcp )?server (?:is )?not (?:yet )?initiali[sz]ed)/i;
/** Statuses of servers that have not read the request, let alone called a tool. */
const UNSEEN: ReadonlySet<number> = new Set([400, 401, 403, 410]);
const PREFIX = /^(MCP error -?\d+: |Streamable HTTP error: (Error POSTing to endpoint: )?)/;

/** Classifies an error of the SDK by name and code, because its classes are loaded lazily. */
export function mcpFailure(error: unknown, signal?: AbortSignal): McpFailure {
  if (signal?.aborted) return { reason: 'aborted', message: '' };
  if (!(error instanceof Error) || error instanceof McpLost) return { reason: 'away', message: '' };
  const code = memberOf(error, 'code');
  const message = error.message.replace(PREFIX, '');
  if (typeof code !== 'number') return { reason: 'away', message: '' };
  if (error.name === 'McpError') {
    // Servers use the SDK's codes, too.
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

/** The error message in a JSON-RPC or HTTP error body; the whole body if it has none. */
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
