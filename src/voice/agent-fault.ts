import type { FaultCode } from './fault-codes.js';

interface AgentFaultOptions extends ErrorOptions {
  readonly status?: number;
  readonly detail?: string | undefined;
}

/** The agent is unreachable or cannot continue. */
export class AgentFault extends Error {
  /** HTTP status of a server's refusal or failure. */
  readonly status: number | undefined;
  /** Details, in the provider's own words if possible; limited in length and without secrets. */
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
