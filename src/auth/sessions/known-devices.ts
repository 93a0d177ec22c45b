import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { InstanceKeys, type SecretBox } from '../../common/secrets/index.js';

const COOKIE = 'earshot_device';
/** The longest cookie lifetime that browsers accept (RFC 6265bis, 5.5). */
const MAX_AGE_SECONDS = 400 * 86_400;

/** The device cookie that a browser sends; undefined without one. */
export function deviceOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[COOKIE];
}

/**
 * Recognizes browsers that a person has signed in from before, so that failed sign-ins elsewhere cannot lock that
 * person out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
@Injectable()
export class KnownDevices {
  private readonly box: SecretBox;

  constructor(keys: InstanceKeys) {
    this.box = keys.secretBox('known-device');
  }

  /** Whether this device cookie was issued for this e-mail address. */
  isKnown(device: string, email: string): boolean {
    try {
      return this.box.open(device, COOKIE).endsWith(` ${email.toLowerCase()}`);
    } catch {
      return false;
    }
  }

  /** Issues a device cookie for this e-mail address. It does not authenticate. */
  remember(reply: FastifyReply, email: string, { isSecure }: { readonly isSecure: boolean }): void {
    const cookie = stringifySetCookie({
      name: COOKIE,
      value: this.box.seal(`${randomUUID()} ${email.toLowerCase()}`, COOKIE),
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
      path: '/v1',
      maxAge: MAX_AGE_SECONDS,
    });
    void reply.header('Set-Cookie', cookie);
  }
}
