/** A host name or address with an optional port (RFC 9110, 7.2), without characters that could end the directive. */
const HOST = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * Headers of the page: no external resources, only our own script files, no framing. The socket's origin is listed
 * besides 'self', which in older browsers does not cover WebSockets. Recordings are played from memory (`blob:`).
 * @param styleNonce Allows styles created by the page's own scripts; absent: none.
 */
export function securityHeaders(host: string | undefined, styleNonce?: string): Record<string, string> {
  const sockets = host !== undefined && HOST.test(host) ? ` ws://${host} wss://${host}` : '';
  return {
    'Content-Security-Policy': [
      "default-src 'self'",
      ...(styleNonce === undefined ? [] : [`style-src 'self' 'nonce-${styleNonce}'`]),
      "media-src 'self' blob:",
      `connect-src 'self'${sockets}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'microphone=(self), camera=(), geolocation=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}
