import { integer, list, text, url } from '../setting.js';

export const httpConstants = {
  /** For a whole request. */
  requestTimeoutMs: 30_000,
};

export const httpSettings = {
  host: text('HOST', {
    fallback: '127.0.0.1',
    meaning: 'Address that HTTP and signaling listen on. 0.0.0.0 listens on all.',
    danger:
      'Browsers allow the microphone on HTTPS and localhost only: behind 0.0.0.0 you want the TLS proxy.',
  }),
  port: integer('PORT', {
    fallback: 3000,
    min: 0,
    max: 65_535,
    meaning: 'Port of HTTP and signaling. 0 picks a free one.',
  }),
  publicUrl: url('PUBLIC_URL', ['http:', 'https:'], {
    meaning:
      'Address that clients use to reach this instance, without a path. Default: built from HOST and PORT. Set it behind a proxy.',
  }),
  trustedProxies: list('HTTP_TRUSTED_PROXIES', {
    fallback: ['loopback'],
    meaning:
      'Proxies trusted to set X-Forwarded-For, which identifies the client address for limits on sockets and guesses: addresses, ranges, or the names loopback, linklocal and uniquelocal; separated by commas.',
    danger: 'Clients that reach Earshot from such an address without the proxy can impersonate others.',
  }),
  bodyLimitBytes: integer('HTTP_BODY_LIMIT_BYTES', {
    advanced: true,
    fallback: 102_400,
    min: 1_024,
    max: 10_485_760,
    meaning: 'Largest request body, in bytes; larger ones return 413.',
    danger: 'Each request may hold this much memory.',
  }),
} as const;
