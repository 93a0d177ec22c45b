import type { FaultCode } from './fault-codes.js';

interface AgentFaultOptions extends ErrorOptions {
  readonly status?: number;
  readonly detail?: string | undefined;
}

/** The agent can't be reached or can't go on. */
export class AgentFault extends Error {
  /** HTTP status with which a server refused or failed. */
  readonly status: number | undefined;
  /** What exactly happened, where possible in the provider's own words: bounded, and without secrets. */
  readonly detail: string | undefined;

  constructor(
    readonly code: FaultCode,
    message: string,
    readonly retryable: boolean,
    options?: AgentFaultOptions,
  ) {
    super(message, options);
    this.name = 'AgentFault';
    this.status = options?.status;
    this.detail = options?.detail;
  }
}
