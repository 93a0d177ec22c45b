const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

/** Parses `name`, or `name:port` for other ports than the default one. Undefined if it is not a host. */
export function parseAllowedHost(text: string): string | undefined {
  if (!HOST.test(text)) return undefined;
  const url = URL.parse(`https://${text}`);
  if (!url || url.username !== '' || url.password !== '' || url.href !== `https://${url.host}/`)
    return undefined;
  // A path, query or @, which URL drops from the host, makes the text longer than the host.
  return url.host === text.toLowerCase() || `${url.host}:443` === text.toLowerCase() ? url.host : undefined;
}
