import type { EnvironmentName } from '../common/access/index.js';

/** What a call reaches: the draft, or what is active in an environment. */
export type CallTarget = 'draft' | EnvironmentName;

interface GrantBase {
  readonly accountId: string;
  readonly agentId: string;
  readonly target: CallTarget;
  readonly variantId?: string;
  /** Values of `{{call.NAME}}` that the token brings along. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** What a call token allows beyond its connector. */
export interface CallTokenTerms {
  readonly tokenId: string;
  /** Origins whose pages may use it; empty: all, and apps. */
  readonly origins: readonly string[];
  /** Who calls, in place of what the offer says. */
  readonly caller: string | undefined;
  /** The offer may not choose another variant. */
  readonly isVariantFixed: boolean;
  readonly maxCallSeconds: number | undefined;
  /** Of this token, at once. */
  readonly maxConcurrentCalls: number | undefined;
  /** Set where a page got the token without a backend: calls at once of all such tokens of the connector. */
  readonly maxPublicCalls?: number;
}

/** A connector token: durable, always reaches what is active in its environment. */
export interface ConnectorGrant extends GrantBase {
  readonly kind: 'connector';
  readonly target: EnvironmentName;
  readonly connectorId: string;
  /** The agent may hand the call over to nobody. */
  readonly disableHandoff: boolean;
  /** Present where a call token, which was minted for the connector, stands for it. */
  readonly terms?: CallTokenTerms;
}

/** A studio token: short-lived, holds for the deployment that was active when it was issued. */
export interface StudioGrant extends GrantBase {
  readonly kind: 'studio';
  /** The target's active deployment at issue; undefined for the draft. */
  readonly deploymentId?: string;
}

/** A phone line, with a connector or without: no token, since whoever calls was let in where the call came in. */
export interface LineGrant extends GrantBase {
  readonly kind: 'line';
  readonly target: EnvironmentName;
  readonly connectorId: string | undefined;
  /** The agent may hand the call over to nobody. */
  readonly disableHandoff: boolean;
}

/** What a caller may call. */
export type CallGrant = ConnectorGrant | LineGrant | StudioGrant;

/**
 * Whether a newer deployment of its target made the grant stale (interface 5: a studio token becomes stale on
 * redeploy). A connector token and a phone line never are; neither is a studio token for the draft, which expires soon
 * by itself.
 */
export function isStale(grant: CallGrant, activeDeploymentId: string | undefined): boolean {
  if (grant.kind !== 'studio' || grant.target === 'draft') return false;
  return grant.deploymentId !== activeDeploymentId;
}
