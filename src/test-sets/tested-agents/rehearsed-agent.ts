import type { AgentDocument, VariableValues } from '../../agent-document/index.js';
import type { AgentMode, CallKnowledge } from '../../voice/index.js';

/** A version of an agent that is tested. */
export interface RehearsedAgent {
  readonly accountId: string;
  readonly agentId: string;
  readonly document: AgentDocument;
  readonly mode: AgentMode;
  readonly variantId: string | undefined;
  /** Real-time config of what is tested. */
  readonly config?: VariableValues;
  readonly knowledge?: CallKnowledge;
}
