/** Hosts of this machine. Their pages need no certificate. */
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:|$|\/)/;

/** The origin of a page's address as people write it: `example.com/contact` → `https://example.com`. */
export function originOf(address: string): string {
  const text = address.trim();
  const url = /^https?:\/\//i.test(text) ? text : `${LOCAL.test(text) ? 'http' : 'https'}://${text}`;
  return URL.canParse(url) ? new URL(url).origin : text;
}
