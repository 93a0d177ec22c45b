import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { adapterFault } from './database-faults.js';

type Factory = InstanceType<typeof PrismaPg>;
type Adapter = Awaited<ReturnType<Factory['connect']>>;

/**
 * Prisma's adapter for `pg` lets some connection faults through as plain `Error`s (a killed server, `query_timeout`), which
 * nobody can tell from a bug. This one turns every fault that isn't a statement's own into a DatabaseUnavailableError, at the
 * only place where the difference is known.
 */
export class GuardedPrismaPg extends PrismaPg {
  constructor(pool: Pool, options?: ConstructorParameters<typeof PrismaPg>[1]) {
    super(pool, options);
  }

  override async connect(): Promise<Adapter> {
    return guard(await attempt(() => super.connect()));
  }
}

function guard<T extends object>(target: T): T {
  return new Proxy(target, {
    get(object, property) {
      const value: unknown = Reflect.get(object, property, object);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, object, args);
        if (!(result instanceof Promise)) return result;
        return attempt(async () => {
          const settled: unknown = await result;
          return property === 'startTransaction' ? guard(settled as object) : settled;
        });
      };
    },
  });
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw adapterFault(error);
  }
}
