export { type AddressRange, contains, parseRange, type PrivateNetworks } from './address-range.js';
