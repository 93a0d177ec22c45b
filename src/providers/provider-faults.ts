import type { FaultCode } from '../voice/index.js';

/** Fault codes of providers. They name what an operator can act on; details are in the log. */
export const providerFault = {
  unreachable: 'PROVIDER_UNREACHABLE',
  refused: 'PROVIDER_REFUSED',
  timeout: 'PROVIDER_TIMEOUT',
  lost: 'PROVIDER_LOST',
  protocol: 'PROVIDER_PROTOCOL',
  flood: 'PROVIDER_FLOOD',
  empty: 'PROVIDER_EMPTY',
  error: 'PROVIDER_ERROR',
} as const satisfies Record<string, FaultCode>;

export type ProviderFaultCode = (typeof providerFault)[keyof typeof providerFault];
