/** Providers that accounts set up at run time: storage, encryption and cache. */
export * from './account-provider.js';
export {
  type AccountEntries,
  AccountProviders,
  providerNotFound,
  type NewProvider,
} from './account-providers.service.js';
export { LocalServers } from './local-servers.js';
export { addressProblem, addressProblems } from './provider-addresses.js';
export {
  type ProviderDescription,
  ProviderTest,
  type ProviderTestResult,
  type ServiceTestResult,
} from './provider-rows.js';
