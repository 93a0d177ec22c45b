import type { ExtraHeaders } from './extra-headers.js';

/** Placeholder for a hidden value. Sent back in a change, it keeps the value. */
export const MASK = '********';

/** Header names that suggest a credential. */
const SECRET_NAME = /auth|token|secret|key|pass|credential|cookie|session|signature|bearer|jwt/i;
/** Schemes of the Authorization header, under any header name. */
const SECRET_SCHEME = /^(?:bearer|basic|digest|token|apikey)\s/i;
/** Looks like an identifier of at least 96 random bits: only its characters, with letters and digits. */
const SECRET_VALUE = /^(?=.*\d)(?=.*[A-Za-z])[\w+/=.~-]{16,}$/;

/** Whether the header looks like a credential. */
const isCredential = (name: string, value: string): boolean =>
  SECRET_NAME.test(name) || SECRET_SCHEME.test(value) || SECRET_VALUE.test(value);

/** All names, and the values that do not look like credentials. */
export const maskHeaders = (headers: ExtraHeaders): ExtraHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isCredential(name, value) ? MASK : value]),
  );

export type HeaderChange =
  { readonly ok: true; readonly headers: ExtraHeaders } | { readonly ok: false; readonly problem: string };

/**
 * The headers after a change. A credential belongs to one host: someone who may not know it could redirect the endpoint
 * to get it. So it is dropped when the host changes, and must be given again.
 * @param given Headers of the change; undefined if it has none.
 */
export function changeHeaders(
  stored: ExtraHeaders,
  given: ExtraHeaders | undefined,
  hostChanges: boolean,
): HeaderChange {
  if (given === undefined) {
    const kept = Object.entries(stored).filter(([name, value]) => !hostChanges || !isCredential(name, value));
    return { ok: true, headers: Object.fromEntries(kept) };
  }
  const known = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const kept = value === MASK ? known.get(name.toLowerCase()) : value;
    if (kept === undefined)
      return { ok: false, problem: `${name} must have a value: ${MASK} stands for none here` };
    if (value === MASK && hostChanges)
      return { ok: false, problem: `${name} must be given anew, since url leads to another host` };
    headers[name] = kept;
  }
  return { ok: true, headers };
}

/** Whether deliveries would go to another host or port. An invalid URL counts as another. */
export function isOtherHost(before: string, after: string): boolean {
  const [from, to] = [URL.parse(before), URL.parse(after)];
  return from === null || to === null || from.origin !== to.origin;
}
