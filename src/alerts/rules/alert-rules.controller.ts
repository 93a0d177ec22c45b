import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../../http/idempotency/index.js';
import { quotaExample } from '../../quotas/index.js';
import { Operation } from '../../http/openapi/index.js';
import { alertAnswers, NEW_RULE_EXAMPLE, ruleErrors } from '../alert.schema.js';
import { alertRuleView, alertView } from '../alert-rule.js';
import { CreateRuleDto, ListAlertsQuery, ListRulesQuery, UpdateRuleDto } from './alert-rule.dto.js';
import { AlertRulesService } from './alert-rules.service.js';
import { RULE_PATH, RuleIdPipe } from './rule-id.pipe.js';

@ApiTags('Alerts')
@Controller('v1')
export class AlertRulesController {
  constructor(
    private readonly rules: AlertRulesService,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Get('alert-rules')
  @Operation({
    summary: 'List the alert rules',
    scope: 'alerts:read',
    limits: { agents: 'own' },
    query: ListRulesQuery,
    response: alertAnswers.rules,
  })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListRulesQuery) {
    const { rules, nextCursor } = await this.rules.list(principal, query);
    return { data: rules.map(alertRuleView), ...(nextCursor !== undefined && { next_cursor: nextCursor }) };
  }

  @Post('alert-rules')
  @Operation({
    summary: 'Create an alert rule',
    scope: 'alerts:write',
    limits: { agents: 'own' },
    status: 201,
    body: { dto: CreateRuleDto, example: NEW_RULE_EXAMPLE },
    response: alertAnswers.rule,
    errors: { 409: { ALERT_RULE_LIMIT_REACHED: quotaExample('alertRules') } },
    idempotent: true,
  })
  create(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Body() body: CreateRuleDto,
  ) {
    return this.idempotency.run(idempotency, async (transaction) =>
      alertRuleView(await this.rules.create(transaction, actor, body)),
    );
  }

  @Get('alert-rules/:ruleId')
  @Operation({
    path: RULE_PATH,
    summary: 'One alert rule',
    scope: 'alerts:read',
    limits: { agents: 'own' },
    response: alertAnswers.rule,
    errors: ruleErrors,
  })
  async get(@CurrentPrincipal() principal: Principal, @Param('ruleId', RuleIdPipe) id: string) {
    return alertRuleView(await this.rules.get(principal, id));
  }

  @Patch('alert-rules/:ruleId')
  @Operation({
    path: RULE_PATH,
    summary: 'Update an alert rule',
    description: 'A field that is absent stays as it is.',
    scope: 'alerts:write',
    limits: { agents: 'own' },
    body: { dto: UpdateRuleDto, example: { threshold_value: 2_000, enabled: true } },
    response: alertAnswers.rule,
    errors: ruleErrors,
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('ruleId', RuleIdPipe) id: string,
    @Body() body: UpdateRuleDto,
  ) {
    return alertRuleView(await this.rules.update(actor, id, body));
  }

  @Delete('alert-rules/:ruleId')
  @Operation({
    path: RULE_PATH,
    summary: 'Delete an alert rule',
    scope: 'alerts:write',
    limits: { agents: 'own' },
    errors: ruleErrors,
  })
  async delete(@CurrentActor() actor: Actor, @Param('ruleId', RuleIdPipe) id: string): Promise<void> {
    await this.rules.delete(actor, id);
  }

  @Get('alerts')
  @Operation({
    id: 'alerts.list',
    summary: 'The rules that fire now',
    scope: 'alerts:read',
    limits: { agents: 'own' },
    query: ListAlertsQuery,
    response: alertAnswers.firing,
  })
  async alerts(@CurrentPrincipal() principal: Principal, @Query() query: ListAlertsQuery) {
    return { data: (await this.rules.firing(principal, query)).map(alertView) };
  }
}
