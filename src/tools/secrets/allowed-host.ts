const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

/**
 * A host as URLs spell it: `name`, or `name:port` where the port is not the scheme's own. Undefined for what is no
 * host.
 */
export function parseAllowedHost(text: string): string | undefined {
  if (!HOST.test(text)) return undefined;
  const url = URL.parse(`https://${text}`);
  if (!url || url.username !== '' || url.password !== '' || url.href !== `https://${url.host}/`)
    return undefined;
  // Whatever else URL reads away (a path, a query, an @) would have made the text longer than its host.
  return url.host === text.toLowerCase() || `${url.host}:443` === text.toLowerCase() ? url.host : undefined;
}
