/**
 * Fault codes of providers, in `fault` and `failed` events and `AgentFault`s. They name what an operator can act
 * on; details stay in the log.
 */
export const providerFault = {
  /** No connection could be established. */
  unreachable: 'PROVIDER_UNREACHABLE',
  /** The provider refused: a wrong key, an unknown model, an exhausted quota. */
  refused: 'PROVIDER_REFUSED',
  /** The provider did not respond in time. */
  timeout: 'PROVIDER_TIMEOUT',
  /** An established connection broke. */
  lost: 'PROVIDER_LOST',
  /** The provider violated its protocol. */
  protocol: 'PROVIDER_PROTOCOL',
  /** The provider sent more than a call can take. */
  flood: 'PROVIDER_FLOOD',
  /** The provider reported an error of its own. */
  error: 'PROVIDER_ERROR',
} as const;

export type ProviderFaultCode = (typeof providerFault)[keyof typeof providerFault];
