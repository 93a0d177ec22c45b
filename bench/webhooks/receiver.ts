// The receiver of bench/webhooks.ts, a process of its own. Counts requests, and reports them to its parent.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sharedClockMs } from '../support/shared-clock.js';

/** Requests of the parent: reset, count since then, or receipt times. */
export type ReceiverRequest = 'reset' | 'report' | 'receipts';

/** Times are of `sharedClockMs`. */
export interface ReceiverReport {
  readonly count: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

/** Receipt times of each event, once per endpoint; for the first 100,000 requests. */
export type Receipts = Readonly<Record<string, readonly number[]>>;

const MAX_REMEMBERED = 100_000;

let count = 0;
let firstAtMs = 0;
let lastAtMs = 0;
let receipts: Record<string, number[]> = {};

const healthy = createServer((request, response) => {
  lastAtMs = sharedClockMs();
  if (count++ === 0) firstAtMs = lastAtMs;
  const id = request.headers['webhook-id'];
  if (typeof id === 'string' && count < MAX_REMEMBERED) (receipts[id] ??= []).push(lastAtMs);
  request.resume().on('end', () => response.writeHead(204).end());
});
/** Accepts connections and never answers. */
const dead = createServer((request) => void request.resume());

process.on('message', (message: ReceiverRequest) => {
  if (message === 'receipts') process.send?.(receipts satisfies Receipts);
  else if (message === 'report') process.send?.({ count, firstAtMs, lastAtMs } satisfies ReceiverReport);
  else {
    count = 0;
    receipts = {};
    process.send?.('done');
  }
});
process.on('disconnect', () => process.exit(0));

// All of 127.0.0.0/8 is this machine, so a thousand endpoints can have a thousand addresses.
const listen = (server: typeof healthy) =>
  new Promise<number>((resolve) =>
    server.listen(0, '0.0.0.0', 1_024, () => resolve((server.address() as AddressInfo).port)),
  );
process.send?.({ healthyPort: await listen(healthy), deadPort: await listen(dead) });
