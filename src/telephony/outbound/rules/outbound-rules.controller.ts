import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../../common/access/index.js';
import { Operation } from '../../../http/openapi/index.js';
import { OUTBOUND_CALLS_VALIDATION_FAILED } from '../invalid-order.js';
import { OutboundRulesDto } from './outbound-rules.dto.js';
import { OUTBOUND_RULES_EXAMPLE, OutboundRulesSchema } from './outbound-rules.schema.js';
import { OutboundRules } from './outbound-rules.service.js';

const response = { schema: OutboundRulesSchema, example: OUTBOUND_RULES_EXAMPLE };
const body = { dto: OutboundRulesDto, example: { ...OUTBOUND_RULES_EXAMPLE } };
const missingAgent = { PROJECT_NOT_FOUND: 'No such agent.' };
const invalid = {
  [OUTBOUND_CALLS_VALIDATION_FAILED]:
    'quietHours.timeZone: Europe/Londn is no time zone; write one as Europe/Berlin.',
};

@ApiTags('Outbound calls')
@Controller('v1')
export class OutboundRulesController {
  constructor(private readonly rules: OutboundRules) {}

  @Get('telephony/outbound-rules')
  @Operation({
    id: 'outbound-rules.get',
    summary: 'Whom the agents of the account may phone, and when',
    scope: 'connectors:read',
    status: 200,
    response,
  })
  get(@CurrentPrincipal() { accountId }: Principal) {
    return this.rules.get(accountId);
  }

  @Put('telephony/outbound-rules')
  @Operation({
    id: 'outbound-rules.put',
    summary: 'Say whom the agents of the account may phone, and when',
    description:
      'They hold beside those of the trunk and of the agent: a number has to be allowed by all, and no quiet hours may be on.',
    scope: 'connectors:write',
    limits: { agents: 'refused', environments: 'refused' },
    status: 200,
    body,
    response,
    errors: { 400: invalid },
  })
  put(@CurrentActor() actor: Actor, @Body() wanted: OutboundRulesDto) {
    return this.rules.put(actor, wanted);
  }

  @Get('agents/:agentId/telephony/outbound-rules')
  @Operation({
    id: 'outbound-rules.get-of-agent',
    summary: 'Whom an agent may phone, and when',
    scope: 'connectors:read',
    status: 200,
    response,
    errors: { 404: missingAgent },
  })
  getOfAgent(@CurrentPrincipal() { accountId }: Principal, @Param('agentId') agentId: string) {
    return this.rules.get(accountId, agentId);
  }

  @Put('agents/:agentId/telephony/outbound-rules')
  @Operation({
    id: 'outbound-rules.put-of-agent',
    summary: 'Say whom an agent may phone, and when',
    description: 'They hold beside those of the trunk and of the account.',
    scope: 'connectors:write',
    limits: { environments: 'refused' },
    status: 200,
    body,
    response,
    errors: { 400: invalid, 404: missingAgent },
  })
  putOfAgent(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Body() wanted: OutboundRulesDto,
  ) {
    return this.rules.put(actor, wanted, agentId);
  }
}
