import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const SESSION_COOKIE = 'earshot_session';

/** The token that a browser sends; undefined without one. */
export function sessionTokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[SESSION_COOKIE];
}

/**
 * HttpOnly, SameSite, and Secure behind https.
 * @param token undefined deletes the cookie.
 */
export function setSessionCookie(
  reply: FastifyReply,
  token: string | undefined,
  { isSecure, maxAgeSeconds }: { readonly isSecure: boolean; readonly maxAgeSeconds: number },
): void {
  const cookie = stringifySetCookie({
    name: SESSION_COOKIE,
    value: token ?? '',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    path: '/',
    maxAge: token === undefined ? 0 : maxAgeSeconds,
  });
  void reply.header('Set-Cookie', cookie);
}
