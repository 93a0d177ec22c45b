import { contains, type PrivateNetworks } from '../common/address-ranges/index.js';
import { isPublicAddress } from './public-address.js';

export interface NetworkPolicy {
  /** They may be reached without TLS, too. */
  readonly allowPrivateNetworks: PrivateNetworks;
}

/** @param isPlain Without TLS. If some private networks are allowed, only these may be reached so. */
export function mayReach(
  address: string,
  { allowPrivateNetworks: allowed }: NetworkPolicy,
  isPlain = false,
): boolean {
  if (typeof allowed === 'boolean') return allowed || isPublicAddress(address);
  return allowed.some((range) => contains(range, address)) || (!isPlain && isPublicAddress(address));
}
