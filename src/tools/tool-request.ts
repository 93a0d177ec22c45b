import { setTimeout as delay } from 'node:timers/promises';
import type { SafeHttpClient, SafeHttpResult } from '../common/safe-http/index.js';
import type { FaultCode } from '../voice/fault-codes.js';
import type { ToolOutcome } from './tool-call.js';
import { withoutSecrets } from './tool-target.js';

/** Bytes of a response that the model reads. */
export const MAX_RESPONSE_BYTES = 16 * 1024;
/** Characters of it for an error status. */
const MAX_ERROR_CHARACTERS = 1_000;
export const CUT_OFF = 'The tool was cut off. Whether it did its work is unknown.';

/** Pauses before the further attempts of a request that may be repeated. */
export const RETRY_DELAYS_MS = [200, 600] as const;
/** What a service answers that is only away for a moment (RFC 9110, 15.6). */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** One request of a tool, ready to be sent. */
export interface ToolRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For all attempts together. */
  readonly timeoutMs: number;
  /** Sent again it has no further effect. */
  readonly repeatable: boolean;
  /** Values in it that nobody may read in the response. */
  readonly secrets: readonly string[];
}

/** Sends it, again where that does no harm and the service was away. Never throws: failures are outcomes. */
export async function sendToolRequest(
  http: Pick<SafeHttpClient, 'send'>,
  request: ToolRequest,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { repeatable, secrets, timeoutMs, ...exchange } = request;
  const deadlineAtMs = performance.now() + timeoutMs;
  for (let attempts = 1; ; attempts++) {
    const leftMs = Math.max(1, Math.round(deadlineAtMs - performance.now()));
    const limits = { timeoutMs: leftMs, maxResponseBytes: MAX_RESPONSE_BYTES, signal };
    const result = await http.send({ ...exchange, ...limits });
    const pauseMs = RETRY_DELAYS_MS[attempts - 1];
    const isLast = !repeatable || !isAway(result) || pauseMs === undefined || leftMs <= pauseMs;
    if (isLast || signal.aborted) return { ...outcomeOf(result, secrets), attempts };
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

function isAway(result: SafeHttpResult): boolean {
  if (result.kind === 'response') return AWAY.has(result.status);
  return !['TIMEOUT', 'ABORTED', 'ADDRESS_REFUSED'].includes(result.code);
}

function outcomeOf(result: SafeHttpResult, secrets: readonly string[]): ToolOutcome {
  if (result.kind === 'failure') {
    if (result.code === 'ABORTED') return { kind: 'unknown', code: 'TOOL_CUT_OFF', output: CUT_OFF };
    if (result.code !== 'TIMEOUT') return failure('TOOL_UNREACHABLE', 'The tool could not be reached.');
    return { kind: 'timeout', code: 'TOOL_TIMEOUT', output: 'The tool did not answer in time.' };
  }
  const { status } = result;
  const body = withoutSecrets(result.body.toString('utf8'), secrets);
  if (status >= 200 && status <= 299) return { kind: 'ok', output: body === '' ? 'done' : body, status };
  const start = body.slice(0, MAX_ERROR_CHARACTERS);
  return { ...failure('TOOL_REFUSED', `The tool answered with status ${status}: ${start}`), status };
}

export function failure(code: FaultCode, output: string): ToolOutcome {
  return { kind: 'error', code, output };
}
