import { Body, Controller, Get, Param, Put, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { SwitchTraceDto, type TraceFormat, TraceQuery } from '../diagnostics/diagnostics.dto.js';
import {
  messageView,
  REFUSALS_EXAMPLE,
  refusalView,
  RefusedCallsSchema,
  TRACE_EXAMPLE,
  tracedMessageOf,
  TraceSchema,
  TraceSwitchSchema,
} from '../diagnostics/diagnostics.schema.js';
import { SipNotes } from '../diagnostics/sip-notes.service.js';
import { pcapOf } from '../diagnostics/trace/pcap.js';
import { textOf, type TracedMessage } from '../diagnostics/trace/traced-message.js';
import { TrunksService } from './trunks.service.js';

const missing = { TRUNK_NOT_FOUND: 'No such trunk.' };

const FILES: Readonly<
  Record<Exclude<TraceFormat, 'json'>, { type: string; of: (messages: readonly TracedMessage[]) => Buffer }>
> = {
  text: { type: 'text/plain; charset=utf-8', of: (messages) => Buffer.from(textOf(messages)) },
  pcap: { type: 'application/vnd.tcpdump.pcap', of: pcapOf },
};

/** Refused calls and SIP traces of a trunk. */
@ApiTags('Trunks')
@Controller('v1/telephony/trunks/:trunkId')
export class TrunkDiagnosticsController {
  constructor(
    private readonly trunks: TrunksService,
    private readonly notes: SipNotes,
  ) {}

  @Get('refusals')
  @Operation({
    summary: 'List calls of a trunk that were refused, newest first',
    description:
      'With the reason in words, as the caller’s side got it in `Warning`. The newest 200 of the last 7 days.',
    scope: 'conversations:read',
    limits: { agents: 'refused', environments: 'refused' },
    status: 200,
    response: { schema: RefusedCallsSchema, example: REFUSALS_EXAMPLE },
    errors: { 404: missing },
  })
  async refusals(@CurrentPrincipal() { accountId }: Principal, @Param('trunkId') trunkId: string) {
    await this.trunks.get(accountId, trunkId);
    return { refusals: (await this.notes.refusals(trunkId)).map(refusalView) };
  }

  @Put('trace')
  @Operation({
    summary: 'Keep the SIP messages of a trunk for some time',
    description:
      'What is kept has the numbers of callers in it, and no passwords, keys of audio or pressed keys. Messages are forgotten after a day.',
    scope: 'connectors:write',
    limits: { agents: 'refused', environments: 'refused' },
    status: 200,
    body: { dto: SwitchTraceDto, example: { minutes: 30 } },
    response: { schema: TraceSwitchSchema, example: { until: TRACE_EXAMPLE.until } },
    errors: {
      400: { SCHEMA_VALIDATION_FAILED: 'minutes must not be greater than 1440' },
      404: missing,
    },
  })
  async switchTrace(
    @CurrentActor() actor: Actor,
    @Param('trunkId') trunkId: string,
    @Body() { minutes }: SwitchTraceDto,
  ) {
    return { until: untilOf(await this.trunks.trace(actor, trunkId, minutes)) };
  }

  @Get('trace')
  @Operation({
    summary: 'The SIP messages of a trunk that were kept, in their order',
    description: 'The newest 2,000 of the last day, or those of one call; as JSON, or as a file.',
    scope: 'conversations:read',
    limits: { agents: 'refused', environments: 'refused' },
    status: 200,
    query: TraceQuery,
    response: { schema: TraceSchema, example: TRACE_EXAMPLE },
    errors: {
      400: { SCHEMA_VALIDATION_FAILED: 'format must be one of the following values: json, text, pcap' },
      404: missing,
    },
  })
  async trace(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('trunkId') trunkId: string,
    @Query() { format = 'json', callId }: TraceQuery,
  ) {
    const trunk = await this.trunks.get(accountId, trunkId);
    const messages = (await this.notes.messages(trunkId, callId)).map(tracedMessageOf);
    if (format === 'json') return { until: untilOf(trunk), messages: messages.map(messageView) };
    const { type, of } = FILES[format];
    const ending = format === 'text' ? 'txt' : format;
    return new StreamableFile(of(messages), {
      type,
      disposition: `attachment; filename="${trunkId}.${ending}"`,
    });
  }
}

function untilOf({ traceUntil }: { readonly traceUntil: Date | null }): string | null {
  return traceUntil && traceUntil.getTime() > Date.now() ? traceUntil.toISOString() : null;
}
