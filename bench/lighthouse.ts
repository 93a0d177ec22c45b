import { execFile } from 'node:child_process';
import os from 'node:os';
import { promisify } from 'node:util';
import { serveSite } from '../test/web/support/sites.js';
import { benchOptions } from './support/options.js';
import { makePageConnector } from './support/page-connector.js';
import { startService } from './support/service.js';
import { percentile, round } from './support/statistics.js';

const { pairs } = benchOptions(
  'lighthouse',
  `What the widget changes about a page before anyone clicks it: Lighthouse (from npm, by npx) as it stands, which
simulates a mid-range phone on a slow network, on the same page without the widget and with it, in turn. Medians.`,
  { pairs: [5, 'runs of each page'] },
);
const LIGHTHOUSE = 'lighthouse@13.5.0';
const OPTIONS = ['--only-categories=performance', '--output=json', '--quiet'];
const CHROME_FLAGS = '--chrome-flags=--headless --no-sandbox --disable-dev-shm-usage';
const MEGABYTES_16 = 16 * 1_024 * 1_024;

const METRICS = [
  ['first-contentful-paint', 'first paint, ms', 0],
  ['largest-contentful-paint', 'largest paint, ms', 0],
  ['speed-index', 'speed index, ms', 0],
  ['total-blocking-time', 'blocked, ms', 0],
  ['cumulative-layout-shift', 'layout shift', 3],
  ['total-byte-weight', 'bytes', 0],
] as const;

interface Report {
  readonly categories: { readonly performance: { readonly score: number | null } };
  readonly audits: Readonly<Record<string, { readonly numericValue?: number } | undefined>>;
}

const service = await startService();
let connectorId = '';
const widget = () =>
  `<script src="${service.access.baseUrl}/widget.js" data-connector="${connectorId}" async></script>`;
const site = await serveSite({
  '/without': (_request, response) => void response.setHeader('content-type', 'text/html').end(shop('')),
  '/with': (_request, response) => void response.setHeader('content-type', 'text/html').end(shop(widget())),
});
try {
  connectorId = await makePageConnector(service.access, site.origin);
  const reports = new Map<string, Report[]>([
    ['without', []],
    ['with', []],
  ]);
  for (let pair = 0; pair < pairs; pair++) {
    // Each is first half of the time, because the machine may change in between.
    const names = [...reports.keys()];
    for (const name of pair % 2 === 0 ? names : names.reverse())
      reports.get(name)?.push(await runLighthouse(`${site.origin}/${name}`));
  }
  console.log(`| page | performance | ${METRICS.map(([, words]) => words).join(' | ')} |`);
  console.log(`| ${'--- | '.repeat(METRICS.length + 2)}`.trim());
  for (const [name, all] of reports) console.log(`| ${name} the widget | ${row(all).join(' | ')} |`);
  console.log(`\nLoad at the end: ${round(os.loadavg()[0] ?? 0)}.`);
} finally {
  site.close();
  await service.stop();
}

async function runLighthouse(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...OPTIONS, CHROME_FLAGS], {
    maxBuffer: MEGABYTES_16,
  });
  return JSON.parse(stdout) as Report;
}

function row(reports: readonly Report[]): number[] {
  const median = (valueOf: (report: Report) => number, digits: number) =>
    round(percentile(reports.map(valueOf), 0.5), digits);
  return [
    median(({ categories }) => 100 * (categories.performance.score ?? Number.NaN), 0),
    ...METRICS.map(([id, , digits]) =>
      median(({ audits }) => audits[id]?.numericValue ?? Number.NaN, digits),
    ),
  ];
}

/** A page of text with a style of its own, like that of a small business. */
function shop(script: string): string {
  const style =
    'body{font:18px/1.5 sans-serif;max-width:42em;margin:auto}header{background:#123;color:#fff;padding:6em 2em}';
  const text = '<h2>Check-ups</h2><p>We see patients of all ages, and take time for questions.</p>'.repeat(
    20,
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour Dental</title>` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head>` +
    `<body><header><h1>Harbour Dental</h1></header><main>${text}</main>${script}</body></html>`
  );
}
