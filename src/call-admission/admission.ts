import type { AgentAdapter, AgentMode } from '../voice/agent-adapter.js';
import type { CallKnowledge } from '../voice/call-knowledge.js';
import type { CallControl } from '../voice/call-control.js';
import type { CallGrant, CallTokenTerms, LineGrant } from '../auth/index.js';
import type { CallRollout } from '../deployments/index.js';
import type { OpenMediaOutcome, OpenMediaRequest } from '../media/index.js';
import type { DialTransferTarget } from './transfer-leg.js';
import {
  type AgentDocument,
  type CallVariables,
  fillDocument,
  uninterruptible,
} from '../agent-document/index.js';

/** A call that needs no token, such as a phone call. The caller has checked authorisation and opens the media. */
interface CallLine {
  readonly grant: LineGrant;
  openMedia(request: Omit<OpenMediaRequest, 'offerSdp'>): Promise<OpenMediaOutcome>;
  /** Absent if the line supports no call control. */
  readonly control?: CallControl;
  /** Absent if the line cannot dial transfer targets. */
  readonly dialTransferTarget?: DialTransferTarget;
  /** What another process needs to restore the line, as plain JSON; undefined while the line cannot be restored. */
  readonly kept?: () => object | undefined;
}

/** The credentials in a frame. */
export interface PresentedToken {
  readonly authToken?: string | undefined;
  readonly clientAddress?: string | undefined;
  /** The origin of the client's page; undefined for clients that are not web pages. */
  readonly clientOrigin?: string | undefined;
}

/** The fields of an offer other than its SDP. None of them is validated yet. */
export interface CallRequest extends PresentedToken {
  /** Replaces the token. */
  readonly line?: CallLine;
  readonly mode: string | undefined;
  readonly accountId: string | undefined;
  readonly projectId: string | undefined;
  readonly variantId?: string | undefined;
  readonly caller?: string | undefined;
  readonly callee?: string | undefined;
  readonly agentVersionOverride:
    | { readonly artifactVersion: string | undefined; readonly lambdaDeploymentVersion: string | undefined }
    | undefined;
}

/** An accepted offer: caller, agent, version and engine. */
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
  /** The rollout that chose the version. */
  readonly rollout: CallRollout | undefined;
  /** The experiment that chose version and variant. */
  readonly experiment?: { readonly id: string; readonly arm: string };
  readonly mode: AgentMode;
  readonly agent: AgentDocument;
  /** The caller. The token's value overrides the offer's. */
  readonly caller: string | undefined;
  readonly variables: CallVariables;
  /** Absent if the agent has only its prompt. */
  readonly knowledge?: CallKnowledge;
  readonly adapter: AgentAdapter;
  /**
   * SHA-256 of the token that may read the call's live events. A phone call gets a random hash that no token matches.
   */
  readonly tokenHash: Uint8Array;
  /** The call token's restrictions and permissions in addition to its connector's. */
  readonly terms: CallTokenTerms | undefined;
}

/** The same admission with a greeting that the caller cannot interrupt. */
export function saying(admission: Admission, greeting: string): Admission {
  const { agent, variables } = admission;
  const { timeZone, languageCode, schemaVersion } = agent;
  const said = fillDocument(
    {
      schemaVersion,
      greeting,
      ...(timeZone !== undefined && { timeZone }),
      ...(languageCode !== undefined && { languageCode }),
    },
    variables,
  );
  return {
    ...admission,
    agent: uninterruptible({ ...agent, greeting: said.greeting ?? greeting }),
  };
}
