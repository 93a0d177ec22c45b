import { AsyncLocalStorage } from 'node:async_hooks';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildStudio } from '../studio/build.mjs';
import { deployMigrations } from '../scripts/lib/prisma/deploy-migrations.mjs';
import { newSecretToken } from '../src/auth/credentials/secret-token.js';
import { AppConfig } from '../src/common/config/index.js';
import { createApp } from '../src/create-app.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { benchOptions } from './support/options.js';
import { percentile, round } from './support/statistics.js';
import { countStatements } from './webhooks/statement-count.js';
import type { LoadReport, LoadRequest } from './widget/loader-process.js';

const { seconds, rate, connections } = benchOptions(
  'widget',
  `What loading the widget costs the service. Another process asks over connections that stay open, at a steady rate and
then as fast as it goes. Processor time is that of the service's process, less what it takes without requests. Statements
are those that answering a request sends to PostgreSQL; a request with an unknown API key, which is looked up, shows that
they are counted.`,
  {
    seconds: [10, 'length of a measurement'],
    rate: [1_000, 'requests a second'],
    connections: [50, 'connections'],
  },
);
const GZIP = { 'accept-encoding': 'gzip' };
const WARM_UP_SECONDS = 2;
const MICROSECONDS = 1_000;

const answering = new AsyncLocalStorage<true>();
const counted = countStatements(() => answering.getStore() === true);
await buildStudio();
const postgres = await startDurablePostgres();
await deployMigrations(postgres.url);
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'earshot-bench-'));
const config = AppConfig.fromEnvironment({
  PORT: '0',
  LOG_LEVEL: 'error',
  MEDIA_PORT: '0',
  MEDIA_WORKERS: '1',
  SIP_ENABLED: 'false',
  STARTER_PRELOAD: 'false',
  DATABASE_URL: postgres.url,
  DATA_DIR: dataDir,
  INSTANCE_SECRET: 'only-for-the-bench-only-for-the-bench',
});
const app = await createApp(config);
await app.listen(0, '127.0.0.1');
within(app.getHttpServer());
const baseUrl = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
const loader = fork(fileURLToPath(new URL('widget/loader-process.js', import.meta.url)));
try {
  await run(loader);
} finally {
  loader.disconnect();
  await app.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);

async function run(child: ChildProcess): Promise<void> {
  const { src } = (await (await fetch(`${baseUrl}/widget.json`)).json()) as { src: string };
  const etag = (await fetch(`${baseUrl}/widget.js`, { headers: GZIP })).headers.get('etag') ?? '';
  const rows: [what: string, path: string, headers: Record<string, string>, status: number][] = [
    ['first load, gzip', '/widget.js', GZIP, 200],
    ['first load, pinned address', src, GZIP, 200],
    ['asked again after an hour', '/widget.js', { ...GZIP, 'if-none-match': etag }, 304],
  ];
  const known = await measured(() =>
    fetch(`${baseUrl}/v1/webhook-endpoints`, { headers: { 'x-api-key': newSecretToken('esk') } }),
  );
  if (known.statements === 0) throw new Error('statements of requests are not counted');
  const idle = await measured(() => sleep(seconds * 1_000));
  console.log(
    '| what | answer | bytes | at | p50 ms | p99 ms | µs of processor a request | statements | at most |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const [what, asked, headers, status] of rows) {
    const request = { baseUrl, path: asked, headers, connections };
    await ask(child, { ...request, seconds: WARM_UP_SECONDS });
    const steady = await measured(() => ask(child, { ...request, seconds, perSecond: rate }));
    const full = await ask(child, { ...request, seconds });
    refuseOthers(steady.result, status);
    refuseOthers(full, status);
    const count = steady.result.latenciesMs.length;
    const cells = [
      what,
      status,
      round(steady.result.bytes / count, 0),
      `${round((count * 1_000) / steady.result.tookMs, 0)}/s`,
      round(percentile(steady.result.latenciesMs, 0.5), 2),
      round(percentile(steady.result.latenciesMs, 0.99), 2),
      round(((steady.cpuMs - idle.cpuMs) * MICROSECONDS) / count, 0),
      steady.statements,
      `${round((full.latenciesMs.length * 1_000) / full.tookMs, 0)}/s`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

/** Marks work of the service that a request causes. */
function within(server: Server): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (...parts) =>
    answering.run(true, () => {
      for (const listener of listeners) listener.call(server, ...parts);
    }),
  );
}

async function measured<T>(work: () => Promise<T>) {
  const before = { cpu: process.cpuUsage(), statements: counted.statements };
  const result = await work();
  const { user, system } = process.cpuUsage(before.cpu);
  return { result, cpuMs: (user + system) / 1_000, statements: counted.statements - before.statements };
}

async function ask(child: ChildProcess, request: LoadRequest): Promise<LoadReport> {
  child.send(request);
  const [report] = (await once(child, 'message')) as [LoadReport];
  return report;
}

function refuseOthers({ statuses }: LoadReport, status: number): void {
  const others = Object.keys(statuses).filter((one) => Number(one) !== status);
  if (others.length > 0) throw new Error(`answered ${others.join(', ')} and not only ${status}`);
}
