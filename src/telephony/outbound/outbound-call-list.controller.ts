import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { ListOutboundCallsQuery } from './outbound-call-list.dto.js';
import { OutboundCallList } from './outbound-call-list.service.js';
import { outboundCallList } from './outbound-call.schema.js';

/** Outbound calls of all agents of the account. */
@ApiTags('Outbound calls')
@Controller('v1/telephony/outbound-calls')
export class OutboundCallListController {
  constructor(private readonly calls: OutboundCallList) {}

  @Get()
  @Operation({
    summary: 'List outbound calls, newest first',
    scope: 'calls:read',
    limits: { agents: 'own' },
    status: 200,
    query: ListOutboundCallsQuery,
    response: outboundCallList,
    errors: { 400: { SCHEMA_VALIDATION_FAILED: 'limit must not be greater than 200' } },
  })
  list(@CurrentPrincipal() principal: Principal, @Query() query: ListOutboundCallsQuery) {
    return this.calls.list(principal, query);
  }
}
