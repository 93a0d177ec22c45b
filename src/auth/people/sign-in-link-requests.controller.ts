import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { Operation } from '../../http/openapi/index.js';
import { refuseOtherSites } from '../sessions/csrf.js';
import { MailedLinks, NOT_CONFIGURED } from './mailed-links.js';
import { RequestLinkDto } from './people.dto.js';

/** For people who have forgotten their password. */
@ApiTags('Sessions')
@Controller('v1/session/links')
export class SignInLinkRequestsController {
  private readonly publicUrl: string | undefined;

  constructor(
    private readonly links: MailedLinks,
    private readonly logger: PinoLogger,
    { http }: AppConfig,
  ) {
    logger.setContext(SignInLinkRequestsController.name);
    this.publicUrl = http.publicUrl;
  }

  @Post()
  @Operation({
    id: 'session.request-link',
    summary: 'Have a sign-in link e-mailed to oneself',
    description:
      'Unknown addresses get the same answer, in the same time. People who only sign in at an identity provider get no link.',
    public: true,
    body: { dto: RequestLinkDto, example: { email: 'ada@example.com' } },
    errors: {
      403: { CROSS_SITE_REQUEST: 'A change by session cookie must come from a page of this service.' },
      409: { MAIL_NOT_CONFIGURED: NOT_CONFIGURED },
    },
  })
  async create(@Body() { email }: RequestLinkDto, @Req() request: FastifyRequest): Promise<void> {
    refuseOtherSites(request, this.publicUrl);
    await this.links.allowRequest(email, request.ip);
    // Not awaited: response time must not reveal whether the address has an account.
    this.links.sendRequested(email, request.id).catch((error: unknown) => {
      this.logger.error({ err: error }, 'a requested sign-in link could not be made');
    });
  }
}
