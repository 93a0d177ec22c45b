import type { AgentAdapter, AgentMode } from '../voice/agent-adapter.js';
import type { CallGrant } from '../auth/index.js';
import type { AgentDocument } from '../agent-document/index.js';

/** What an offer asks for, apart from its SDP; nothing of it is trusted yet. */
export interface CallRequest {
  readonly authToken: string | undefined;
  /** Where it came from, where that is known. */
  readonly clientAddress?: string | undefined;
  readonly mode: string | undefined;
  readonly accountId: string | undefined;
  readonly projectId: string | undefined;
  readonly variantId: string | undefined;
  readonly agentVersionOverride:
    | { readonly artifactVersion: string | undefined; readonly lambdaDeploymentVersion: string | undefined }
    | undefined;
}

/** An offer that was found good: who calls whom, in which version, answered by what. */
export interface Admission {
  readonly kind: 'admitted';
  readonly accountId: string;
  readonly agentId: string;
  readonly target: CallGrant['target'];
  readonly connectorId: string | undefined;
  readonly variantId: string | undefined;
  readonly deploymentId: string | undefined;
  readonly artifactVersion: string | undefined;
  readonly version: string | undefined;
  readonly mode: AgentMode;
  readonly agent: AgentDocument;
  readonly adapter: AgentAdapter;
  /** SHA-256 of the token, which may read the call's live events. */
  readonly tokenHash: Uint8Array;
}
