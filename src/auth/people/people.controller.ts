import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  type Actor,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  refuseForeignRole,
} from '../../common/access/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../../http/idempotency/index.js';
import { Operation } from '../../http/openapi/index.js';
import { PageQuery } from '../../http/pagination/index.js';
import { SessionAnswer } from '../sessions/session-answer.js';
import { ChangePersonDto } from './people.dto.js';
import {
  PERSON_EXAMPLE,
  PersonListSchema,
  PersonSchema,
  personView,
  SignInLinkSchema,
} from './people.schema.js';
import { PeopleService } from './people.service.js';

const NOT_FOUND = { PERSON_NOT_FOUND: 'No such person.' };
const LAST_OWNER = {
  LAST_OWNER: 'This is the last owner of the account. Make another person an owner first.',
};

@ApiTags('People')
@Controller('v1/people')
export class PeopleController {
  constructor(
    private readonly people: PeopleService,
    private readonly answer: SessionAnswer,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Get()
  @Operation({
    summary: 'List the people of the account, newest first',
    scope: 'people:read',
    query: PageQuery,
    response: { schema: PersonListSchema, example: { people: [PERSON_EXAMPLE] } },
  })
  async list(@CurrentPrincipal() { accountId }: Principal, @Query() query: PageQuery) {
    const { rows, ...page } = await this.people.list(accountId, query);
    return { people: rows.map(personView), ...page };
  }

  @Get(':personId')
  @Operation({
    summary: 'A person of the account',
    scope: 'people:read',
    response: { schema: PersonSchema, example: PERSON_EXAMPLE },
    errors: { 404: NOT_FOUND },
  })
  async get(@CurrentPrincipal() { accountId }: Principal, @Param('personId') personId: string) {
    return personView(await this.people.get(accountId, personId));
  }

  @Patch(':personId')
  @Operation({
    summary: 'Give a person another name or role',
    description:
      'Another role ends the sessions of the person. Nobody can give a role with a scope that they lack themselves.',
    scope: 'people:write',
    body: { dto: ChangePersonDto, example: { role: 'editor' } },
    response: { schema: PersonSchema, example: { ...PERSON_EXAMPLE, role: 'editor' } },
    errors: { 404: NOT_FOUND, 409: LAST_OWNER },
  })
  async change(
    @CurrentActor() actor: Actor,
    @Param('personId') personId: string,
    @Body() change: ChangePersonDto,
  ) {
    if (change.role) refuseForeignRole(actor, change.role);
    return personView(await this.people.change(actor, personId, change));
  }

  @Delete(':personId')
  @Operation({
    summary: 'Remove a person from the account',
    description:
      'Their sessions end at once. API keys that they made go on working: revoke those that nobody else uses.',
    scope: 'people:write',
    errors: { 404: NOT_FOUND, 409: LAST_OWNER },
  })
  async remove(@CurrentActor() actor: Actor, @Param('personId') personId: string): Promise<void> {
    await this.people.remove(actor, personId);
  }

  @Post(':personId/sign-in-links')
  @Operation({
    id: 'people.create-sign-in-link',
    summary: 'Make a link that signs a person in once',
    description:
      'For a forgotten password. It is e-mailed to the person if the installation sends e-mails (`emailed`); otherwise hand it over where nobody ' +
      'else sees it: whoever follows it first is that person. It is shown this once, and stands in the audit log without its secret. The role of ' +
      'the person must have no scope that its maker lacks.',
    scope: 'people:write',
    status: 201,
    response: {
      schema: SignInLinkSchema,
      example: {
        signInUrl: 'https://voice.example.com/studio/#sign-in=esl_q3Zt…',
        emailed: true,
        expiresAt: '2026-05-04T09:40:00.000Z',
      },
    },
    errors: { 404: NOT_FOUND },
    idempotent: true,
  })
  createSignInLink(
    @CurrentActor() actor: Actor,
    @Param('personId') personId: string,
    @Idempotency('secret') idempotency: IdempotencyContext,
    @Req() request: FastifyRequest,
  ) {
    return this.idempotency.run(idempotency, async (transaction) => {
      const { role } = await this.people.get(actor.accountId, personId, transaction);
      refuseForeignRole(actor, role);
      const baseUrl = this.answer.baseUrl(request);
      const link = await this.people.signInLink(transaction, actor, personId, baseUrl);
      return { ...link, expiresAt: link.expiresAt.toISOString() };
    });
  }
}
