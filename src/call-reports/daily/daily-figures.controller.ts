import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { DailyFiguresQuery } from '../report-queries.dto.js';
import { DAILY_FIGURES_EXAMPLE, DailyFiguresSchema } from './daily-figures.schema.js';
import { DailyFiguresService } from './daily-figures.service.js';

@ApiTags('Conversations')
@Controller('v1/metrics')
export class DailyFiguresController {
  constructor(private readonly figures: DailyFiguresService) {}

  @Get('daily')
  @Operation({
    summary: 'How calls went, day by day: how many, answer latency, interruptions, errors',
    description: 'From the records of calls, so calls whose record was deleted are not in it.',
    scope: 'conversations:read',
    limits: { agents: 'own' },
    status: 200,
    query: DailyFiguresQuery,
    response: { schema: DailyFiguresSchema, example: DAILY_FIGURES_EXAMPLE },
    errors: { 400: { SCHEMA_VALIDATION_FAILED: 'from must be before to.' } },
  })
  report(@CurrentPrincipal() principal: Principal, @Query() query: DailyFiguresQuery) {
    return this.figures.report(principal, query);
  }
}
