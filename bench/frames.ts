/// <reference lib="dom" />
import os from 'node:os';
import type { CDPSession, Page } from 'playwright-core';
import { giveMicrophone } from '../test/studio/support/speaking-microphone.js';
import { launchChromium } from '../test/support/chromium.js';
import { serveSite } from '../test/web/support/sites.js';
import { WidgetCaller } from '../test/web/support/widget-caller.js';
import { benchOptions } from './support/options.js';
import { makePageConnector } from './support/page-connector.js';
import { startService } from './support/service.js';
import { percentile, round } from './support/statistics.js';

const { calls } = benchOptions(
  'frames',
  `How smooth a call looks: frames of the studio's agent page and of a page with the widget while the agent speaks, beside
the same page before the call. Headless Chromium without a graphics card, which paints on the same processors.`,
  { calls: [3, 'calls on each page'] },
);
const MEASURED_MS = 4_000;
/** At 60 frames a second, a frame is due every 16.7 ms; a later one than this was dropped. */
const DROPPED_MS = 25;

interface Frames {
  /** Milliseconds between frames. */
  readonly gaps: number[];
  /** Processor time of the page's main thread, ms. */
  readonly busyMs: number;
}

/** Runs in the page. */
const gapsDuring = (forMs: number): Promise<number[]> =>
  new Promise((resolve) => {
    const times: number[] = [];
    const look = (now: number) => {
      times.push(now);
      if (now - (times[0] ?? now) < forMs) requestAnimationFrame(look);
      else resolve(times.slice(1).map((time, index) => time - (times[index] ?? time)));
    };
    requestAnimationFrame(look);
  });

async function framesOf(page: Page, devtools: CDPSession): Promise<Frames> {
  const before = await busyMsOf(devtools);
  const gaps = await page.evaluate(gapsDuring, MEASURED_MS);
  return { gaps, busyMs: (await busyMsOf(devtools)) - before };
}

async function busyMsOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

const service = await startService();
const { baseUrl, agentId, apiKey } = service.access;
let connectorId = '';
const site = await serveSite({
  '/': (_request, response) =>
    void response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><h1>Harbour Dental</h1><script src="${baseUrl}/widget.js" data-connector="${connectorId}" async></script>`,
      ),
});
const browser = await launchChromium();

/** The same page, before and during a call. */
async function measure(
  url: string,
  ready: (page: Page) => Promise<unknown>,
  call: (page: Page) => Promise<unknown>,
): Promise<readonly [Frames, Frames]> {
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
  try {
    await giveMicrophone(page);
    await page.goto(url);
    await ready(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const before = await framesOf(page, devtools);
    await call(page);
    return [before, await framesOf(page, devtools)];
  } finally {
    await page.close();
  }
}

const studio = () =>
  measure(
    `${baseUrl}/studio/agents/${agentId}#apiKey=${apiKey}`,
    (page) => page.waitForSelector('#call:enabled'),
    async (page) => {
      await page.getByRole('button', { name: 'Call', exact: true }).click();
      await page.locator('#transcript li', { hasText: 'Agent' }).first().waitFor();
    },
  );

const widget = () =>
  measure(
    site.origin,
    (page) => page.waitForFunction(() => 'earshotWidget' in window),
    async (page) => {
      await page.evaluate(() =>
        (window as unknown as { earshotWidget: { open(): void } }).earshotWidget.open(),
      );
      const caller = new WidgetCaller(page);
      await caller.press('Call');
      await caller.untilSaid('Earshot');
    },
  );

try {
  connectorId = await makePageConnector(service.access, site.origin);
  console.log(
    `| page | frames a second | p99 gap, ms | dropped, % | main thread, % |\n| --- | --- | --- | --- | --- |`,
  );
  for (const [name, run] of [
    ['agent page', studio],
    ['website with the widget', widget],
  ] as const) {
    const pairs = [];
    for (let call = 0; call < calls; call++) pairs.push(await run());
    console.log(
      row(
        `${name}, before the call`,
        pairs.map(([before]) => before),
      ),
    );
    console.log(
      row(
        `${name}, the agent speaks`,
        pairs.map(([, during]) => during),
      ),
    );
  }
  console.log(`\nLoad at the end: ${round(os.loadavg()[0] ?? 0)}.`);
} finally {
  await browser.close();
  site.close();
  await service.stop();
}

function row(name: string, all: readonly Frames[]): string {
  const gaps = all.flatMap((frames) => frames.gaps);
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  const busy = all.reduce((sum, { busyMs }) => sum + busyMs, 0);
  const dropped = gaps.filter((gap) => gap > DROPPED_MS).length;
  const cells = [
    round((1_000 * gaps.length) / total),
    round(percentile(gaps, 0.99)),
    round((100 * dropped) / gaps.length, 2),
    round((100 * busy) / total),
  ];
  return `| ${name} | ${cells.join(' | ')} |`;
}
