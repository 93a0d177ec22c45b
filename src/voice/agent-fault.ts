import type { FaultCode } from './fault-codes.js';

/** The agent can't be reached or can't go on. */
export class AgentFault extends Error {
  /** HTTP status with which a server refused. */
  readonly status: number | undefined;

  constructor(
    readonly code: FaultCode,
    message: string,
    readonly retryable: boolean,
    options?: ErrorOptions & { readonly status?: number },
  ) {
    super(message, options);
    this.name = 'AgentFault';
    this.status = options?.status;
  }
}
