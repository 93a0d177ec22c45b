import type { EnvironmentName } from '../common/access/index.js';

/** What a call reaches: the draft, or the active deployment of an environment. */
export type CallTarget = 'draft' | EnvironmentName;

interface GrantBase {
  readonly accountId: string;
  readonly agentId: string;
  readonly target: CallTarget;
  readonly variantId?: string;
  /** Values of `{{call.NAME}}` from the token. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** What a call token allows beyond its connector. */
export interface CallTokenTerms {
  readonly tokenId: string;
  /** Origins whose pages may use it. Empty: all origins, and apps. */
  readonly origins: readonly string[];
  /** Caller id that overrides the one of the offer. */
  readonly caller: string | undefined;
  /** The offer may not choose another variant. */
  readonly isVariantFixed: boolean;
  readonly maxCallSeconds: number | undefined;
  readonly maxConcurrentCalls: number | undefined;
  /** Set where a page got the token without a backend: concurrent calls over all such tokens of the connector. */
  readonly maxPublicCalls?: number;
}

/** A connector token: long-lived, always reaches the active deployment of its environment. */
export interface ConnectorGrant extends GrantBase {
  readonly kind: 'connector';
  readonly target: EnvironmentName;
  readonly connectorId: string;
  readonly disableHandoff: boolean;
  /** Set if the call came with a call token minted for the connector. */
  readonly terms?: CallTokenTerms;
}

/** A studio token: short-lived, valid only for the deployment that was active when it was issued. */
export interface StudioGrant extends GrantBase {
  readonly kind: 'studio';
  /** Active deployment when the token was issued; undefined for the draft. */
  readonly deploymentId?: string;
}

/** A phone line, with or without a connector. It has no token: the trunk has admitted the caller. */
export interface LineGrant extends GrantBase {
  readonly kind: 'line';
  readonly target: EnvironmentName;
  readonly connectorId: string | undefined;
  readonly disableHandoff: boolean;
}

/** What a caller may call. */
export type CallGrant = ConnectorGrant | LineGrant | StudioGrant;

/**
 * Whether a newer deployment of the target made the grant stale: a redeployment invalidates studio tokens. Connector
 * tokens and phone lines never become stale; nor do studio tokens for the draft, which expire soon anyway.
 */
export function isStale(grant: CallGrant, activeDeploymentId: string | undefined): boolean {
  if (grant.kind !== 'studio' || grant.target === 'draft') return false;
  return grant.deploymentId !== activeDeploymentId;
}
