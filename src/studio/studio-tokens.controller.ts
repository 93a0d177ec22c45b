import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { IsIn, IsString, Length } from 'class-validator';
import { agentNotFound, AgentsService } from '../agents/index.js';
import { type CallTarget, StudioTokens } from '../auth/index.js';
import {
  CurrentPrincipal,
  ENVIRONMENTS,
  type Principal,
  refuseForeignEnvironment,
} from '../common/access/index.js';
import { resolveVariant } from '../agent-document/index.js';
import { ApiError, conflict } from '../common/errors/index.js';
import { IfGiven } from '../http/index.js';
import { Describe, Operation, responseShape, Timestamp } from '../http/openapi/index.js';
import { DeploymentsService } from '../deployments/index.js';

const MAX_VARIANT_ID = 64;

export class IssueStudioTokenDto {
  @IsIn(['draft', ...ENVIRONMENTS])
  @Describe('What the token calls: the draft, or what is active in an environment.')
  target: CallTarget = 'draft';

  @IfGiven()
  @IsString()
  @Length(1, MAX_VARIANT_ID)
  @Describe('A variant of the target.')
  variantId?: string;
}

const StudioTokenSchema = responseShape({ token: Type.String(), expiresAt: Timestamp });

/** Tokens for calls from the studio: short-lived, and invalid once their target is redeployed. */
@ApiTags('Studio')
@Controller('v1/agents/:agentId/studio-tokens')
export class StudioTokensController {
  constructor(
    private readonly agents: AgentsService,
    private readonly deployments: DeploymentsService,
    private readonly tokens: StudioTokens,
  ) {}

  @Post()
  @Operation({
    summary: 'Issue a token for a studio call',
    description:
      'A JWT for the `authToken` of an offer. It is stale as soon as a newer deployment of its target exists.',
    scope: 'agents:write',
    limits: { environments: 'own' },
    status: 201,
    body: { dto: IssueStudioTokenDto, example: { target: 'draft' } },
    response: {
      schema: StudioTokenSchema,
      example: { token: 'eyJhbGciOiJIUzI1NiIs…', expiresAt: '2026-05-04T09:45:00.000Z' },
    },
    errors: {
      400: { UNKNOWN_VARIANT: 'The target has no such variant.' },
      404: { PROJECT_NOT_FOUND: 'No such agent.' },
      409: { NOTHING_DEPLOYED: 'Nothing is deployed to that environment.' },
    },
  })
  async issue(
    @CurrentPrincipal() principal: Principal,
    @Param('agentId') agentId: string,
    @Body() { target, variantId }: IssueStudioTokenDto,
  ) {
    const { accountId } = principal;
    if (target !== 'draft') refuseForeignEnvironment(principal, target, `make tokens for ${target}`);
    await this.agents.get(accountId, agentId);
    const { document, deploymentId } = await this.find(agentId, target);
    if (!resolveVariant(document, variantId)) {
      throw new ApiError(400, 'UNKNOWN_VARIANT', 'The target has no such variant.');
    }
    const { token, expiresAt } = await this.tokens.issue({
      accountId,
      agentId,
      target,
      variantId,
      deploymentId,
    });
    return { token, expiresAt: expiresAt.toISOString() };
  }

  private async find(agentId: string, target: CallTarget) {
    if (target === 'draft') {
      const document = await this.deployments.draftDocument(agentId);
      if (!document) throw agentNotFound();
      return { document, deploymentId: undefined };
    }
    const active = await this.deployments.active(agentId, target);
    if (!active) throw conflict('NOTHING_DEPLOYED', 'Nothing is deployed to that environment.');
    return active;
  }
}
