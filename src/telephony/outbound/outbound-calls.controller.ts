import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../../http/idempotency/index.js';
import { Operation } from '../../http/openapi/index.js';
import { OUTBOUND_CALLS_VALIDATION_FAILED } from './invalid-order.js';
import { CreateOutboundCallDto } from './outbound-call.dto.js';
import {
  OUTBOUND_CALL_EXAMPLE,
  OUTBOUND_STATUS_EXAMPLE,
  OutboundCallSchema,
  OutboundCallStatusSchema,
} from './outbound-call.schema.js';
import { OutboundCallsService } from './outbound-calls.service.js';

const missingAgent = { PROJECT_NOT_FOUND: 'No such agent.' };
const missing = { ...missingAgent, OUTBOUND_CALLS_NOT_FOUND: 'No such outbound call.' };

@ApiTags('Outbound calls')
@Controller('v1/agents/:agentId/telephony/outbound-calls')
export class OutboundCallsController {
  constructor(
    private readonly orders: OutboundCallsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Post()
  @Operation({
    summary: 'Have an agent phone somebody',
    addsBytes: true,
    description:
      'Puts the call into a queue that survives restarts; nobody is phoned twice for one request. Which trunk is used follows from ' +
      '`allowedPrefixes` of the account’s trunks. Where the trunk refuses at once, the answer is 502, and the order has failed.',
    scope: 'calls:write',
    limits: { environments: 'own' },
    status: 200,
    body: {
      dto: CreateOutboundCallDto,
      example: { toNumber: '+442079460123', environment: 'live', metadata: { name: 'Ada' } },
    },
    response: { schema: OutboundCallSchema, example: OUTBOUND_CALL_EXAMPLE },
    errors: {
      400: {
        [OUTBOUND_CALLS_VALIDATION_FAILED]: 'toNumber: +4477 is no phone number; write it as +442079460000.',
        OUTBOUND_CALLS_NUMBER_NOT_ALLOWED: 'No trunk of the account may call +442079460123.',
      },
      404: missingAgent,
      409: { OUTBOUND_QUEUE_FULL: '1000 outbound calls of the account wait, which is the limit.' },
      502: { OUTBOUND_CALL_REFUSED: 'The call was not made (trunk_refused).' },
    },
    idempotent: true,
  })
  async create(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Param('agentId') agentId: string,
    @Body() body: CreateOutboundCallDto,
  ) {
    const ordered = await this.idempotency.run(idempotency, async (transaction) => {
      const { id } = await this.orders.order(transaction, actor, agentId, body);
      return { callSid: id, status: 'QUEUED' as const };
    });
    await this.orders.refuseIfTrunkDoes(ordered.callSid);
    return ordered;
  }

  @Get(':callSid/status')
  @Operation({
    summary: 'How an outbound call stands',
    scope: 'calls:read',
    status: 200,
    response: { schema: OutboundCallStatusSchema, example: OUTBOUND_STATUS_EXAMPLE },
    errors: { 404: missing },
  })
  async status(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('callSid') callSid: string,
  ) {
    const { status, reason, sipStatus, answeredBy } = await this.orders.get(accountId, agentId, callSid);
    return {
      callSid,
      status,
      ...(reason !== null && { reason }),
      ...(sipStatus !== null && { sipStatus }),
      ...(answeredBy !== null && { answeredBy }),
    };
  }

  @Delete(':callSid')
  @Operation({
    summary: 'Cancel an outbound call',
    description:
      'Nobody is phoned any more, and a call that rings or runs is ended. What is over stays as it is.',
    scope: 'calls:write',
    limits: { environments: 'own' },
    status: 204,
    errors: { 404: missing },
  })
  async cancel(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('callSid') callSid: string,
  ): Promise<void> {
    await this.orders.cancel(actor, agentId, callSid);
  }
}
