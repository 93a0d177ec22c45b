import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
/** What proxies add to what they pass on (RFC 7239; RFC 9110, 7.6.3; and what was usual before). */
const PROXY_HEADERS =
  /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip)$/;

interface Reader {
  readonly peer: string;
  readonly headers: IncomingHttpHeaders;
  readonly httpVersion: string;
}

/**
 * Whether a request comes from a client of this machine that asked this service itself. A proxy on the same machine
 * connects from loopback, too, so nothing may tell of one; and the name that was asked for must be a local one, or
 * a page elsewhere could have a browser of this machine ask (DNS rebinding). HTTP/1.0 is what nginx passes on with
 * where it is told nothing else.
 */
export function isLocalReader({ peer, headers, httpVersion }: Reader): boolean {
  if (!LOOPBACK.has(peer) || httpVersion === '1.0') return false;
  if (Object.keys(headers).some((name) => PROXY_HEADERS.test(name))) return false;
  return LOCAL_NAMES.has((headers.host ?? '').replace(/:\d*$/, '').toLowerCase());
}
