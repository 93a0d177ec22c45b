import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { until } from '../support/until.js';
import { phoneCaller, plainCaller, type QuietCaller, sdkCaller } from './silence/callers.js';
import { type Fault, ROWS, type Row, WITHIN_MS } from './silence/table.js';
import { LEASE_MS, type Troubled, TroubledInstances } from './silence/troubled-instances.js';

/** The greeting is over by then. */
const QUIET_MS = 1_500;

describe.each(['well', 'cut off'] as const)('while others are %s, a caller of an instance', (others) => {
  const rows = ROWS.filter((row) => row.others === others);
  let instances: TroubledInstances;
  let callers: QuietCaller[] = [];

  beforeAll(async () => {
    // One for each fault, and one more.
    instances = await TroubledInstances.start(rows.length + 1);
  }, 180_000);
  afterEach(() => {
    for (const caller of callers.splice(0)) caller.hangUp();
  });
  afterAll(() => instances?.close(), 60_000);

  const harmed = (fault: Fault): Troubled => {
    const found = instances.all[rows.findIndex((row) => row.fault === fault)];
    if (!found) throw new Error('There is one for each fault.');
    return found;
  };

  async function called(at: Troubled): Promise<QuietCaller[]> {
    const rest = instances.all.filter((one) => one !== at).reverse();
    const all = [sdkCaller(instances, [at, ...rest]), plainCaller(instances, at), phoneCaller(instances, at)];
    return Promise.all(all);
  }

  interface Watched {
    readonly row: Row;
    readonly callers: readonly QuietCaller[];
  }

  const told = (watched: readonly Watched[], sinceMs: number) =>
    watched.map(({ row, callers: of }) => [
      row.fault,
      ...of.map(({ kind, since }) => [kind, since(sinceMs)]),
    ]);
  const wanted = (watched: readonly Watched[]) =>
    watched.map(({ row, callers: of }) => [row.fault, ...of.map(({ kind }) => [kind, row.hears[kind]])]);

  // Where none is well all of it happens at once.
  const steps = others === 'well' ? rows.map((row) => [row]) : [rows];

  it.each(steps.map((step) => [step.map(({ fault }) => fault).join(', '), step] as const))(
    'that is %s hears in time what the table says',
    async (_, step) => {
      const watched = await Promise.all(
        step.map(async (row) => ({ row, callers: await called(harmed(row.fault)) })),
      );
      callers = watched.flatMap((one) => one.callers);
      await delay(QUIET_MS);
      const sinceMs = performance.now();
      if (others === 'cut off') for (const one of instances.all) instances.harm(one, 'cut off');
      for (const { fault } of step) instances.harm(harmed(fault), fault);
      const isAsWanted = () => isDeepStrictEqual(told(watched, sinceMs), wanted(watched));
      await until('each has heard it', isAsWanted, LEASE_MS + WITHIN_MS).catch(() => undefined);
      expect(told(watched, sinceMs)).toEqual(wanted(watched));
    },
    120_000,
  );
});
