import type { Locator, Page } from 'playwright-core';

type Role = Parameters<Page['getByRole']>[0];

/** Uses a page by what it says only: names of buttons, labels of fields. Counts clicks and opened pages. */
export class CountingPerson {
  clicks = 0;
  /** Addresses in the order in which they were opened. */
  readonly pages: string[] = [];

  constructor(readonly page: Page) {
    page.on('framenavigated', (frame) => {
      const { pathname, hash } = new URL(frame.url());
      if (frame === page.mainFrame() && !hash.includes('=')) this.note(pathname + hash);
    });
  }

  async press(role: Role, name: string | RegExp): Promise<void> {
    await this.click(this.page.getByRole(role, { name, exact: typeof name === 'string' }));
  }

  /** Fills in a field, which takes a click into it. */
  async fill(label: string, text: string): Promise<void> {
    this.clicks += 1;
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  private async click(place: Locator): Promise<void> {
    this.clicks += 1;
    await place.click();
  }

  private note(address: string): void {
    if (this.pages.at(-1) !== address) this.pages.push(address);
  }
}
