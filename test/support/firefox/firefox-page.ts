import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../until.js';
import type { BidiConnection } from './bidi-connection.js';

/** What the browser gives for a call into the page. */
interface ScriptResult {
  readonly type: 'success' | 'exception';
  readonly result?: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** One tab. */
export class FirefoxPage {
  constructor(
    private readonly connection: BidiConnection,
    private readonly context: string,
  ) {}

  async goto(url: string): Promise<void> {
    await this.connection.send('browsingContext.navigate', { context: this.context, url, wait: 'complete' });
  }

  /** Runs the function in the page. Argument and result travel as JSON. */
  async evaluate<Argument, Result>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result> {
    const { type, result, exceptionDetails } = await this.connection.send<ScriptResult>(
      'script.callFunction',
      {
        functionDeclaration: `async (argument) => JSON.stringify({ value: await (${run.toString()})(JSON.parse(argument).value) })`,
        arguments: [{ type: 'string', value: JSON.stringify({ value: argument }) }],
        target: { context: this.context },
        awaitPromise: true,
        userActivation: true,
      },
    );
    if (type === 'exception') throw new Error(`In the page: ${exceptionDetails?.text}`);
    return (JSON.parse(result?.value ?? '{}') as { value: Result }).value;
  }

  /** Waits until an element fits the CSS selector. */
  async waitFor(selector: string, timeoutMs = 10_000): Promise<void> {
    await until(
      `the page shows ${selector}`,
      () => this.evaluate((wanted) => document.querySelector(wanted) !== null, selector),
      timeoutMs,
    );
  }

  async waitForText(text: string, timeoutMs = 10_000): Promise<void> {
    await until(
      `the page shows "${text}"`,
      () => this.evaluate((wanted) => document.body.innerText.includes(wanted), text),
      timeoutMs,
    );
  }

  click(selector: string): Promise<void> {
    return this.evaluate((wanted) => {
      const element = document.querySelector<HTMLElement>(wanted);
      if (!element) throw new Error(`There is no ${wanted}`);
      element.click();
    }, selector);
  }

  async screenshot(file: string): Promise<void> {
    const { data } = await this.connection.send<{ data: string }>('browsingContext.captureScreenshot', {
      context: this.context,
      origin: 'document',
    });
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(data, 'base64'));
  }
}
