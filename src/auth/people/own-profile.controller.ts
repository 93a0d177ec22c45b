import { Body, Controller, Patch, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, CurrentActor } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { SessionAnswer, signInFrom } from '../sessions/session-answer.js';
import { sessionTokenOf } from '../sessions/session-cookie.js';
import { SESSION_EXAMPLE, SessionSchema } from '../sessions/session.schema.js';
import { OwnProfileService } from './own-profile.service.js';
import { ChangeMyselfDto } from './people.dto.js';

/** The signed-in person. */
@ApiTags('People')
@Controller('v1/people/me')
export class OwnProfileController {
  constructor(
    private readonly profile: OwnProfileService,
    private readonly answer: SessionAnswer,
  ) {}

  @Patch()
  @Operation({
    id: 'people.change-me',
    summary: 'Change one’s own name, password or e-mails',
    description:
      'Another password ends all sessions of the person; this browser gets another one, with another `csrfToken`.',
    scope: 'person',
    body: { dto: ChangeMyselfDto, example: { name: 'Ada King' } },
    response: { schema: SessionSchema, example: SESSION_EXAMPLE },
    errors: {
      403: {
        CURRENT_PASSWORD_WRONG: 'The current password is wrong.',
        SIGN_IN_AGAIN: 'Sign in again to set a first password: this session began too long ago.',
      },
    },
  })
  async change(
    @CurrentActor() actor: Actor,
    @Body() change: ChangeMyselfDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { person, token } = await this.profile.change(actor, change, signInFrom(request));
    if (token === undefined) return this.answer.of(person, sessionTokenOf(request) ?? '');
    return this.answer.begun({ person, token }, request, reply);
  }
}
