import { AsyncLocalStorage } from 'node:async_hooks';

interface Closable {
  close(): unknown;
}

type Values<Row> = Row extends readonly unknown[] ? [...Row] : [Row];

const kept = new AsyncLocalStorage<Closable[]>();

/** Closes what a test keeps when it ends, the last first. */
const scoped =
  <A extends unknown[]>(body: (...values: A) => Promise<void>) =>
  (...values: A): Promise<void> =>
    kept.run([], async () => {
      try {
        // With a receiver, as Jest calls tests: it leaves frames without one out of the stacks of failures.
        await Reflect.apply(body, {}, values);
      } finally {
        for (const thing of kept.getStore()?.reverse() ?? []) await thing.close();
      }
    });

/** Has something closed at the end of the test that opened it, which is one of `alone` or `atOnce`. */
export function keep<T extends Closable>(thing: T): T {
  const things = kept.getStore();
  if (!things) throw new Error('Only a test of alone() or atOnce() can keep something.');
  things.push(thing);
  return thing;
}

/** As `it`, with an end of its own for what the test keeps. */
export const alone = (name: string, body: () => Promise<void>, timeoutMs?: number) =>
  it(name, scoped(body), timeoutMs);

/** @param before Begins the name of each. */
const concurrent = (before = '') =>
  Object.assign(
    (name: string, body: () => Promise<void>, timeoutMs?: number) =>
      it.concurrent(before + name, scoped(body), timeoutMs),
    {
      each:
        <const Rows extends readonly unknown[]>(rows: Rows) =>
        (name: string, body: (...values: Values<Rows[number]>) => Promise<void>, timeoutMs?: number) =>
          it.concurrent.each(rows as readonly unknown[])(
            before + name,
            scoped((...values: unknown[]) => Reflect.apply(body, {}, values as Values<Rows[number]>)),
            timeoutMs,
          ),
    },
  );

/**
 * As `alone`, but for tests that mostly wait, as for speech: those of a `describe` run at once, five at most (Jest's
 * `maxConcurrency`). So they must share nothing, neither variables nor what `afterEach` closes.
 */
export const atOnce = concurrent();

/** The same for tests of something, which is named before each: those of several things run at once, too. */
export const atOnceOf = (subject: string) => concurrent(`${subject} `);
