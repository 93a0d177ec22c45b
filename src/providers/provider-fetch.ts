import { usesEnvironmentProxies } from '../common/config/index.js';
import { type LeanFetch, type Outbound, usualLeanFetch } from '../common/safe-http/index.js';

let usual: LeanFetch | undefined;

/** The way to a provider: guarded where an account chose its address. */
export const providerFetch = (outbound: Outbound | undefined): LeanFetch =>
  outbound?.leanFetch ?? (usual ??= usualLeanFetch(usesEnvironmentProxies()));
