/** The document about each page, by the beginning of its path; the longest one counts. */
const ABOUT: Readonly<Record<string, string>> = {
  '/': 'tutorials/first-agent',
  '/agents': 'tutorials/first-agent',
  '/agents/*/knowledge': 'how-to/knowledge',
  '/agents/*/tests': 'how-to/test-agents',
  '/agents/*/ship': 'how-to/gates',
  '/agents/*/rollouts': 'how-to/rollouts',
  '/agents/*/channels': 'how-to/web-page',
  '/agents/*/channels#phone': 'how-to/telephony',
  '/agents/*/channels#api': 'reference/access',
  '/agents/*/channels#advanced': 'how-to/outbound-calls',
  '/providers': 'how-to/providers',
  '/trunks': 'how-to/telephony',
  '/secrets': 'how-to/tools',
  '/live': 'how-to/outbound-calls',
  '/dashboard': 'how-to/usage-and-costs',
  '/conversations': 'how-to/analyse-calls',
  '/alerts': 'how-to/monitoring',
  '/webhooks': 'reference/webhook-events',
  '/usage': 'how-to/usage-and-costs',
  '/people': 'how-to/keys-and-people',
  '/keys': 'how-to/keys-and-people',
  '/instances': 'how-to/operating',
  '/audit': 'reference/access',
  '/test-runs': 'how-to/test-agents',
};

/** The document about a page. */
export function helpAbout(path: string, hash: string): string | undefined {
  const place = `${path.replace(/^\/agents\/[^/]+/, '/agents/*')}${hash === '' ? '' : `#${hash}`}`;
  const known = Object.keys(ABOUT).filter((start) => place.startsWith(start));
  const nearest = known.sort((a, b) => b.length - a.length)[0];
  return nearest === undefined ? undefined : ABOUT[nearest];
}
