import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import { JobRunner, PollingService } from '../../jobs/index.js';
import { saysDone } from '../../claims/index.js';
import { LateEvents } from '../../conversations/index.js';
import { book } from '../calendar/book.js';
import { CalendarReader } from '../calendar/calendar-reader.js';
import { McpServers } from '../mcp/mcp-servers.js';
import { KEPT_CHARACTERS, type ToolOutcome } from '../tool-call.js';
import { sendToolRequest } from '../tool-request.js';
import { withoutSecrets } from '../tool-target.js';
import { DatabaseLedger, type LeftCall } from './database-ledger.js';
import { ToolHttp } from './tool-http.js';

/** Polls per lease, so that calls of a dead instance wait at most another third of a lease. */
const LOOKS_PER_LEASE = 3;
/** Takeovers after which calls to an unreachable service are abandoned. */
const MAX_TAKEOVERS = 5;

const UNKNOWN: ToolOutcome = {
  kind: 'unknown',
  code: 'TOOL_CUT_OFF',
  output: 'The instance that called the tool died. Whether it did its work is unknown.',
};

/**
 * Finishes tool calls of dead instances: repeatable calls are retried with the same idempotency key, the others are
 * recorded with an unknown outcome.
 */
@Injectable()
export class OrphanedToolCalls extends PollingService {
  constructor(
    private readonly ledger: DatabaseLedger,
    private readonly events: LateEvents,
    private readonly config: AppConfig,
    private readonly http: ToolHttp,
    private readonly mcp: McpServers,
    private readonly calendars: CalendarReader,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    const everyMs = config.conversations.instanceLeaseMs / LOOKS_PER_LEASE;
    super(runner, everyMs, logger, 'orphaned tool calls could not be read');
  }

  /**
   * Releases the tool calls of a conversation that another instance has taken over.
   * @returns All calls with outcomes that may be missing in its record, oldest first.
   * @throws if the database is unavailable
   */
  async leaveOf(conversationId: string): Promise<readonly LeftCall[]> {
    const left = await this.ledger.leaveOf(conversationId);
    if (left.length > 0) void this.job.wake();
    return left;
  }

  protected query(): Prisma.Sql {
    return this.ledger.orphaned;
  }

  /** Finishes all orphaned calls. @throws if the database is unavailable */
  async run(signal: AbortSignal): Promise<void> {
    const left = await this.ledger.takeOver();
    await Promise.all(left.map((call) => this.settle(call, signal)));
  }

  private async settle({ then, ...call }: LeftCall, signal: AbortSignal): Promise<void> {
    const { callId, accountId, conversationId, takeovers } = call;
    const first = await this.complete(call, signal);
    const follows = first === 'done' && then;
    const last = follows
      ? await this.complete({ ...then, accountId, conversationId, takeovers }, signal)
      : first;
    if (last === 'later') await this.ledger.leave(callId);
    else await this.ledger.crossOut(callId);
  }

  /** @returns Whether it did its work; `later` if that can be tried again. */
  private async complete(call: LeftCall, signal: AbortSignal): Promise<'done' | 'failed' | 'later'> {
    const beganAtMs = performance.now();
    const { callId, takeovers, conversationId } = call;
    // The outcome may have been known before the instance died.
    const known =
      conversationId === null ? undefined : await this.events.outcomeOfTool(conversationId, callId);
    if (known) return known.outcome === 'ok' && saysDone(known.answer ?? '') ? 'done' : 'failed';
    const outcome = await this.repeat(call, signal);
    const isAway = outcome.code === 'TOOL_UNREACHABLE' || outcome.code === 'TOOL_TIMEOUT';
    if (signal.aborted || (isAway && takeovers < MAX_TAKEOVERS)) return 'later';
    await this.record(call, outcome, Math.round(performance.now() - beganAtMs));
    this.logger.warn({ callId, tool: call.name, outcome: outcome.kind }, 'orphaned tool call completed');
    return outcome.kind === 'ok' && saysDone(outcome.output) ? 'done' : 'failed';
  }

  private async repeat(call: LeftCall, signal: AbortSignal): Promise<ToolOutcome> {
    const { callId, accountId, request, mcp, booking } = call;
    if (booking)
      return await book(booking, callId, { http: this.http, reader: this.calendars, accountId, signal });
    if (request) return request.repeatable ? await sendToolRequest(this.http, request, signal) : UNKNOWN;
    if (!mcp.repeatable) return UNKNOWN;
    const line = this.mcp.line();
    try {
      return await line.call(mcp, callId, signal);
    } finally {
      await line.close();
    }
  }

  private async record(call: LeftCall, outcome: ToolOutcome, durationMs: number): Promise<void> {
    const { callId, conversationId, name, undoes, argumentsText, request, mcp, booking } = call;
    if (conversationId === null) return;
    const kept = (text: string) =>
      withoutSecrets(text, (request ?? mcp ?? booking).secrets).slice(0, KEPT_CHARACTERS);
    const { kind, code, output, status, attempts = 0 } = outcome;
    const storeText = this.config.conversations.storeText && argumentsText !== undefined;
    await this.events.add(
      conversationId,
      {
        kind: 'tool-call',
        at: new Date(),
        callId,
        name,
        ...(undoes !== undefined && { undoes }),
        outcome: kind,
        ...(code !== undefined && { code }),
        arguments: kept(argumentsText ?? ''),
        answer: kept(output),
        ...(status !== undefined && { status }),
        attempts,
        durationMs,
      },
      storeText,
    );
  }
}
