import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  type Actor,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  RequireScope,
} from '../../common/access/index.js';
import { alertRuleView, alertView } from '../alert-rule.js';
import { CreateRuleDto, ListRulesQuery, UpdateRuleDto } from './alert-rule.dto.js';
import { AlertRulesService } from './alert-rules.service.js';
import { RuleIdPipe } from './rule-id.pipe.js';

@Controller('v1')
export class AlertRulesController {
  constructor(private readonly rules: AlertRulesService) {}

  @Get('alert-rules')
  @RequireScope('alerts:read')
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListRulesQuery) {
    const { rules, nextCursor } = await this.rules.list(principal, query);
    return { data: rules.map(alertRuleView), ...(nextCursor !== undefined && { next_cursor: nextCursor }) };
  }

  @Post('alert-rules')
  @RequireScope('alerts:write')
  async create(@CurrentActor() actor: Actor, @Body() body: CreateRuleDto) {
    return alertRuleView(await this.rules.create(actor, body));
  }

  @Get('alert-rules/:ruleId')
  @RequireScope('alerts:read')
  async get(@CurrentPrincipal() principal: Principal, @Param('ruleId', RuleIdPipe) id: string) {
    return alertRuleView(await this.rules.get(principal, id));
  }

  @Patch('alert-rules/:ruleId')
  @RequireScope('alerts:write')
  async update(
    @CurrentActor() actor: Actor,
    @Param('ruleId', RuleIdPipe) id: string,
    @Body() body: UpdateRuleDto,
  ) {
    return alertRuleView(await this.rules.update(actor, id, body));
  }

  @Delete('alert-rules/:ruleId')
  @HttpCode(204)
  @RequireScope('alerts:write')
  async delete(@CurrentActor() actor: Actor, @Param('ruleId', RuleIdPipe) id: string): Promise<void> {
    await this.rules.delete(actor, id);
  }

  /** The rules that fire now. */
  @Get('alerts')
  @RequireScope('alerts:read')
  async alerts(@CurrentPrincipal() principal: Principal) {
    return { data: (await this.rules.firing(principal)).map(alertView) };
  }
}
