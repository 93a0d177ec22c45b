import { createContext, useContext } from 'react';

/** The signed-in user and their permissions. */
export interface SignedIn {
  readonly accountId: string;
  readonly accountName: string;
  /** Of a person; empty with an API key. */
  readonly name: string;
  readonly email: string;
  /** Of a person; undefined with an API key. */
  readonly role: string | undefined;
  readonly scopes: readonly string[];
  readonly signOut: () => void;
  /** In all browsers. Absent with an API key. */
  readonly signOutEverywhere: (() => void) | undefined;
}

export const AccountContext = createContext<SignedIn | undefined>(undefined);

export function useAccount() {
  const account = useContext(AccountContext);
  if (!account) throw new Error('Nobody is signed in: this component belongs into the shell.');
  return { ...account, can: (scope: string) => account.scopes.includes(scope) };
}
