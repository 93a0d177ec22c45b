import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { SecretBox } from '../../common/secrets/index.js';

/** Where the cookie goes, and no further. */
const COOKIE_PATH = '/v1/session/oidc';
const COOKIE = 'earshot_oidc';
/** How long somebody may take at the provider. */
const LIFETIME_SECONDS = 600;

const Journey = Type.Object({
  providerId: Type.String(),
  state: Type.String(),
  nonce: Type.String(),
  codeVerifier: Type.String(),
  expiresAtMs: Type.Number(),
});

/** What the browser keeps, sealed, while its person is at the provider: the answer must come back to that browser. */
export type Journey = Static<typeof Journey>;

/** A cookie for the journey; undefined takes it away. */
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
    // The provider sends the browser back from another site.
    sameSite: 'lax',
    secure: isSecure,
    path: COOKIE_PATH,
    maxAge: kept === undefined ? 0 : LIFETIME_SECONDS,
  });
}

/** The journey that a browser began; undefined without one, or where it took too long or was not sealed by us. */
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
