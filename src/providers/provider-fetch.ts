import { usesEnvironmentProxies } from '../common/config/index.js';
import { type LeanFetch, type Outbound, usualLeanFetch } from '../safe-http/index.js';

let usual: LeanFetch | undefined;

/** HTTP client of a provider: guarded if an account chose its address. */
export const providerFetch = (outbound: Outbound | undefined): LeanFetch =>
  outbound?.leanFetch ?? (usual ??= usualLeanFetch(usesEnvironmentProxies()));
