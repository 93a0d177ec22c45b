import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppConfig } from '../../common/config/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import type { Person } from '../../generated/prisma/client.js';
import { csrfTokenOf } from './csrf.js';
import { deviceOf, KnownDevices } from './known-devices.js';
import { sessionTokenOf, setSessionCookie } from './session-cookie.js';
import { SessionsService } from './sessions.service.js';
import type { SignedIn, SignInFrom } from './sign-in.service.js';

/** The session as shown to a page, and its cookie. */
@Injectable()
export class SessionAnswer {
  private readonly publicUrl: string | undefined;

  constructor(
    private readonly prisma: PrismaService,
    private readonly sessions: SessionsService,
    private readonly devices: KnownDevices,
    { http }: AppConfig,
  ) {
    this.publicUrl = http.publicUrl;
  }

  /** Sets the cookie of a new session. */
  async begun({ person, token }: Omit<SignedIn, 'sessionId'>, request: FastifyRequest, reply: FastifyReply) {
    const isSecure = this.isSecure(request);
    setSessionCookie(reply, token, { isSecure, maxAgeSeconds: this.sessions.maxAgeSeconds });
    const device = deviceOf(request);
    if (device === undefined || !this.devices.isKnown(device, person.email))
      this.devices.remember(reply, person.email, { isSecure });
    return this.of(person, token);
  }

  /** Deletes the cookie. */
  ended(request: FastifyRequest, reply: FastifyReply): void {
    setSessionCookie(reply, undefined, { isSecure: this.isSecure(request), maxAgeSeconds: 0 });
  }

  async of(person: Person, token: string) {
    const { id, email, name, role, accountId, alertMails, weeklyMails } = person;
    const account = await this.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
    return {
      user: { id, email, name, role, alertMails, weeklyMails, accountId, accountName: account.name },
      csrfToken: csrfTokenOf(token),
    };
  }

  /** Where the browser reaches this instance. */
  baseUrl({ protocol, host }: FastifyRequest): string {
    return this.publicUrl ?? `${protocol}://${host}`;
  }

  /** Whether the browser uses https; cookies are then restricted to https. */
  isSecure(request: FastifyRequest): boolean {
    return this.baseUrl(request).startsWith('https:') || request.protocol === 'https';
  }
}

export const signInFrom = (request: FastifyRequest): SignInFrom => ({
  ip: request.ip,
  id: request.id,
  earlier: sessionTokenOf(request),
  device: deviceOf(request),
});
