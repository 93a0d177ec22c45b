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

/** @returns axe's findings on the current page. @param within A selector that limits the check. */
export async function axeIn(page: Page, within?: string): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.addScriptTag({ content: readFileSync(AXE, 'utf8') });
  return page.evaluate(audit, within);
}

/** A visitor with an API key in the studio, in a separate browser. */
export class StudioVisit {
  private watched: WatchedPage | undefined;

  private constructor(
    private readonly baseUrl: string,
    readonly browser: Browser,
  ) {}

  static async start(baseUrl: string): Promise<StudioVisit> {
    return new StudioVisit(baseUrl, await launchChromium());
  }

  /** Console messages of the open page. */
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

  /** axe's findings on the current page. */
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
