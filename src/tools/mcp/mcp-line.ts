import { setTimeout as delay } from 'node:timers/promises';
import type { FaultCode } from '../../voice/fault-codes.js';
import type { ToolOutcome } from '../tool-call.js';
import { CUT_OFF, toolFailure, MAX_RESPONSE_BYTES, RETRY_DELAYS_MS } from '../tool-request.js';
import { withoutSecrets } from '../tool-target.js';
import { McpConnection, type McpDeadline } from './mcp-connection.js';
import { type McpFailure, mcpFailure } from './mcp-failure.js';
import { answerOf, type McpAnswer } from './mcp-answer.js';
import type { McpAddress, McpRequest } from '../mcp-request.js';

/** A session is closed after this idle time; the next tool call opens another one. */
const IDLE_MS = 120_000;
const MAX_ERROR_CHARACTERS = 1_000;

export type OpenMcp = (address: McpAddress, deadline: McpDeadline) => Promise<McpConnection>;

type Attempt =
  | { readonly kind: 'answer'; readonly answer: McpAnswer }
  | {
      readonly kind: 'failure';
      readonly failure: McpFailure;
      readonly harmless: boolean;
      /** The session has worked before. */
      readonly wasUsed: boolean;
    };

/** The MCP sessions of one conversation, one per server, opened by the first tool call. */
export class McpLine {
  private readonly sessions = new Map<string, Promise<McpConnection>>();
  private idle: NodeJS.Timeout | undefined;
  private busy = 0;

  constructor(private readonly open: OpenMcp) {}

  /** Calls a tool and retries if a repeat is safe. Never throws: failures are outcomes. */
  async call(request: McpRequest, key: string, signal: AbortSignal): Promise<ToolOutcome> {
    clearTimeout(this.idle);
    this.busy++;
    try {
      return await this.callUntil(performance.now() + request.timeoutMs, request, key, signal);
    } finally {
      if (--this.busy === 0) this.idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  /** Closes the sessions; later calls open new ones. */
  async close(): Promise<void> {
    clearTimeout(this.idle);
    const open = [...this.sessions.values()];
    this.sessions.clear();
    const ended = open.map(async (session) => (await session.catch(() => undefined))?.close());
    await Promise.all(ended);
  }

  private async callUntil(
    deadlineAtMs: number,
    request: McpRequest,
    key: string,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    let isRenewed = false;
    for (let attempts = 1; ; attempts++) {
      const timeoutMs = Math.max(1, deadlineAtMs - performance.now());
      const result = await this.attempt(request, key, { timeoutMs, signal });
      if (result.kind === 'answer') return { ...answered(result.answer, request.secrets), attempts };
      const pauseMs = RETRY_DELAYS_MS[attempts - 1];
      const { failure: failed, harmless } = result;
      const isGone = failed.reason === 'expired' || (failed.reason === 'perhaps-expired' && result.wasUsed);
      const mayRepeat =
        (isGone && !isRenewed) || (failed.reason === 'away' && (harmless || request.repeatable));
      isRenewed ||= isGone;
      const hasTime = pauseMs !== undefined && deadlineAtMs - performance.now() > pauseMs;
      if (!mayRepeat || !hasTime || signal.aborted)
        return { ...failedOutcome(failed, request.secrets), attempts };
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  private async attempt(request: McpRequest, key: string, deadline: McpDeadline): Promise<Attempt> {
    const id = JSON.stringify([request.url, request.headers]);
    const wasUsed = this.sessions.has(id);
    const session = this.session(id, request, deadline);
    let harmless = true;
    try {
      const connection = await session;
      harmless = false;
      const { tool, arguments: values } = request;
      return { kind: 'answer', answer: answerOf(await connection.call({ tool, values, key }, deadline)) };
    } catch (error) {
      const failed = mcpFailure(error, deadline.signal);
      // A slow tool or a refusal by the server does not invalidate the session.
      if (harmless || ['away', 'expired', 'perhaps-expired'].includes(failed.reason)) this.drop(id, session);
      return { kind: 'failure', failure: failed, harmless, wasUsed };
    }
  }

  private session(id: string, address: McpAddress, deadline: McpDeadline): Promise<McpConnection> {
    const known = this.sessions.get(id);
    if (known) return known;
    const opened = this.open(address, deadline);
    this.sessions.set(id, opened);
    return opened;
  }

  private drop(id: string, session: Promise<McpConnection>): void {
    // Another call may have opened the next session already, or may still be waiting for its answer.
    if (this.sessions.get(id) === session) this.sessions.delete(id);
    if (this.busy > 1) return;
    void session.then(
      (connection) => connection.close(),
      () => undefined,
    );
  }
}

function answered({ text, isError }: McpAnswer, secrets: readonly string[]): ToolOutcome {
  const shown = withoutSecrets(text, secrets).slice(0, MAX_RESPONSE_BYTES);
  if (!isError) return { kind: 'ok', output: shown === '' ? 'done' : shown };
  return toolFailure('TOOL_REFUSED', `The tool failed: ${shown.slice(0, MAX_ERROR_CHARACTERS)}`);
}

function failedOutcome({ reason, message, status }: McpFailure, secrets: readonly string[]): ToolOutcome {
  const told = withoutSecrets(message, secrets).slice(0, MAX_ERROR_CHARACTERS);
  const of = (code: FaultCode, output: string): ToolOutcome => ({
    ...toolFailure(code, output),
    ...(status !== undefined && { status }),
  });
  switch (reason) {
    case 'aborted':
      return { kind: 'unknown', code: 'TOOL_CUT_OFF', output: CUT_OFF };
    case 'timeout':
      return { kind: 'timeout', code: 'TOOL_TIMEOUT', output: 'The tool did not answer in time.' };
    case 'refused':
    case 'perhaps-expired':
      return of('TOOL_REFUSED', `The tool refused: ${told}`);
    case 'away':
    case 'expired':
      return of('TOOL_UNREACHABLE', 'The tool could not be reached.');
  }
}
