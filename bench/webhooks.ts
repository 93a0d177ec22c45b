import { startDurablePostgres } from './support/durable-postgres.js';
import { benchOptions } from './support/options.js';
import { loadCheckout } from './webhooks/checkout.js';
import { compareWith, Rows } from './webhooks/compare-with.js';
import { Measurements } from './webhooks/measurements.js';
import { startReceiverProcess } from './webhooks/receiver-process.js';
import { countStatements } from './webhooks/statement-count.js';

const values = benchOptions(
  'webhooks',
  `How fast a full outbox is emptied, how long a burst of alerts and a single one take, what that costs in memory, processor
time, statements and commits, and whether a receiver that hangs slows others down. A bare loop of POSTs, which stores,
signs and checks nothing, tells how busy the machine is. Uses DATABASE_URL (an empty database) or a PostgreSQL of its own
with fsync on.`,
  {
    only: ['bare,queue-1,queue-20,queue-1000,burst,idle,hanging', 'what is measured'],
    rounds: [3, 'rounds'],
    deliveries: [20_000, 'deliveries in the outbox'],
    against: [undefined, 'another checkout, set up and built, which takes turns with this one'],
    checkout: [undefined, 'for processes that --against starts: the checkout to measure'],
    round: [undefined, 'for these: the number of the round; they print JSON'],
    postgres: [undefined, 'for these: process id of PostgreSQL'],
  },
);
const { rounds } = values;
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
  const { deliveries } = values;
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
