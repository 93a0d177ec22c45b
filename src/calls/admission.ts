import type { AgentAdapter, AgentMode } from '../voice/agent-adapter.js';
import type { CallKnowledge } from '../voice/call-knowledge.js';
import type { CallControl } from '../voice/call-control.js';
import type { CallGrant, CallTokenTerms, LineGrant } from '../auth/index.js';
import type { CallRollout } from '../deployments/index.js';
import type { OpenMediaOutcome, OpenMediaRequest } from '../media/index.js';
import type { CallPerson } from './person-line.js';
import {
  type AgentDocument,
  type CallVariables,
  fillDocument,
  uninterruptible,
} from '../agent-document/index.js';

/**
 * How a call comes in that no token lets in: who may call whom was found out where it came in, and its media is opened
 * there.
 */
interface CallLine {
  readonly grant: LineGrant;
  openMedia(request: Omit<OpenMediaRequest, 'offerSdp'>): Promise<OpenMediaOutcome>;
  /** Absent where nothing but talking can be done. */
  readonly control?: CallControl;
  /** Absent where nobody can be called for the caller. */
  readonly callPerson?: CallPerson;
  /** What another process needs to bring the call in again, as plain JSON; undefined while none could. */
  readonly kept?: () => object | undefined;
}

/** What a frame proves itself by. */
export interface PresentedToken {
  readonly authToken?: string | undefined;
  /** Where it came from, where that is known. */
  readonly clientAddress?: string | undefined;
  /** The origin of the page that it came from; undefined for what is no page. */
  readonly clientOrigin?: string | undefined;
}

/** What an offer asks for, apart from its SDP; nothing of it is trusted yet. */
export interface CallRequest extends PresentedToken {
  /** Stands in for a token. */
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
  /** The rollout that has chosen the version. */
  readonly rollout: CallRollout | undefined;
  /** The experiment that has chosen version and variant. */
  readonly experiment?: { readonly id: string; readonly arm: string };
  readonly mode: AgentMode;
  readonly agent: AgentDocument;
  /** Who calls: what the token says goes before what the offer says. */
  readonly caller: string | undefined;
  readonly variables: CallVariables;
  /** Absent where the agent knows nothing but its prompt. */
  readonly knowledge?: CallKnowledge;
  readonly adapter: AgentAdapter;
  /** SHA-256 of the token, which may read the call's live events; of a phone call a number that nobody knows. */
  readonly tokenHash: Uint8Array;
  /** What a call token allows this call beyond its connector. */
  readonly terms: CallTokenTerms | undefined;
}

/** The same with another greeting, which nobody interrupts. */
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
