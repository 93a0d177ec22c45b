import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Headers that proxies add (RFC 7239; RFC 9110, 7.6.3; and older conventions). */
const PROXY_HEADERS =
  /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip)$/;

interface Reader {
  readonly peer: string;
  readonly headers: IncomingHttpHeaders;
  readonly httpVersion: string;
}

/**
 * Whether a request comes directly from a client on this machine. A local proxy connects from loopback, too, so proxy
 * headers must be absent; and the requested name must be a local one, or a page elsewhere could use a browser on this
 * machine (DNS rebinding). HTTP/1.0 is nginx's default towards backends.
 */
export function isLocalReader({ peer, headers, httpVersion }: Reader): boolean {
  if (!LOOPBACK.has(peer) || httpVersion === '1.0') return false;
  if (Object.keys(headers).some((name) => PROXY_HEADERS.test(name))) return false;
  return LOCAL_NAMES.has((headers.host ?? '').replace(/:\d*$/, '').toLowerCase());
}
