import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { AgentActivityQuery } from '../report-queries.dto.js';
import { AGENT_ACTIVITY_EXAMPLE, AgentActivitySchema } from './agent-activity.schema.js';
import { AgentActivityService } from './agent-activity.service.js';

@ApiTags('Conversations')
@Controller('v1/metrics')
export class AgentActivityController {
  constructor(private readonly activity: AgentActivityService) {}

  @Get('agents')
  @Operation({
    summary: 'What each agent is doing: its calls now, and how many of today went wrong',
    description: 'From the records of calls, so calls whose record was deleted are not in it.',
    scope: 'conversations:read',
    limits: { agents: 'own' },
    status: 200,
    query: AgentActivityQuery,
    response: { schema: AgentActivitySchema, example: AGENT_ACTIVITY_EXAMPLE },
    errors: { 400: { SCHEMA_VALIDATION_FAILED: 'from must be at most 366 days ago.' } },
  })
  report(@CurrentPrincipal() principal: Principal, @Query() { from }: AgentActivityQuery) {
    return this.activity.report(principal, from);
  }
}
