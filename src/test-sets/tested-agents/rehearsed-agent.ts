import type { AgentDocument, VariableValues } from '../../agent-document/index.js';
import type { PublishedProviders } from '../../answering/index.js';
import type { AgentMode, CallKnowledge } from '../../voice/index.js';

/** A version of an agent that is tested. */
export interface RehearsedAgent {
  readonly accountId: string;
  readonly agentId: string;
  readonly document: AgentDocument;
  /** Undefined: that of calls that name none. */
  readonly mode: AgentMode | undefined;
  /** What it means where it names no provider; absent for a draft, which means what there is now. */
  readonly providers?: PublishedProviders | undefined;
  readonly variantId: string | undefined;
  /** Real-time config of what is tested. */
  readonly config?: VariableValues;
  readonly knowledge?: CallKnowledge;
}
