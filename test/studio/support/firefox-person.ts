import type { ElementHandle, Page } from 'puppeteer-core';
import { PASSWORD, type TestPerson } from '../../support/people.js';
import { until } from '../../support/until.js';

const PATIENCE_MS = 45_000;

interface Wanted {
  readonly name: string;
  /** Buttons, links and labels are pressed; controls with labels are filled in. */
  readonly kind: 'press' | 'field';
  /** Part of the page as a selector, or a card's title after `card:`. */
  readonly within: string;
}

/** Runs in the page: the first visible, enabled element of that name. */
function findNamed({ name, kind, within }: Wanted): Element | null {
  const cards = [...document.querySelectorAll('section.card')];
  const title = within.startsWith('card:') ? within.slice('card:'.length) : undefined;
  const place = title
    ? cards.find((card) => card.querySelector('h2')?.textContent === title)
    : document.querySelector(within);
  if (!place) return null;
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const isNamed = (element: Element) =>
    [
      element.getAttribute('aria-label'),
      element.textContent,
      element.querySelector('strong')?.textContent,
    ].some((text) => words(text) === name);
  const isUsable = (element: Element) =>
    element.getClientRects().length > 0 && !element.matches(':disabled, :has(> input:disabled)');
  const find = (selector: string) =>
    [...place.querySelectorAll(selector)].find((element) => isNamed(element) && isUsable(element));
  if (kind === 'press') return find('button, a, label, summary, [role="menuitem"]') ?? null;
  const label = find('label');
  return (label as HTMLLabelElement | undefined)?.control ?? find('[aria-label]') ?? null;
}

/** A person using the studio in Firefox, who finds elements by name. */
export class FirefoxPerson {
  constructor(readonly page: Page) {}

  async signIn(studioUrl: string, { email }: TestPerson): Promise<void> {
    await this.page.goto(studioUrl);
    await this.press('With a password');
    await this.fill('E-mail', email);
    await this.fill('Password', PASSWORD);
    await this.press('Sign in', 'form');
    await this.shows('Make your first agent');
  }

  async press(name: string, within = 'body'): Promise<void> {
    await this.on({ name, kind: 'press', within }, (element) => element.asLocator().click());
  }

  /** Replaces a field's content by typing. */
  async fill(name: string, text: string, within = 'body'): Promise<void> {
    const field = await this.field(name, within);
    await field.click();
    await this.selectAll();
    await this.page.keyboard.type(text);
  }

  /** Replaces a field's content by pasting, for long text. */
  async paste(name: string, text: string): Promise<void> {
    const field = await this.field(name);
    await field.click();
    await this.selectAll();
    await field.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const event = new Event('paste', { bubbles: true, cancelable: true });
      element.dispatchEvent(Object.defineProperty(event, 'clipboardData', { value: clipboardData }));
    }, text);
  }

  async choose(name: string, value: string): Promise<void> {
    await this.on(
      { name, kind: 'field', within: 'body' },
      async (element) => void (await element.select(value)),
    );
  }

  async upload(name: string, file: string): Promise<void> {
    const input = await this.page.waitForSelector(`input[aria-label="${name}"]`);
    await input?.uploadFile(file);
  }

  /** Waits until the text appears in that part of the page. */
  async shows(words: string, within = 'body'): Promise<void> {
    await this.page
      .waitForFunction(
        (wanted, place) =>
          [...document.querySelectorAll(place)].some((one) =>
            (one as HTMLElement).innerText.includes(wanted),
          ),
        { timeout: PATIENCE_MS },
        words,
        within,
      )
      .catch((cause: unknown) => {
        throw new Error(`“${words}” is not shown in ${within}`, { cause });
      });
  }

  /** Waits until no element matches. */
  async gone(selector: string): Promise<void> {
    await this.page.waitForSelector(selector, { hidden: true, timeout: PATIENCE_MS });
  }

  private async selectAll(): Promise<void> {
    const { keyboard } = this.page;
    await keyboard.down('Control');
    await keyboard.press('a');
    await keyboard.up('Control');
  }

  private field(name: string, within = 'body') {
    return this.find({ name, kind: 'field', within });
  }

  private async find(wanted: Wanted): Promise<ElementHandle> {
    const found = await until(
      `“${wanted.name}” is there to ${wanted.kind} in ${wanted.within}`,
      async () => {
        const handle = await this.page.evaluateHandle(findNamed, wanted);
        return handle.asElement() as ElementHandle | null;
      },
      PATIENCE_MS,
    );
    // A click scrolls to what is outside of its scroller, but not from under the foot of a dialog.
    await found.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
    return found;
  }

  /** Acts on an element, or its replacement after a re-render. */
  private async on(wanted: Wanted, act: (element: ElementHandle) => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await act(await this.find(wanted));
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  }
}
