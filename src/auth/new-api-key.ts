import type { EnvironmentName, Scope } from '../common/access/index.js';

export interface NewApiKey {
  readonly name: string;
  readonly ownerEmail: string;
  readonly scopes: readonly Scope[];
  readonly agentIds?: readonly string[];
  readonly environments?: readonly EnvironmentName[];
  readonly expiresAt?: Date | undefined;
}
