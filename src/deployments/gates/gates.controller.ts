import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type Actor,
  CurrentActor,
  CurrentPrincipal,
  type EnvironmentName,
  fromDbEnvironment,
  type Principal,
} from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import type { DeploymentApproval, DeploymentGates } from '../../generated/prisma/client.js';
import { DeploymentHistory } from '../deployment-history.service.js';
import { ApprovalsService } from './approvals.service.js';
import { BAD_ENVIRONMENT, ENVIRONMENT_PATTERN, EnvironmentPipe } from './environment.pipe.js';
import { ApproveDto, GateStatesQuery, ListApprovalsQuery, PutGatesDto } from './gate.dto.js';
import { gateAnswers, RULES_EXAMPLE } from './gate.schema.js';
import { rulesFrom } from './gate-rules-body.js';
import { GatesService } from './gates.service.js';
import { rulesOf } from './gates.store.js';

const noAgent = { PROJECT_NOT_FOUND: 'No such agent.' };
const noVersion = {
  DEPLOYMENT_NOT_FOUND: 'No such deployment.',
  VERSION_NOT_FOUND: 'No such version.',
};
const path = { environment: ENVIRONMENT_PATTERN };

/** Gates: conditions for deploying a version to an environment. */
@ApiTags('Deployments')
@Controller('v1/agents/:agentId/environments/:environment')
export class GatesController {
  constructor(
    private readonly gates: GatesService,
    private readonly approvals: ApprovalsService,
    private readonly history: DeploymentHistory,
  ) {}

  @Get('gates')
  @Operation({
    summary: 'The gates of an environment',
    scope: 'deployments:read',
    path,
    response: gateAnswers.rules,
    errors: { 400: BAD_ENVIRONMENT, 404: noAgent },
  })
  async get(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('environment', EnvironmentPipe) environment: EnvironmentName,
  ) {
    return rulesView(await this.gates.find({ accountId, agentId, environment }));
  }

  @Put('gates')
  @Operation({
    summary: 'Set the gates of an environment',
    description: 'Replaces all of them; `{}` removes them. They hold for what is deployed from now on.',
    scope: 'deployments:override',
    limits: { environments: 'own' },
    path,
    body: { dto: PutGatesDto, example: RULES_EXAMPLE },
    response: gateAnswers.rules,
    errors: { 400: BAD_ENVIRONMENT, 404: noAgent },
  })
  async put(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('environment', EnvironmentPipe) environment: EnvironmentName,
    @Body() body: PutGatesDto,
  ) {
    const place = { accountId: actor.accountId, agentId, environment };
    return rulesView(await this.gates.put(actor, place, rulesFrom(body)));
  }

  @Get('gates/states')
  @Operation({
    summary: 'How the gates of an environment stand for a version',
    scope: 'deployments:read',
    path,
    query: GateStatesQuery,
    response: gateAnswers.states,
    errors: { 400: BAD_ENVIRONMENT, 404: { ...noAgent, ...noVersion } },
  })
  async states(
    @CurrentPrincipal() { accountId, email }: Principal,
    @Param('agentId') agentId: string,
    @Param('environment', EnvironmentPipe) environment: EnvironmentName,
    @Query() query: GateStatesQuery,
  ) {
    const { version } = await this.history.content(accountId, agentId, query.version);
    const candidate = { version, kind: query.action ?? 'promotion', askedBy: email };
    return { version, gates: await this.gates.states({ accountId, agentId, environment }, candidate) };
  }

  @Get('approvals')
  @Operation({
    summary: 'List the approvals of an environment, newest first',
    scope: 'deployments:read',
    path,
    query: ListApprovalsQuery,
    response: gateAnswers.approvals,
    errors: { 400: BAD_ENVIRONMENT, 404: noAgent },
  })
  async listApprovals(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('environment', EnvironmentPipe) environment: EnvironmentName,
    @Query() { version }: ListApprovalsQuery,
  ) {
    const rows = await this.approvals.list({ accountId, agentId, environment }, version);
    return { approvals: rows.map(approvalView) };
  }

  @Post('approvals')
  @Operation({
    summary: 'Approve a version for an environment',
    description: 'Counts for others only: nobody approves what they wrote, published or deploy themselves.',
    scope: 'deployments:approve',
    limits: { environments: 'own' },
    status: 201,
    path,
    body: {
      dto: ApproveDto,
      example: { version: 'dep_0Zr9vB4nQ2XyT8kLmP3sWd', comment: 'Heard ten calls.' },
    },
    response: gateAnswers.approval,
    errors: { 400: BAD_ENVIRONMENT, 404: { ...noAgent, ...noVersion } },
  })
  async approve(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('environment', EnvironmentPipe) environment: EnvironmentName,
    @Body() { version, comment }: ApproveDto,
  ) {
    const place = { accountId: actor.accountId, agentId, environment };
    return { approval: approvalView(await this.approvals.approve(actor, place, version, comment)) };
  }

  @Delete('approvals/:approvalId')
  @Operation({
    summary: 'Take an approval back',
    description: 'One’s own or somebody else’s; the audit log keeps who did.',
    scope: 'deployments:approve',
    limits: { environments: 'own' },
    path,
    errors: { 400: BAD_ENVIRONMENT, 404: { APPROVAL_NOT_FOUND: 'No such approval.' } },
  })
  async withdraw(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('environment', EnvironmentPipe) environment: EnvironmentName,
    @Param('approvalId') approvalId: string,
  ): Promise<void> {
    await this.approvals.withdraw(actor, { accountId: actor.accountId, agentId, environment }, approvalId);
  }
}

const rulesView = (row: DeploymentGates | undefined) => ({
  gates: row ? rulesOf(row.rules) : {},
  updatedBy: row?.updatedBy ?? null,
  updatedAt: row?.updatedAt.toISOString() ?? null,
});

const approvalView = (row: DeploymentApproval) => ({
  approvalId: row.id,
  agentId: row.agentId,
  environment: fromDbEnvironment(row.environment),
  version: row.version,
  approvedBy: row.approvedBy,
  comment: row.comment,
  createdAt: row.createdAt.toISOString(),
});
