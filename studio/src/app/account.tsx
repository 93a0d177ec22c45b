import { createContext, useContext } from 'react';

/** Who is signed in, and what they may do. */
export interface SignedIn {
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  /** Of a person; undefined behind an API key. */
  readonly role: string | undefined;
  readonly scopes: readonly string[];
  readonly signOut: () => void;
  /** In all browsers. Absent behind an API key. */
  readonly signOutEverywhere: (() => void) | undefined;
}

export const AccountContext = createContext<SignedIn | undefined>(undefined);

export function useAccount() {
  const account = useContext(AccountContext);
  if (!account) throw new Error('Nobody is signed in: this component belongs into the shell.');
  return { ...account, can: (scope: string) => account.scopes.includes(scope) };
}
