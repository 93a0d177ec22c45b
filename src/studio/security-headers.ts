/**
 * A host name or address with an optional port (RFC 9110, 7.2), and nothing that could end the directive that it is
 * put into.
 */
const HOST = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * Headers of every answer that carries the page. Nothing is loaded from anywhere else, nothing runs that is not a
 * file of ours, and no other page may frame it. The socket is named beside 'self', which older browsers do not take
 * to cover WebSockets.
 */
export function securityHeaders(host: string | undefined): Record<string, string> {
  const sockets = host !== undefined && HOST.test(host) ? ` ws://${host} wss://${host}` : '';
  return {
    'Content-Security-Policy': [
      "default-src 'self'",
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
