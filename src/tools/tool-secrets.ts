/** A secret of one account and its allowed hosts: `name`, or `name:port` if not the default port. */
export interface ToolSecret {
  readonly value: string;
  readonly allowedHosts: readonly string[];
}

/** Secrets of tools by account and name. They never come from an agent document. */
export interface ToolSecrets {
  find(accountId: string, name: string): Promise<ToolSecret | undefined>;
}
