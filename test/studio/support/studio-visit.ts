import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { inProject } from '../../../scripts/lib/project.mjs';
import { launchChromium, openWatchedPage, type WatchedPage } from '../../support/chromium.js';

const AXE = inProject('node_modules', 'axe-core', 'axe.min.js');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Runs in the page. */
const audit = async (within: string | undefined): Promise<string[]> => {
  const { axe } = window as unknown as { readonly axe: { run(within?: string): Promise<AxeResult> } };
  const { violations } = await (within === undefined ? axe.run() : axe.run(within));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
};

/** @returns What axe finds on the page as it is now. @param within A selector; what is outside is not looked at. */
export async function axeIn(page: Page, within?: string): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.addScriptTag({ content: readFileSync(AXE, 'utf8') });
  return page.evaluate(audit, within);
}

/** Somebody who visits the studio of a service with an API key, in a browser of their own. */
export class StudioVisit {
  private watched: WatchedPage | undefined;

  private constructor(
    private readonly baseUrl: string,
    readonly browser: Browser,
  ) {}

  static async start(baseUrl: string): Promise<StudioVisit> {
    return new StudioVisit(baseUrl, await launchChromium());
  }

  /** What the console of the page that is open complained about. */
  get complaints(): readonly string[] {
    return this.watched?.complaints ?? [];
  }

  async open(
    path: string,
    apiKey: string,
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<Page> {
    this.watched = await openWatchedPage(this.browser, { bypassCSP: true, ...options });
    const { page } = this.watched;
    page.setDefaultTimeout(10_000);
    await page.goto(`${this.baseUrl}/studio${path}#apiKey=${apiKey}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  /** What axe finds on the page as it is now. */
  violations(page: Page): Promise<string[]> {
    return axeIn(page);
  }

  async leave(): Promise<void> {
    await this.watched?.page.context().close();
    this.watched = undefined;
  }

  async end(): Promise<void> {
    await this.browser.close();
  }
}
