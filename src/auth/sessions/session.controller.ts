import { Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { AppConfig } from '../../common/config/index.js';
import { validationFailed } from '../../common/errors/index.js';
import { Operation } from '../../http/openapi/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { refuseOtherSites } from './csrf.js';
import { SessionAnswer, signInFrom } from './session-answer.js';
import { sessionTokenOf } from './session-cookie.js';
import { SignInDto } from './session.dto.js';
import { SESSION_EXAMPLE, SessionSchema } from './session.schema.js';
import { SessionsService } from './sessions.service.js';
import { SignInService } from './sign-in.service.js';

/** Sign-in and sign-out. */
@ApiTags('Sessions')
@Controller('v1')
export class SessionController {
  private readonly publicUrl: string | undefined;

  constructor(
    private readonly signIn: SignInService,
    private readonly sessions: SessionsService,
    private readonly answer: SessionAnswer,
    private readonly prisma: PrismaService,
    { http }: AppConfig,
  ) {
    this.publicUrl = http.publicUrl;
  }

  @Post('session')
  @Operation({
    id: 'session.start',
    summary: 'Sign in',
    description:
      'With e-mail address and password, or with the token of a sign-in link. The session is the cookie `earshot_session`; a session that the ' +
      'browser had before ends. What is wrong with an address or a password is not told.',
    public: true,
    body: { dto: SignInDto, example: { email: 'ada@example.com', password: 'correct horse battery staple' } },
    response: { schema: SessionSchema, example: SESSION_EXAMPLE },
    errors: {
      401: {
        SIGN_IN_FAILED: 'The e-mail address or the password is wrong.',
        SIGN_IN_LINK_INVALID:
          'The sign-in link has been used, has expired or does not exist. Ask for another one.',
      },
      403: { CROSS_SITE_REQUEST: 'A change by session cookie must come from a page of this service.' },
    },
  })
  async start(
    @Body() { email, password, accountId, signInToken }: SignInDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    refuseOtherSites(request, this.publicUrl);
    const from = signInFrom(request);
    if (signInToken !== undefined) {
      if (email !== undefined || password !== undefined) throw either();
      return this.answer.begun(await this.signIn.withLink(signInToken, from), request, reply);
    }
    if (email === undefined || password === undefined) throw either();
    const signedIn = await this.signIn.withPassword({ email, password, accountId }, from);
    return this.answer.begun(signedIn, request, reply);
  }

  @Get('session')
  @Operation({
    id: 'session.get',
    summary: 'Who has signed in',
    scope: 'person',
    response: { schema: SessionSchema, example: SESSION_EXAMPLE },
  })
  async get(@CurrentPrincipal() { keyId }: Principal, @Req() request: FastifyRequest) {
    const person = await this.prisma.person.findUniqueOrThrow({ where: { id: keyId } });
    return this.answer.of(person, sessionTokenOf(request) ?? '');
  }

  @Delete('session')
  @Operation({ id: 'session.end', summary: 'Sign out', scope: 'person' })
  async end(
    @CurrentPrincipal() { person }: Principal,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    if (person) await this.sessions.end(person.sessionId);
    this.answer.ended(request, reply);
  }

  @Delete('sessions')
  @Operation({ id: 'session.end-all', summary: 'Sign out in every browser', scope: 'person' })
  async endAll(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      await this.sessions.endAll(transaction, actor.keyId);
      await recordChange(transaction, actor, { action: 'person.sign-out', resourceId: actor.keyId });
    });
    this.answer.ended(request, reply);
  }
}

const either = () => validationFailed('give either email and password, or signInToken');
