/// <reference lib="dom" />
import { until } from '../../support/until.js';
import type { CallerTab } from './caller-tab.js';

/** A widget as a person sees it. */
export interface WidgetView {
  readonly status: string;
  /** Empty without a problem. */
  readonly problem: string;
  readonly transcript: string;
}

/** A person using the widget's page in any browser. */
export class WidgetCaller {
  /** All status and problem texts, in order. */
  readonly seen: string[] = [];

  constructor(readonly tab: CallerTab) {}

  async open(url: string): Promise<void> {
    await this.tab.goto(url);
    await until('the widget is there', () => this.tab.evaluate(() => 'earshotWidget' in window));
    await this.tab.evaluate(() => {
      (window as unknown as { earshotWidget: { open(): void } }).earshotWidget.open();
    });
  }

  /** Clicks the button with this accessible name. */
  async press(name: string): Promise<void> {
    await until(`the button ${name} can be pressed`, () =>
      this.tab.evaluate((wanted) => {
        const root = document.querySelector('earshot-widget')?.shadowRoot;
        const buttons = [...(root?.querySelectorAll('button') ?? [])];
        const found = buttons.find((one) => (one.ariaLabel ?? one.textContent) === wanted && !one.hidden);
        found?.click();
        return found !== undefined;
      }, name),
    );
  }

  async write(text: string): Promise<void> {
    await this.tab.evaluate((words) => {
      const form = document.querySelector('earshot-widget')?.shadowRoot?.querySelector('form');
      const field = form?.querySelector('input');
      if (field) field.value = words;
      form?.requestSubmit();
    }, text);
  }

  /** The current call's session. */
  async sessionId(): Promise<string> {
    return until('the call has a session', () =>
      this.tab.evaluate(
        () =>
          (window as unknown as { earshotWidget: { call?: { sessionId: string } } }).earshotWidget.call
            ?.sessionId ?? '',
      ),
    );
  }

  async view(): Promise<WidgetView> {
    const view = await this.tab.evaluate(() => {
      const root = document.querySelector('earshot-widget')?.shadowRoot;
      const text = (selector: string) => root?.querySelector(selector)?.textContent ?? '';
      return { status: text('[role=status]'), problem: text('[role=alert]'), transcript: text('[role=log]') };
    });
    for (const words of [view.status, view.problem])
      if (words !== '' && !this.seen.slice(-2).includes(words)) this.seen.push(words);
    return view;
  }

  async untilStatus(words: RegExp, timeoutMs = 20_000): Promise<WidgetView> {
    return this.untilView(`the status says ${String(words)}`, ({ status }) => words.test(status), timeoutMs);
  }

  async untilProblem(words: RegExp, timeoutMs = 20_000): Promise<WidgetView> {
    return this.untilView(`a problem says ${String(words)}`, ({ problem }) => words.test(problem), timeoutMs);
  }

  async untilSaid(words: string, times = 1, timeoutMs = 30_000): Promise<WidgetView> {
    const said = ({ transcript }: WidgetView) => transcript.split(words).length > times;
    return this.untilView(`${times} times “${words}” stands in the transcript`, said, timeoutMs);
  }

  private async untilView(
    what: string,
    holds: (view: WidgetView) => boolean,
    timeoutMs: number,
  ): Promise<WidgetView> {
    try {
      return await until(
        what,
        async () => {
          const view = await this.view();
          return holds(view) && view;
        },
        timeoutMs,
      );
    } catch (error) {
      const { transcript } = await this.view();
      const seen = `${this.seen.join(' / ')}; transcript: ${transcript}`;
      throw new Error(`${String(error)}. Seen: ${seen}`, { cause: error });
    }
  }
}
