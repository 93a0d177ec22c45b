import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/index.js';
import { askedTopics, unansweredQuestions } from '../../conversations/index.js';
import { ExpensiveReads } from '../../quotas/index.js';
import type { DailyFiguresQuery } from '../report-queries.dto.js';
import { ReportSpan } from '../report-span.js';
import { groupedQuestions } from './grouped-questions.js';
import { QuestionVectors } from './question-vectors.js';
import type { QuestionsReport } from './questions.schema.js';

/** Different questions that are compared; callers seldom ask the others again. */
const MOST_QUESTIONS = 100;
const MOST_GROUPS = 20;
const MOST_TOPICS = 8;

/** What callers asked. */
@Injectable()
export class QuestionsService {
  constructor(
    private readonly reads: ExpensiveReads,
    private readonly span: ReportSpan,
    private readonly vectors: QuestionVectors,
  ) {}

  /** @throws ApiError 400 for an empty or too long span */
  async report(principal: Principal, query: DailyFiguresQuery): Promise<QuestionsReport> {
    const span = this.span.of(query);
    const { accountId } = principal;
    const { asked, topics } = await this.reads.run(accountId, async (client) => ({
      asked: await unansweredQuestions(client, principal, query.agentId, span, MOST_QUESTIONS),
      topics: await askedTopics(client, principal, query.agentId, span, MOST_TOPICS),
    }));
    const vectors = await this.vectors.of(
      accountId,
      asked.map(({ question }) => question),
    );
    return {
      from: span.from.toISOString(),
      to: span.to.toISOString(),
      isGrouped: vectors !== undefined,
      unanswered: groupedQuestions(asked, vectors).slice(0, MOST_GROUPS),
      topics,
    };
  }
}
