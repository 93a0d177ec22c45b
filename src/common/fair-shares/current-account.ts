import { AsyncLocalStorage } from 'node:async_hooks';

interface CurrentAccount {
  readonly accountId: string;
  /** Database connections held by the request. */
  connections: number;
}

const current = new AsyncLocalStorage<CurrentAccount | undefined>();

/** Undefined outside of requests. */
export const currentAccount = (): CurrentAccount | undefined => current.getStore();

/** Runs a request in the context of its account. */
export const forAccount = <T>(accountId: string, work: () => T): T =>
  current.run({ accountId, connections: 0 }, work);

/** Runs work triggered by a request that is not for its account alone. */
export const forNobody = <T>(work: () => T): T => current.run(undefined, work);
