import { Module } from '@nestjs/common';
import { AnsweringModule } from '../answering/index.js';
import { AuthModule } from '../auth/index.js';
import { MailModule } from '../mail/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { ProvidersModule } from '../providers/index.js';
import { WebhooksModule } from '../webhooks/index.js';
import { AnalysisStore } from './analysis/analysis-store.js';
import { AnalysisWorker } from './analysis/analysis-worker.js';
import { Analyst } from './analysis/analyst.js';
import { CallEvents } from './events/call-events.js';
import { EventLoop } from './events/event-loop.js';
import { DailyFiguresController } from './daily/daily-figures.controller.js';
import { DailyFiguresService } from './daily/daily-figures.service.js';
import { OutcomesController } from './outcomes/outcomes.controller.js';
import { OutcomesService } from './outcomes/outcomes.service.js';
import { QuestionVectors } from './questions/question-vectors.js';
import { QuestionsController } from './questions/questions.controller.js';
import { QuestionsService } from './questions/questions.service.js';
import { AgentActivityController } from './now/agent-activity.controller.js';
import { AgentActivityService } from './now/agent-activity.service.js';
import { ReportSpan } from './report-span.js';
import { ConversationCostController } from './usage/conversation-cost.controller.js';
import { UsageController } from './usage/usage.controller.js';
import { UsageService } from './usage/usage.service.js';
import { WeeklySummaries } from './weekly/weekly-summaries.js';

/**
 * Reports from call records, computed outside the call: webhook events (`events/`), analysis that documents request
 * (`analysis/`), usage (`usage/`), daily figures (`daily/`), what became of callers (`outcomes/`) and what they asked
 * (`questions/`), current agent activity (`now/`), and the summary of the week by e-mail (`weekly/`).
 */
@Module({
  imports: [AnsweringModule, AuthModule, ConversationsModule, MailModule, ProvidersModule, WebhooksModule],
  controllers: [
    AgentActivityController,
    ConversationCostController,
    DailyFiguresController,
    OutcomesController,
    QuestionsController,
    UsageController,
  ],
  providers: [
    AgentActivityService,
    AnalysisStore,
    AnalysisWorker,
    Analyst,
    CallEvents,
    DailyFiguresService,
    EventLoop,
    OutcomesService,
    QuestionVectors,
    QuestionsService,
    ReportSpan,
    UsageService,
    WeeklySummaries,
  ],
})
export class CallReportsModule {}
