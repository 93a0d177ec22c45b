import type { ExtraHeaders } from './extra-headers.js';

/** Stands for a value that is kept and not shown. Sent back in a change, it means: as it is. */
export const MASK = '********';

/** Words in a header's name that tell of a credential. */
const SECRET_NAME = /auth|token|secret|key|pass|credential|cookie|session|signature|bearer|jwt/i;
/** Schemes of the Authorization header, under whatever name. */
const SECRET_SCHEME = /^(?:bearer|basic|digest|token|apikey)\s/i;
/** As long as an identifier of 96 random bits or more, and nothing but its characters, with digits among them. */
const SECRET_VALUE = /^(?=.*\d)(?=.*[A-Za-z])[\w+/=.~-]{16,}$/;

/** Whether the header looks like one that lets somebody in. */
const isCredential = (name: string, value: string): boolean =>
  SECRET_NAME.test(name) || SECRET_SCHEME.test(value) || SECRET_VALUE.test(value);

/** What is shown of headers: all their names, and the values of those that look like no credential. */
export const maskHeaders = (headers: ExtraHeaders): ExtraHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isCredential(name, value) ? MASK : value]),
  );

export type HeaderChange =
  { readonly ok: true; readonly headers: ExtraHeaders } | { readonly ok: false; readonly problem: string };

/**
 * The headers after a change. A credential belongs to the host that it was given for: whoever moves the endpoint
 * elsewhere, and may not know it, would have it sent to them. So it goes when the host changes, and must be given
 * again.
 * @param given What the change says of headers; undefined where it says nothing.
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

/** Whether deliveries would go to another host or port. An address that can't be read counts as another. */
export function isOtherHost(before: string, after: string): boolean {
  const [from, to] = [URL.parse(before), URL.parse(after)];
  return from === null || to === null || from.origin !== to.origin;
}
