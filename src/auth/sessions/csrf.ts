import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../common/errors/index.js';
import { equalInConstantTime } from '../../common/secrets/index.js';

/** Header with the token that a page got with its session. */
const CSRF_HEADER = 'x-csrf-token';

type Request = Pick<FastifyRequest, 'headers' | 'host'>;

/** Derived from the session token, which scripts can't read: only our own response reveals it to a page. */
export const csrfTokenOf = (sessionToken: string): string =>
  hash('sha256', `csrf ${sessionToken}`, 'base64url');

/**
 * For changes authenticated by cookie: they must come from our own page (Fetch Metadata; RFC 6454) and carry its token.
 * @throws ApiError 403.
 */
export function refuseForgery(request: Request, sessionToken: string, publicUrl: string | undefined): void {
  if (originOf(request, publicUrl) !== 'own') throw crossSite();
  const expected = Buffer.from(csrfTokenOf(sessionToken));
  const given = Buffer.from(String(request.headers[CSRF_HEADER] ?? ''));
  if (!equalInConstantTime(given, expected)) {
    throw new ApiError(
      403,
      'CSRF_TOKEN_INVALID',
      'A change by session cookie needs the header X-CSRF-Token with the csrfToken of GET /v1/session.',
    );
  }
}

/** For sign-in: programs may call it, pages of other sites may not. @throws ApiError 403. */
export function refuseOtherSites(request: Request, publicUrl: string | undefined): void {
  if (originOf(request, publicUrl) === 'foreign') throw crossSite();
}

/** The origin a request claims. Browsers send it with every change, and pages can't forge it. */
function originOf({ headers, host }: Request, publicUrl: string | undefined): 'own' | 'foreign' | 'untold' {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return 'foreign';
  const { origin } = headers;
  if (origin === undefined) return site === undefined ? 'untold' : 'own';
  const from = URL.parse(origin)?.host;
  const own = [host, publicUrl === undefined ? undefined : URL.parse(publicUrl)?.host];
  return from !== undefined && own.includes(from) ? 'own' : 'foreign';
}

const crossSite = () =>
  new ApiError(
    403,
    'CROSS_SITE_REQUEST',
    'A change by session cookie must come from a page of this service (headers Sec-Fetch-Site, Origin).',
  );
