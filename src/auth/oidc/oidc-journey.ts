import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { SecretBox } from '../../common/secrets/index.js';

/** Limits the cookie to the sign-in routes. */
const COOKIE_PATH = '/v1/session/oidc';
const COOKIE = 'earshot_oidc';
/** Time limit for signing in at the provider. */
const LIFETIME_SECONDS = 600;

const Journey = Type.Object({
  providerId: Type.String(),
  state: Type.String(),
  nonce: Type.String(),
  codeVerifier: Type.String(),
  expiresAtMs: Type.Number(),
});

/** State kept in a sealed cookie while the person is at the provider: the answer must return to the same browser. */
export type Journey = Static<typeof Journey>;

/** The cookie for the sign-in; undefined deletes it. */
export function journeyCookie(
  box: SecretBox,
  journey: Omit<Journey, 'expiresAtMs'> | undefined,
  { nowMs, isSecure }: { readonly nowMs: number; readonly isSecure: boolean },
): string {
  const kept = journey && JSON.stringify({ ...journey, expiresAtMs: nowMs + LIFETIME_SECONDS * 1_000 });
  return stringifySetCookie({
    name: COOKIE,
    value: kept === undefined ? '' : Buffer.from(box.seal(kept, COOKIE)).toString('base64url'),
    httpOnly: true,
    // The provider redirects the browser from another site.
    sameSite: 'lax',
    secure: isSecure,
    path: COOKIE_PATH,
    maxAge: kept === undefined ? 0 : LIFETIME_SECONDS,
  });
}

/** The state of a sign-in; undefined without a cookie, after expiry, or if this service did not seal it. */
export function readJourney(box: SecretBox, header: string | undefined, nowMs: number): Journey | undefined {
  const value = header === undefined ? undefined : parseCookie(header)[COOKIE];
  if (value === undefined || value === '') return undefined;
  try {
    const kept: unknown = JSON.parse(box.open(Buffer.from(value, 'base64url').toString('utf8'), COOKIE));
    return Value.Check(Journey, kept) && kept.expiresAtMs > nowMs ? kept : undefined;
  } catch {
    return undefined;
  }
}
