// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import pg from 'pg';
import { JobRunner } from '../../src/jobs/index.js';
import { Prisma } from '../../src/common/prisma/index.js';

interface Watched {
  found: number;
  readonly stop: () => void;
}

const watched: Watched[] = [];
/** Poll queries with account names, by statement name. */
const polls = new Map<string, Set<string>>();
const { query } = pg.Client.prototype;

/** Watches work that exists while an account has the name. @returns Its number. */
export function watch(app: INestApplication, everyMs: number, name: string): number {
  const seen = { found: 0, stop: (): void => undefined };
  const rows = Prisma.sql`SELECT FROM accounts WHERE name = ${name}`;
  const found = () => (seen.found += 1);
  seen.stop = app.get(JobRunner, { strict: false }).watch({ everyMs, query: rows, found });
  return watched.push(seen) - 1;
}

/** The names of all background jobs. */
export const jobs = (app: INestApplication) => app.get(JobRunner, { strict: false }).catalogue;

/** How often it was found. */
export const found = (_app: INestApplication, id: number): number => watched[id]?.found ?? 0;

export const unwatch = (_app: INestApplication, id: number): void => watched[id]?.stop();

export function notePolls(): void {
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...parameters: Parameters<typeof query>): unknown {
      const { name, text } = parameters[0] as { name?: string; text?: string };
      if (name?.startsWith('work_poll_') && text?.includes('FROM accounts'))
        polls.set(name, (polls.get(name) ?? new Set()).add(text));
      return query.apply(this, parameters);
    },
  });
}

/** The number of texts of each poll statement. */
export function textsOfPolls(): number[] {
  Object.assign(pg.Client.prototype, { query });
  return [...polls.values()].map(({ size }) => size);
}
