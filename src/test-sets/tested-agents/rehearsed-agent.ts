import type { AgentDocument, VariableValues } from '../../agent-document/index.js';
import type { PublishedProviders } from '../../answering/index.js';
import type { AgentMode, CallKnowledge } from '../../voice/index.js';

export interface RehearsedAgent {
  readonly accountId: string;
  readonly agentId: string;
  readonly document: AgentDocument;
  /** Undefined: the default mode of calls. */
  readonly mode: AgentMode | undefined;
  /** Its provider defaults; absent for a draft, which uses the current ones. */
  readonly providers?: PublishedProviders | undefined;
  readonly variantId: string | undefined;
  /** Real-time config of the tested environment. */
  readonly config?: VariableValues;
  readonly knowledge?: CallKnowledge;
}
