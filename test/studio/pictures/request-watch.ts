import type { Page, Request } from 'playwright-core';
import { until } from '../../support/until.js';

/** How long a page asks for nothing once it has all it shows. */
const QUIET_MS = 700;
/** Pages that keep a stream of events open, or ask again and again, are taken as they are by then. */
const PATIENCE_MS = 6_000;

/** Knows when a page has got what it asked the service for. */
export class RequestWatch {
  private readonly open = new Set<Request>();
  private lastMs = performance.now();

  constructor(page: Page) {
    page.on('request', (request) => this.change(() => this.open.add(request)));
    page.on('requestfinished', (request) => this.change(() => this.open.delete(request)));
    page.on('requestfailed', (request) => this.change(() => this.open.delete(request)));
    page.on('load', () => this.change(() => undefined));
  }

  /** Resolves when nothing is asked for any more, or after a while in any case. */
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
