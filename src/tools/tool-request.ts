import { isUtf8 } from 'node:buffer';
import { setTimeout as delay } from 'node:timers/promises';
import {
  bodyText,
  decodedContent,
  retryAfterMs,
  type SafeHttpClient,
  type SafeHttpResult,
} from '../safe-http/index.js';
import type { FaultCode } from '../voice/fault-codes.js';
import type { ToolOutcome } from './tool-call.js';
import { withoutSecrets } from './tool-target.js';

/** Maximum bytes of a response for the model. */
export const MAX_RESPONSE_BYTES = 16 * 1024;
/** Bytes that are read from the network: compressed blocks are up to 128 KiB. */
const MAX_READ_BYTES = 16 * MAX_RESPONSE_BYTES;
/** Maximum characters of an error response. */
const MAX_ERROR_CHARACTERS = 1_000;
export const CUT_OFF = 'The tool was cut off. Whether it did its work is unknown.';

/** Pauses before retries of a repeatable request. */
export const RETRY_DELAYS_MS = [200, 600] as const;
/** Statuses of a temporarily unavailable or overloaded service (RFC 9110, 15.6; RFC 6585, 4). */
const AWAY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export interface ToolRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For all attempts together. */
  readonly timeoutMs: number;
  /** A retry has no further effect. */
  readonly repeatable: boolean;
  /** Inserted secret values, removed from the response. */
  readonly secrets: readonly string[];
}

/**
 * Sends the request, and retries if a repeat is safe and the service was unavailable. Never throws: failures are
 * outcomes.
 */
export async function sendToolRequest(
  http: Pick<SafeHttpClient, 'send'>,
  request: ToolRequest,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { repeatable, secrets, timeoutMs, ...exchange } = request;
  const deadlineAtMs = performance.now() + timeoutMs;
  for (let attempts = 1; ; attempts++) {
    const leftMs = Math.max(1, Math.round(deadlineAtMs - performance.now()));
    const limits = { timeoutMs: leftMs, maxResponseBytes: MAX_READ_BYTES, signal };
    const result = await http.send({ ...exchange, ...limits });
    const pauseMs = pauseBefore(attempts, result);
    const isLast = !repeatable || !isAway(result) || deadlineAtMs - performance.now() <= pauseMs;
    if (isLast || signal.aborted) return { ...(await outcomeOf(result, secrets)), attempts };
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** The service's `Retry-After`, but at least our own delay; Infinity after the last attempt. */
function pauseBefore(attempts: number, result: SafeHttpResult): number {
  const asked =
    result.kind === 'response' ? retryAfterMs(result.headers['retry-after'], new Date()) : undefined;
  return Math.max(RETRY_DELAYS_MS[attempts - 1] ?? Infinity, asked ?? 0);
}

function isAway(result: SafeHttpResult): boolean {
  if (result.kind === 'response') return AWAY.has(result.status);
  return !['TIMEOUT', 'ABORTED', 'ADDRESS_REFUSED'].includes(result.code);
}

async function outcomeOf(result: SafeHttpResult, secrets: readonly string[]): Promise<ToolOutcome> {
  if (result.kind === 'failure') return withoutAnswer(result.code);
  const { status } = result;
  const isOk = status >= 200 && status <= 299;
  const text = await textOf(result);
  if (text === undefined && isOk) return { ...toolFailure('TOOL_ANSWER_UNREADABLE', UNREADABLE), status };
  const body = withoutSecrets(text ?? '', secrets);
  if (isOk) return { kind: 'ok', output: body === '' ? 'done' : body, status };
  const start = body.slice(0, MAX_ERROR_CHARACTERS);
  return { ...toolFailure('TOOL_REFUSED', `The tool answered with status ${status}: ${start}`), status };
}

/** The outcome of a request that failed. @param code Of `SafeHttpResult`. */
export function withoutAnswer(code: string): ToolOutcome {
  if (code === 'ABORTED') return { kind: 'unknown', code: 'TOOL_CUT_OFF', output: CUT_OFF };
  if (code === 'TIMEOUT')
    return { kind: 'timeout', code: 'TOOL_TIMEOUT', output: 'The tool did not answer in time.' };
  const reason = REASONS[code];
  return toolFailure('TOOL_UNREACHABLE', `The tool could not be reached${reason ? `: ${reason}` : ''}.`);
}

/** Of codes that the owner of a tool can do something about. */
const REASONS: Readonly<Record<string, string>> = {
  ADDRESS_REFUSED: 'its address is in a private network',
  HOST_NOT_FOUND: 'its host does not exist',
  ECONNREFUSED: 'its server refuses the connection',
};

const UNREADABLE = 'The tool did its work, but sent an answer that cannot be read.';
/** Media types without text. */
const NO_TEXT = /^(?:image|audio|video|font)\/(?!svg)/i;

/** Undefined if the answer is not text, has an unknown encoding, or expands too much. */
async function textOf({ headers, body }: SafeHttpResult & { kind: 'response' }): Promise<string | undefined> {
  const type = [headers['content-type'] ?? []].flat()[0];
  if (type !== undefined && NO_TEXT.test(type)) return undefined;
  const content = await decodedContent(body, headers['content-encoding']);
  // Some proxies decode a body but keep its `content-encoding`.
  const plain = content === 'broken' && isUtf8(body) ? body : content;
  if (!Buffer.isBuffer(plain)) return undefined;
  const text = bodyText(plain.subarray(0, MAX_RESPONSE_BYTES), type);
  return text.includes('\0') ? undefined : text;
}

export function toolFailure(code: FaultCode, output: string): ToolOutcome {
  return { kind: 'error', code, output };
}
