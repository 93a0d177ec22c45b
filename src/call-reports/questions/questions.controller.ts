import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { DailyFiguresQuery } from '../report-queries.dto.js';
import { QUESTIONS_REPORT_EXAMPLE, QuestionsReportSchema } from './questions.schema.js';
import { QuestionsService } from './questions.service.js';

@ApiTags('Conversations')
@Controller('v1/metrics')
export class QuestionsController {
  constructor(private readonly questions: QuestionsService) {}

  @Get('questions')
  @Operation({
    summary:
      'What callers asked: questions without an answer, by meaning, and the topics that answered most calls',
    description:
      'From the records of the last 2,000 calls of the time; without those whose text is not stored.',
    scope: 'conversations:read',
    limits: { agents: 'own' },
    status: 200,
    query: DailyFiguresQuery,
    response: { schema: QuestionsReportSchema, example: QUESTIONS_REPORT_EXAMPLE },
    errors: { 400: { SCHEMA_VALIDATION_FAILED: 'from must be before to.' } },
  })
  report(@CurrentPrincipal() principal: Principal, @Query() query: DailyFiguresQuery) {
    return this.questions.report(principal, query);
  }
}
