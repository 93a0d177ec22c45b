import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AccountRates } from '../cluster/index.js';
import { AppConfig } from '../common/config/index.js';
import { ApiError } from '../common/errors/index.js';
import { decodedContent, SafeHttpClient, type SafeHttpResult } from '../safe-http/index.js';
import { FileReader } from '../knowledge/index.js';
import { isSameSite, pageKey, pagesLinked } from './website-links.js';

const MAX_PAGES = 8;
const MAX_PAGE_BYTES = 1_048_576;
/** Of all pages together: what a language model can read at once. */
const MAX_CHARACTERS = 48_000;
const MAX_REDIRECTS = 4;
const PAGE_TIMEOUT_MS = 8_000;
/** After this no further page is begun. */
const ENOUGH_MS = 15_000;

export interface WebsitePage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

interface ReadPage extends WebsitePage {
  readonly links: readonly string[];
}

/** Reads the text of a site's most telling pages, as far as the operator's rules on networks allow. */
@Injectable()
export class WebsiteReader implements OnApplicationShutdown {
  private readonly http: SafeHttpClient;

  constructor(
    private readonly files: FileReader,
    private readonly rates: AccountRates,
    { instance }: AppConfig,
  ) {
    this.http = new SafeHttpClient({ allowPrivateNetworks: instance.privateNetworks.tools });
  }

  onApplicationShutdown(): void {
    this.http.close();
  }

  /**
   * The page at the address, and pages of the same site that it links to.
   * @param address Possibly without `https://`.
   * @throws ApiError 422 `WEBSITE_UNREADABLE` if the page at the address can't be read, 429.
   */
  async read(accountId: string, address: string, gone: AbortSignal): Promise<WebsitePage[]> {
    this.rates.count(accountId, 'toolTrialsPerMinute');
    const untilMs = performance.now() + ENOUGH_MS;
    const home = new URL(/^https?:\/\//i.test(address) ? address : `https://${address}`);
    const first = await this.page(accountId, home, gone);
    const pages = [first];
    const next = pagesLinked(first.links, new URL(first.url));
    const seen = new Set([pageKey(new URL(first.url))]);
    for (const url of next) {
      if (pages.length === MAX_PAGES || performance.now() > untilMs) break;
      const page = await this.page(accountId, url, gone).catch((error: unknown) => {
        // Of a page that others link to nothing is expected.
        if (error instanceof ApiError && error.status === 422) return undefined;
        throw error;
      });
      if (!page || seen.has(pageKey(new URL(page.url)))) continue;
      seen.add(pageKey(new URL(page.url)));
      pages.push(page);
    }
    return withinLimit(pages);
  }

  private async page(accountId: string, from: URL, signal: AbortSignal): Promise<ReadPage> {
    let url = from;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const result = await this.http.send({
        method: 'GET',
        url: url.href,
        headers: { accept: 'text/html', 'user-agent': 'Earshot (reads this page for its owner)' },
        timeoutMs: PAGE_TIMEOUT_MS,
        maxResponseBytes: MAX_PAGE_BYTES,
        signal,
      });
      if (result.kind === 'failure') throw unreadable(REASONS[result.code] ?? 'it could not be reached');
      const target = redirectOf(result, url);
      if (!target) return this.content(accountId, url, result, signal);
      if (!isSameSite(target, url)) throw unreadable(`it leads to another site, ${target.host}`);
      url = target;
    }
    throw unreadable('it redirects without end');
  }

  private async content(
    accountId: string,
    url: URL,
    { status, headers, body }: SafeHttpResult & { readonly kind: 'response' },
    gone: AbortSignal,
  ): Promise<ReadPage> {
    const type = String(headers['content-type'] ?? '');
    if (status !== 200) throw unreadable(`it answered with status ${status}`);
    if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) throw unreadable('it is no web page');
    const content = await decodedContent(body, headers['content-encoding']);
    if (!Buffer.isBuffer(content)) throw unreadable('its encoding is unknown or broken');
    const charset = /charset\s*=\s*"?([\w-]+)/i.exec(type)?.[1]?.toLowerCase();
    const file = { type: 'text/html', charset, content } as const;
    const { passages, title, links } = await this.files.read(accountId, () => Promise.resolve(file), gone);
    const text = passages.map((passage) => `${passage.title}\n${passage.text}`.trim()).join('\n\n');
    return { url: url.href, title: title.trim() || url.host + url.pathname, text, links };
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ADDRESS_REFUSED:
    'it must begin with https:// and lead to a public address (the operator can allow others with ALLOW_PRIVATE_NETWORKS=tools)',
  HOST_NOT_FOUND: 'there is no such host',
  TIMEOUT: 'it did not answer in time',
};

const unreadable = (why: string) =>
  new ApiError(422, 'WEBSITE_UNREADABLE', `The website could not be read: ${why}.`);

function redirectOf(
  { status, headers }: SafeHttpResult & { readonly kind: 'response' },
  from: URL,
): URL | undefined {
  if (status < 301 || status > 308 || status === 304) return undefined;
  const target = URL.parse(String(headers.location ?? ''), from.href) ?? undefined;
  if (target) target.hash = '';
  return target;
}

/** Cuts the text where all of it gets too long; pages with none left are dropped. */
function withinLimit(pages: readonly ReadPage[]): WebsitePage[] {
  let left = MAX_CHARACTERS;
  return pages.flatMap(({ url, title, text }) => {
    const cut = text.slice(0, left);
    left -= cut.length;
    return cut === '' ? [] : [{ url, title, text: cut }];
  });
}
