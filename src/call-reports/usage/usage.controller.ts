import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Operation } from '../../common/openapi/index.js';
import { UsageQuery } from './usage.dto.js';
import { USAGE_REPORT_EXAMPLE, UsageReportSchema } from './usage.schema.js';
import { UsageService } from './usage.service.js';

@ApiTags('Conversations')
@Controller('v1/usage')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @Operation({
    summary: 'What calls came to: how many, how long, and what their providers did',
    description: 'Counted from the records of calls, so calls whose record was deleted are not in it.',
    scope: 'conversations:read',
    limits: { agents: 'own' },
    status: 200,
    query: UsageQuery,
    response: { schema: UsageReportSchema, example: USAGE_REPORT_EXAMPLE },
    errors: { 400: { SCHEMA_VALIDATION_FAILED: 'from must be before to.' } },
  })
  report(@CurrentPrincipal() principal: Principal, @Query() query: UsageQuery) {
    return this.usage.report(principal, query);
  }
}
