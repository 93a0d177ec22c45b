import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { adapterFault } from './database-faults.js';

type Factory = InstanceType<typeof PrismaPg>;
type Adapter = Awaited<ReturnType<Factory['connect']>>;

/**
 * Prisma's adapter for `pg` lets some connection errors through as plain `Error`s (a killed server, `query_timeout`),
 * which look like bugs. This one maps every error that is not the statement's own to a DatabaseUnavailableError, in the
 * only place where the difference is known.
 */
export class GuardedPrismaPg extends PrismaPg {
  /** `onFault` receives every error, including the statement's own. */
  constructor(
    pool: Pool,
    options: ConstructorParameters<typeof PrismaPg>[1],
    private readonly onFault: (fault: unknown) => void,
  ) {
    super(pool, options);
  }

  override async connect(): Promise<Adapter> {
    return guard(await attempt(() => super.connect(), this.onFault), this.onFault);
  }
}

function guard<T extends object>(target: T, onFault: (fault: unknown) => void): T {
  return new Proxy(target, {
    get(object, property) {
      const value: unknown = Reflect.get(object, property, object);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, object, args);
        if (!(result instanceof Promise)) return result;
        return attempt(async () => {
          const settled: unknown = await result;
          return property === 'startTransaction' ? guard(settled as object, onFault) : settled;
        }, onFault);
      };
    },
  });
}

async function attempt<T>(work: () => Promise<T>, onFault: (fault: unknown) => void): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fault = adapterFault(error);
    onFault(fault);
    throw fault;
  }
}
