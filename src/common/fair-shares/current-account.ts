import { AsyncLocalStorage } from 'node:async_hooks';

/** The account whose request is answered. */
interface CurrentAccount {
  readonly accountId: string;
  /** Connections to the database that the request has. */
  connections: number;
}

const current = new AsyncLocalStorage<CurrentAccount | undefined>();

/** Undefined outside of requests. */
export const currentAccount = (): CurrentAccount | undefined => current.getStore();

/** Answers a request. */
export const forAccount = <T>(accountId: string, work: () => T): T =>
  current.run({ accountId, connections: 0 }, work);

/** Does work that a request may set off, and that is not for its account alone. */
export const forNobody = <T>(work: () => T): T => current.run(undefined, work);
