import { Module } from '@nestjs/common';
import { WebhooksModule } from '../webhooks/index.js';
import { AlertEvaluator } from './evaluation/alert-evaluator.js';
import { CallMetrics } from './evaluation/call-metrics.js';
import { EvaluationLoop } from './evaluation/evaluation-loop.js';
import { AlertRulesController } from './rules/alert-rules.controller.js';
import { AlertRulesService } from './rules/alert-rules.service.js';

/**
 * Alerts. `rules/` is what an account wants to know about, `evaluation/` what comes of it: metrics from the records
 * of calls, a pure judgement, and the two events when it changes.
 */
@Module({
  imports: [WebhooksModule],
  controllers: [AlertRulesController],
  providers: [AlertRulesService, AlertEvaluator, CallMetrics, EvaluationLoop],
})
export class AlertsModule {}
