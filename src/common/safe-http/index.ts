/** HTTP to addresses that strangers chose, for webhooks and for the tools of agents. */
export {
  SafeHttpClient,
  type SafeHttpOptions,
  type SafeHttpRequest,
  type SafeHttpResult,
} from './safe-http-client.js';
export type { HostAddress, HostLookup } from './host-lookup.js';
