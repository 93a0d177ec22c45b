import { Body, Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Actor,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  refuseForeignRole,
} from '../../common/access/index.js';
import { AppConfig } from '../../common/config/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../../http/idempotency/index.js';
import { quotaExample } from '../../quotas/index.js';
import { Operation } from '../../http/openapi/index.js';
import { PageQuery } from '../../http/pagination/index.js';
import { refuseOtherSites } from '../sessions/csrf.js';
import { SessionAnswer, signInFrom } from '../sessions/session-answer.js';
import { SESSION_EXAMPLE, SessionSchema } from '../sessions/session.schema.js';
import { InvitationsService } from './invitations.service.js';
import { AcceptInvitationDto, InviteDto } from './people.dto.js';
import {
  INVITATION_EXAMPLE,
  InvitationListSchema,
  invitationView,
  NewInvitationSchema,
} from './people.schema.js';

@ApiTags('People')
@Controller('v1/invitations')
export class InvitationsController {
  private readonly publicUrl: string | undefined;

  constructor(
    private readonly invitations: InvitationsService,
    private readonly answer: SessionAnswer,
    private readonly idempotency: IdempotencyService,
    { http }: AppConfig,
  ) {
    this.publicUrl = http.publicUrl;
  }

  @Post()
  @Operation({
    id: 'invitations.create',
    summary: 'Invite somebody to the account',
    description:
      'The link is e-mailed if the installation sends e-mails (`emailed`). It is shown this once; otherwise hand it over where nobody else sees it. ' +
      'An earlier invitation of the same e-mail address is void. ' +
      'Nobody can give a role with a scope that they lack themselves.',
    scope: 'people:write',
    status: 201,
    body: { dto: InviteDto, example: { email: 'grace@example.com', role: 'editor' } },
    response: {
      schema: NewInvitationSchema,
      example: {
        ...INVITATION_EXAMPLE,
        invitationUrl: 'https://voice.example.com/studio/#invitation=esi_q3Zt…',
        emailed: true,
      },
    },
    errors: {
      409: {
        PERSON_EXISTS: 'The account already has a person with this e-mail address.',
        PERSON_LIMIT_REACHED: quotaExample('people'),
      },
    },
    idempotent: true,
  })
  create(
    @CurrentActor() actor: Actor,
    @Idempotency('secret') idempotency: IdempotencyContext,
    @Body() wanted: InviteDto,
    @Req() request: FastifyRequest,
  ) {
    refuseForeignRole(actor, wanted.role);
    return this.idempotency.run(idempotency, async (transaction) => {
      const baseUrl = this.answer.baseUrl(request);
      const { row, ...link } = await this.invitations.create(transaction, actor, wanted, baseUrl);
      return { ...invitationView(row), ...link };
    });
  }

  @Get()
  @Operation({
    id: 'invitations.list',
    summary: 'List the invitations that can be accepted, newest first',
    scope: 'people:read',
    query: PageQuery,
    response: {
      schema: InvitationListSchema,
      example: { invitations: [{ ...INVITATION_EXAMPLE, emailRefused: false }] },
    },
  })
  async list(@CurrentPrincipal() { accountId }: Principal, @Query() query: PageQuery) {
    const { rows, ...page } = await this.invitations.list(accountId, query);
    const invitations = rows.map((row) => ({ ...invitationView(row), emailRefused: row.emailRefused }));
    return { invitations, ...page };
  }

  @Delete(':invitationId')
  @Operation({
    id: 'invitations.withdraw',
    summary: 'Withdraw an invitation',
    scope: 'people:write',
    errors: { 404: { INVITATION_NOT_FOUND: 'No such invitation.' } },
  })
  async withdraw(@CurrentActor() actor: Actor, @Param('invitationId') invitationId: string): Promise<void> {
    await this.invitations.withdraw(actor, invitationId);
  }

  @Post('accept')
  @Operation({
    id: 'invitations.accept',
    summary: 'Accept an invitation, and be signed in',
    public: true,
    body: {
      dto: AcceptInvitationDto,
      example: { token: 'esi_q3Zt…', name: 'Grace Hopper', password: 'correct horse battery staple' },
    },
    response: { schema: SessionSchema, example: SESSION_EXAMPLE },
    errors: {
      401: {
        INVITATION_INVALID: 'The invitation has been accepted or withdrawn, has expired or does not exist.',
      },
      403: { CROSS_SITE_REQUEST: 'A change by session cookie must come from a page of this service.' },
    },
  })
  async accept(
    @Body() body: AcceptInvitationDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    refuseOtherSites(request, this.publicUrl);
    return this.answer.begun(await this.invitations.accept(body, signInFrom(request)), request, reply);
  }
}
