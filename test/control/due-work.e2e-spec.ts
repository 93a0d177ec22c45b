import pg from 'pg';
import { DueWork } from '../../src/common/due-work/index.js';
import { Prisma } from '../../src/common/prisma/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';

describe('looks for due work', () => {
  let service: TestApp;
  let due: DueWork;
  const unwatch: (() => void)[] = [];

  beforeAll(async () => {
    service = await createTestApp();
    due = service.app.get(DueWork);
  });
  afterEach(() => unwatch.splice(0).forEach((stop) => stop()));
  afterAll(() => service?.close());

  /** Work that is there as often as something is found of a name; tells how often it was found. */
  function watch(everyMs: number, name: string): { found: number } {
    const seen = { found: 0 };
    const query = Prisma.sql`SELECT FROM accounts WHERE name = ${name}`;
    unwatch.push(due.watch({ everyMs, query, found: () => (seen.found += 1) }));
    return seen;
  }

  it('find each work by its own query, and as often as it wants', async () => {
    await service.createAccount();
    const often = watch(50, 'Test');
    const absent = watch(50, 'Nobody');
    const seldom = watch(60_000, 'Test');
    await until('work was found', () => often.found >= 5);
    expect(absent.found).toBe(0);
    expect(seldom.found).toBe(0);
  });

  it('go on with what is left where one is no longer watched, and find what is watched later', async () => {
    await service.createAccount();
    const first = watch(50, 'Test');
    const second = watch(50, 'Test');
    await until('both were found', () => first.found > 0 && second.found > 0);
    unwatch.shift()?.();
    const third = watch(50, 'Test');
    const before = first.found;
    await until('the others were found', () => second.found > 1 && third.found > 1);
    expect(first.found).toBe(before);
  });

  it('are one statement, which a connection has planned once', async () => {
    const asked = new Map<string, Set<string>>();
    const { query } = pg.Client.prototype;
    Object.assign(pg.Client.prototype, {
      query(this: pg.Client, ...parameters: Parameters<typeof query>): unknown {
        const { name, text } = parameters[0] as { name?: string; text?: string };
        if (name?.startsWith('due_work_') && text) asked.set(name, (asked.get(name) ?? new Set()).add(text));
        return query.apply(this, parameters);
      },
    });
    try {
      const often = watch(50, 'Test');
      const lessOften = watch(150, 'Test');
      await service.createAccount();
      await until('both were found', () => often.found > 3 && lessOften.found > 1);
    } finally {
      Object.assign(pg.Client.prototype, { query });
    }
    const texts = [...asked.values()].map((each) => each.size);
    expect(texts).toEqual(texts.map(() => 1));
    // One before the second was watched, at most.
    expect(texts.length).toBeLessThanOrEqual(2);
    expect(texts.length).toBeGreaterThan(0);
  });
});
