/** HTTP to addresses that strangers chose, for webhooks and for the tools of agents. */
export { SafeHttpClient, type SafeHttpResult } from './safe-http-client.js';
export type { HostLookup } from './host-lookup.js';
