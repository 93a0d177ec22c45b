import { parseArgs } from 'node:util';
import { startDurablePostgres } from './support/durable-postgres.js';
import { loadCheckout } from './webhooks/checkout.js';
import { compareWith, Rows } from './webhooks/compare-with.js';
import { Measurements } from './webhooks/measurements.js';
import { startReceiverProcess } from './webhooks/receiver-process.js';
import { countStatements } from './webhooks/statement-count.js';

/**
 * npm run bench:webhooks: how fast a full outbox is emptied, how long a burst of alerts and a single one take, what
 * that costs in memory, processor time, statements and commits, and whether a receiver that hangs slows others down.
 * Beside it stands a bare loop of POSTs in the same run, which stores, signs and checks nothing: it says how busy the
 * machine was. `--only queue-20,burst` does some of it; `--against FOLDER` has another checkout, which is set up and
 * built, take turns with this one. Uses DATABASE_URL (an empty database) or a PostgreSQL of its own that waits for its
 * disk.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'bare,queue-1,queue-20,queue-1000,burst,idle,hanging' },
    rounds: { type: 'string', default: '3' },
    deliveries: { type: 'string', default: '20000' },
    against: { type: 'string' },
    /** What `--against` starts gets these three, and answers with JSON. */
    checkout: { type: 'string' },
    round: { type: 'string' },
    postgres: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const names = values.only.split(',');
const cluster = process.env.DATABASE_URL ? undefined : await startDurablePostgres();
const databaseUrl = process.env.DATABASE_URL ?? cluster?.url ?? '';

try {
  if (values.against !== undefined) {
    const { against: folder, deliveries } = values;
    await compareWith({ folder, names, rounds, deliveries, databaseUrl, databasePid: cluster?.pid });
  } else {
    await measure();
  }
} finally {
  await cluster?.stop();
}

async function measure(): Promise<void> {
  const checkout = await loadCheckout(values.checkout);
  const counted = countStatements(undefined, checkout.pg);
  await checkout.deployMigrations(databaseUrl);
  const receiver = await startReceiverProcess();
  const databasePid = values.postgres === undefined ? cluster?.pid : Number(values.postgres);
  const deliveries = Number(values.deliveries);
  try {
    const { all } = new Measurements({ checkout, databaseUrl, databasePid, receiver, counted, deliveries });
    const rows = new Rows();
    for (let i = 0; i < rounds; i++) {
      for (const name of names) rows.add((await all[name]?.(Number(values.round ?? i))) ?? []);
    }
    console.log(values.round === undefined ? rows.table() : JSON.stringify(rows.figures()));
  } finally {
    receiver.stop();
  }
}
