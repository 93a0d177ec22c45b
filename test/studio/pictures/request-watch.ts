import type { Page, Request } from 'playwright-core';
import { until } from '../../support/until.js';

/** A page without requests for this long is complete. */
const QUIET_MS = 700;
/** Pages with an event stream or polling are captured after this time. */
const PATIENCE_MS = 6_000;

/** Detects when a page has finished loading. */
export class RequestWatch {
  private readonly open = new Set<Request>();
  private lastMs = performance.now();

  constructor(page: Page) {
    page.on('request', (request) => this.change(() => this.open.add(request)));
    page.on('requestfinished', (request) => this.change(() => this.open.delete(request)));
    page.on('requestfailed', (request) => this.change(() => this.open.delete(request)));
    page.on('load', () => this.change(() => undefined));
  }

  /** Resolves without pending requests, or at a time limit. */
  async rest(): Promise<void> {
    const beganMs = performance.now();
    await until(
      'the page has what it shows',
      () =>
        performance.now() - beganMs > PATIENCE_MS - 1_000 ||
        (this.open.size === 0 && performance.now() - Math.max(this.lastMs, beganMs) > QUIET_MS),
      PATIENCE_MS,
    );
  }

  private change(what: () => void): void {
    what();
    this.lastMs = performance.now();
  }
}
