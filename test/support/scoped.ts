import { AsyncLocalStorage } from 'node:async_hooks';

interface Closable {
  close(): unknown;
}

type Values<Row> = Row extends readonly unknown[] ? [...Row] : [Row];

const kept = new AsyncLocalStorage<Closable[]>();

/** Closes a test's resources at its end, last first. */
const scoped =
  <A extends unknown[]>(body: (...values: A) => Promise<void>) =>
  (...values: A): Promise<void> =>
    kept.run([], async () => {
      try {
        // With a receiver, like Jest: it removes frames without one from failures' stacks.
        await Reflect.apply(body, {}, values);
      } finally {
        for (const thing of kept.getStore()?.reverse() ?? []) await thing.close();
      }
    });

/** Closes something at the end of its test, which must use `alone` or `atOnce`. */
export function keep<T extends Closable>(thing: T): T {
  const things = kept.getStore();
  if (!things) throw new Error('Only a test of alone() or atOnce() can keep something.');
  things.push(thing);
  return thing;
}

/** Like `it`, with cleanup for the test's resources. */
export const alone = (name: string, body: () => Promise<void>, timeoutMs?: number) =>
  it(name, scoped(body), timeoutMs);

/** @param before Prefix of each name. */
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
 * Like `alone` for tests that mostly wait, such as for speech: those of a `describe` run concurrently, at most five
 * (Jest's `maxConcurrency`). They must share nothing, including what `afterEach` closes.
 */
export const atOnce = concurrent();

/** The same for tests of a subject, prefixed to each name: those of several subjects run concurrently too. */
export const atOnceOf = (subject: string) => concurrent(`${subject} `);
