import type { Trunk } from '../trunks/trunk.js';
import { namesTrunk } from '../trunks/trunk-address.js';

/** Whose call a request may be. */
export type TrunkClaim =
  /** Of these; the dialled number decides among them. They belong to one account. */
  | { readonly kind: 'known'; readonly trunks: readonly Trunk[] }
  /** Of one of these, as its login shows. */
  | { readonly kind: 'login'; readonly trunks: readonly Trunk[] }
  /** Of one of several accounts, and nothing tells of which. */
  | { readonly kind: 'ambiguous' };

/** What a request shows of whose it is, beside the address that it comes from. */
export interface ShownProof {
  readonly requestUri: string;
  /** Whether it has an `Authorization` header. */
  readonly hasLogin: boolean;
}

/**
 * The strongest proof decides: a login, then the trunk's own SIP address, then the address that the request comes from.
 * The last is none where trunks of several accounts may call from there.
 * @param known trunks that a request from its address may be of
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
