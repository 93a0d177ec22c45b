/** HTTP to untrusted addresses, for webhooks and agents' tools. */
export { SafeHttpClient, type SafeHttpRequest, type SafeHttpResult } from './safe-http-client.js';
export { GuardedOutbound, type Outbound } from './guarded-outbound.js';
export { type LeanFetch, type LeanResponse, usualLeanFetch } from './lean-fetch.js';
export type { HostLookup } from './host-lookup.js';
export { mayReach, type NetworkPolicy } from './network-policy.js';
export { parseTargetUrl } from './target-url.js';
export { bodyText } from './body-text.js';
export { decodedContent } from './content-decoding.js';
export { retryAfterMs } from './retry-after.js';
