const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

/** A host as in URLs: `name`, or `name:port` if not the default port. Undefined if it is not a host. */
export function parseAllowedHost(text: string): string | undefined {
  if (!HOST.test(text)) return undefined;
  const url = URL.parse(`https://${text}`);
  if (!url || url.username !== '' || url.password !== '' || url.href !== `https://${url.host}/`)
    return undefined;
  // Anything else that URL drops (a path, a query, an @) makes the text longer than its host.
  return url.host === text.toLowerCase() || `${url.host}:443` === text.toLowerCase() ? url.host : undefined;
}
