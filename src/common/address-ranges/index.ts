export {
  type AddressRange,
  BLOCK_BITS,
  blockOf,
  contains,
  parseAddressRange,
  type PrivateNetworks,
} from './address-range.js';
