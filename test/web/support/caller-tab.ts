import type { Browser as Chromium, Page as ChromiumPage } from 'playwright-core';
import type { Page as FirefoxPage } from 'puppeteer-core';
import { type ChromiumOptions, launchChromium } from '../../support/chromium.js';
import { Firefox, type FirefoxOptions } from '../../support/firefox.js';

/** The part of a tab common to both drivers, so that tests are written once. */
export interface CallerTab {
  goto(url: string): Promise<unknown>;
  evaluate<T>(work: () => T): Promise<Awaited<T>>;
  evaluate<T, A>(work: (argument: A) => T, argument: A): Promise<Awaited<T>>;
  close(): Promise<void>;
}

export interface CallerBrowser {
  newTab(): Promise<CallerTab>;
  close(): Promise<void>;
}

export async function openChromium(options?: ChromiumOptions): Promise<CallerBrowser> {
  const browser: Chromium = await launchChromium(options);
  return {
    newTab: async () => tabOf(await browser.newPage()),
    close: () => browser.close(),
  };
}

export async function openFirefox(options?: FirefoxOptions): Promise<CallerBrowser> {
  const firefox = await Firefox.launch(options);
  return {
    newTab: async () => tabOf(await firefox.newPage()),
    close: () => firefox.close(),
  };
}

function tabOf(page: ChromiumPage | FirefoxPage): CallerTab {
  return {
    goto: (url) => page.goto(url),
    evaluate: (work: (argument: unknown) => unknown, argument?: unknown) =>
      (page as ChromiumPage).evaluate(work, argument) as Promise<never>,
    close: () => page.close(),
  };
}
