export { type AddressRange, contains, parseAddressRange, type PrivateNetworks } from './address-range.js';
