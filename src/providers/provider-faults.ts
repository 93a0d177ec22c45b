/**
 * Codes of what goes wrong with providers, as `fault` and `failed` events and `AgentFault`s carry them. They name
 * what an operator can act on; details of one provider stay in the log.
 */
export const providerFault = {
  /** The address doesn't answer, or the connection broke while it was made. */
  unreachable: 'PROVIDER_UNREACHABLE',
  /** The provider answered that it won't serve: a wrong key, an unknown model, a used-up quota. */
  refused: 'PROVIDER_REFUSED',
  /** The provider didn't come up with what was due in its time. */
  timeout: 'PROVIDER_TIMEOUT',
  /** An established connection broke. */
  lost: 'PROVIDER_LOST',
  /** The provider sends what is no message of its protocol. */
  protocol: 'PROVIDER_PROTOCOL',
  /** The provider sends more than a call can take. */
  flood: 'PROVIDER_FLOOD',
  /** The provider reported an error of its own. */
  error: 'PROVIDER_ERROR',
} as const;

export type ProviderFaultCode = (typeof providerFault)[keyof typeof providerFault];
