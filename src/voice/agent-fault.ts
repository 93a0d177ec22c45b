import type { FaultCode } from './fault-codes.js';

/** The agent can't be reached or can't go on. */
export class AgentFault extends Error {
  /** HTTP status with which a server refused. */
  readonly status: number | undefined;
  /** What happened and what to do about it, for the agent's owner: in our words, without a provider's. */
  readonly detail: string | undefined;

  constructor(
    readonly code: FaultCode,
    message: string,
    readonly retryable: boolean,
    options?: ErrorOptions & { readonly status?: number; readonly detail?: string },
  ) {
    super(message, options);
    this.name = 'AgentFault';
    this.status = options?.status;
    this.detail = options?.detail;
  }
}
