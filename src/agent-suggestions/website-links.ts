/** Pages in which a business says what callers ask. */
const TELLING =
  /about|contact|hours|open|pric|cost|service|treat|menu|book|appoint|faq|question|team|visit|find|location|kontakt|leistung|preis|anfahrt|termin|ueber|team|tarif|horaire|servicio|precio|horario|contatt|orari|prezz/i;
/** Files that are no pages. */
const NO_PAGE = /\.(?:avif|css|docx?|gif|ico|jpe?g|js|json|mp[34]|pdf|png|rss|svg|webp|xlsx?|xml|zip)$/i;
const MAX_PATH = 200;

const hostOf = ({ host }: URL): string => host.replace(/^www\./, '');

/** Whether both addresses belong to one site. */
export const isSameSite = (one: URL, other: URL): boolean => hostOf(one) === hostOf(other);

/** The address without what does not change the page. */
export const pageKey = (url: URL): string => `${hostOf(url)}${url.pathname.replace(/\/+$/, '')}${url.search}`;

/**
 * Pages of the same site that a page links to: those that are likely to answer callers' questions first, then short
 * addresses.
 */
export function pagesLinked(links: readonly string[], from: URL): URL[] {
  const found = new Map<string, URL>();
  for (const link of links) {
    const url = URL.parse(link, from.href);
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') continue;
    if (!isSameSite(url, from) || NO_PAGE.test(url.pathname) || url.pathname.length > MAX_PATH) continue;
    url.hash = '';
    url.protocol = from.protocol;
    if (pageKey(url) !== pageKey(from)) found.set(pageKey(url), url);
  }
  const rank = (url: URL) => (TELLING.test(url.pathname) ? 0 : MAX_PATH) + url.pathname.length;
  return [...found.values()].sort((one, other) => rank(one) - rank(other));
}
