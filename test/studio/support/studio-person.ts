import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Role } from '../../../src/common/access/index.js';
import type { TestAccount, TestApp } from '../../support/app.js';
import { openWatchedPage } from '../../support/chromium.js';
import { createPerson, PASSWORD, type TestPerson } from '../../support/people.js';

/** A person using the studio in their own browser, who signs in with a password. */
export class StudioPerson {
  private constructor(
    readonly person: TestPerson,
    readonly page: Page,
    readonly context: BrowserContext,
    readonly complaints: readonly string[],
    /** Requests refused for missing permissions. */
    readonly refusals: readonly string[],
  ) {}

  /** @param baseUrl The person's address of the service, if different. */
  static async signIn(
    service: TestApp,
    browser: Browser,
    account: TestAccount,
    { role = 'owner', baseUrl = service.baseUrl }: { readonly role?: Role; readonly baseUrl?: string } = {},
  ): Promise<StudioPerson> {
    const person = await createPerson(service, account, role);
    const { page, context, complaints } = await openWatchedPage(browser, { bypassCSP: true });
    const refusals: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refusals.push(`${response.request().method()} ${response.url()}`);
    });
    page.setDefaultTimeout(15_000);
    await page.goto(`${baseUrl}/studio/`);
    const made = new StudioPerson(person, page, context, complaints, refusals);
    await made.enterPassword();
    await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor();
    return made;
  }

  /** Fills in the sign-in page. */
  async enterPassword(): Promise<void> {
    const { page } = this;
    await page.getByRole('radio', { name: 'With a password' }).check();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(this.person.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** Opens a navigation entry. */
  async visit(name: string): Promise<void> {
    const navigation = this.page.getByRole('navigation', { name: 'Studio' });
    await navigation.getByRole('link', { name, exact: true }).click();
    await this.page.getByRole('heading', { level: 1, name }).waitFor();
  }

  /** Opens a tab of the current agent. */
  async openTab(name: string): Promise<void> {
    const tabs = this.page.getByRole('navigation', { name: 'Parts of the agent' });
    await tabs.getByRole('link', { name, exact: true }).click();
    await tabs.locator('[aria-current="page"]', { hasText: name }).waitFor();
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
