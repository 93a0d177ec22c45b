import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { OutcomesQuery } from '../report-queries.dto.js';
import { OUTCOME_REPORT_EXAMPLE, OutcomeReportSchema } from './outcomes.schema.js';
import { OutcomesService } from './outcomes.service.js';

@ApiTags('Conversations')
@Controller('v1/metrics')
export class OutcomesController {
  constructor(private readonly outcomes: OutcomesService) {}

  @Get('outcomes')
  @Operation({
    summary:
      'What became of callers: answered, handed over, failed and why, against the period before; busy hours',
    description:
      'From the records of calls of published agents, so calls whose record was deleted are not in it. The period before ' +
      'is as long, and ends where this one begins.',
    scope: 'conversations:read',
    limits: { agents: 'own' },
    status: 200,
    query: OutcomesQuery,
    response: { schema: OutcomeReportSchema, example: OUTCOME_REPORT_EXAMPLE },
    errors: { 400: { SCHEMA_VALIDATION_FAILED: 'from must be before to.' } },
  })
  report(@CurrentPrincipal() principal: Principal, @Query() query: OutcomesQuery) {
    return this.outcomes.report(principal, query);
  }
}
