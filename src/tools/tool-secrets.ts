/**
 * A secret of one account, and the only hosts that it may be sent to: `name`, or `name:port` where the port is not
 * the scheme's own.
 */
export interface ToolSecret {
  readonly value: string;
  readonly allowedHosts: readonly string[];
}

/** Secrets that tools refer to, by account and name. They never come from an agent document. */
export interface ToolSecrets {
  find(accountId: string, name: string): Promise<ToolSecret | undefined>;
}
