import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PinoLogger } from 'nestjs-pino';
import { Public } from '../../common/access/index.js';
import { Clock } from '../../common/clock/index.js';
import { notFound } from '../../common/errors/index.js';
import { InstanceKeys, type SecretBox } from '../../common/secrets/index.js';
import { RefusedCredentials } from '../credentials/refused-credentials.js';
import { SessionAnswer, signInFrom } from '../sessions/session-answer.js';
import { journeyCookie, readJourney } from './oidc-journey.js';
import { OidcProviders } from './oidc-providers.js';
import { type OidcFailure, OidcSignIn } from './oidc-sign-in.service.js';

/** Browser redirects to an identity provider and back. Both end with a page. */
@Public()
@ApiExcludeController()
@Controller('v1/session/oidc/:providerId')
export class OidcController {
  private readonly box: SecretBox;

  constructor(
    private readonly providers: OidcProviders,
    private readonly oidc: OidcSignIn,
    private readonly answer: SessionAnswer,
    private readonly refused: RefusedCredentials,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
    keys: InstanceKeys,
  ) {
    logger.setContext(OidcController.name);
    this.box = keys.secretBox('oidc-journey');
  }

  @Get('start')
  async start(
    @Param('providerId') providerId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const entry = this.find(providerId);
    try {
      const { url, journey } = await this.oidc.begin(entry, this.callbackUrl(request, providerId));
      void reply.header('Set-Cookie', this.cookie(request, journey)).redirect(url, 302);
    } catch (error) {
      this.logger.warn({ err: error, provider: providerId }, 'an identity provider could not be reached');
      this.fail(request, reply, 'failed');
    }
  }

  @Get('callback')
  async callback(
    @Param('providerId') providerId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const entry = this.find(providerId);
    const journey = readJourney(this.box, request.headers.cookie, this.clock.now().getTime());
    if (journey?.providerId !== providerId) return this.fail(request, reply, 'failed');
    const { search } = new URL(request.url, 'http://localhost');
    const returned = new URL(this.callbackUrl(request, providerId) + search);
    const signedIn = await this.oidc.finish(entry, journey, returned, signInFrom(request));
    if (typeof signedIn === 'string') return this.fail(request, reply, signedIn);
    await this.answer.begun(signedIn, request, reply);
    void reply.header('Set-Cookie', this.cookie(request)).redirect(this.page(request), 302);
  }

  private fail(request: FastifyRequest, reply: FastifyReply, failure: OidcFailure): void {
    const { ip: address, id: correlationId } = request;
    this.refused.note({ kind: 'oidc', reason: 'invalid', address, correlationId });
    const page = `${this.page(request)}#sign-in-error=${failure}`;
    void reply.header('Set-Cookie', this.cookie(request)).redirect(page, 302);
  }

  private cookie(request: FastifyRequest, journey?: Parameters<typeof journeyCookie>[1]): string {
    const isSecure = this.answer.isSecure(request);
    return journeyCookie(this.box, journey, { nowMs: this.clock.now().getTime(), isSecure });
  }

  private find(providerId: string) {
    const entry = this.providers.find(providerId);
    if (!entry) throw notFound('SIGN_IN_PROVIDER_NOT_FOUND', 'No such identity provider.');
    return entry;
  }

  private page = (request: FastifyRequest): string => `${this.answer.baseUrl(request)}/studio/`;

  private callbackUrl = (request: FastifyRequest, providerId: string): string =>
    `${this.answer.baseUrl(request)}/v1/session/oidc/${providerId}/callback`;
}
