import type { Trunk } from '../trunks/trunk.js';
import { namesTrunk } from '../trunks/trunk-address.js';

/** Which trunks a request may belong to. */
export type TrunkClaim =
  /** One of these, decided by the dialled number. All belong to one account. */
  | { readonly kind: 'known'; readonly trunks: readonly Trunk[] }
  /** One of these, decided by the login. */
  | { readonly kind: 'login'; readonly trunks: readonly Trunk[] }
  /** Trunks of several accounts match, and nothing distinguishes them. */
  | { readonly kind: 'ambiguous' };

/** The proof in a request, apart from its source address. */
export interface ShownProof {
  readonly requestUri: string;
  /** True if it has an `Authorization` header. */
  readonly hasLogin: boolean;
}

/**
 * The strongest proof wins: a login, then the trunk's own SIP address, then the source address. A source address that
 * trunks of several accounts share proves nothing.
 * @param known Trunks that may call from the source address.
 */
export function trunkClaim({ requestUri, hasLogin }: ShownProof, known: readonly Trunk[]): TrunkClaim {
  const called = known.filter((trunk) => namesTrunk(requestUri, trunk));
  const candidates = called.length > 0 ? called : known;
  const secured = candidates.filter(({ login }) => login !== undefined);
  const open = candidates.filter(({ login }) => login === undefined);
  if (hasLogin && secured.length > 0) return { kind: 'login', trunks: secured };
  const isShared =
    new Set(candidates.filter(({ isDemo }) => !isDemo).map(({ accountId }) => accountId)).size > 1;
  if (open.length > 0 && !isShared) return { kind: 'known', trunks: open };
  return secured.length > 0 ? { kind: 'login', trunks: secured } : { kind: 'ambiguous' };
}
