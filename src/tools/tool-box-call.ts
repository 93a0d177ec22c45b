import type { AgentDocument, CallVariables } from '../agent-document/index.js';
import type { AgentEvent, CallAction } from '../voice/agent-adapter.js';
import type { CallControl } from '../voice/call-control.js';
import type { CallKnowledge } from '../voice/call-knowledge.js';
import type { EarlierCall } from '../voice/earlier-words.js';
import type { KeyInput } from '../voice/keys/index.js';
import type { Act } from './form-tool.js';
import type { HandoffWays } from './hand-off.js';

/** The conversation that a tool box belongs to. */
export interface ToolBoxCall extends HandoffWays {
  readonly accountId: string;
  /** The conversation that records the tool calls; absent without a record. */
  readonly conversationId?: string | undefined;
  readonly agent: AgentDocument;
  readonly possibleActions: ReadonlySet<CallAction>;
  /** Absent if the call can't be controlled. */
  readonly control?: CallControl | undefined;
  /** Asks the caller's app to press keys. @returns False if the app has not announced support for it. */
  readonly offerDigits?: ((digits: string) => boolean) | undefined;
  /** Dry run: nothing is done, and the model gets a success. Tests check what the agent requested. */
  readonly isDryRun?: boolean;
  /** Test answers by tool name, used instead of requests. */
  readonly answers?: ReadonlyMap<string, string>;
  readonly emit: (event: AgentEvent) => void;
  /** The caller's DTMF keys; absent if none can arrive. */
  readonly keys?: KeyInput | undefined;
  /** Values for the placeholders in tools. */
  readonly variables?: CallVariables;
  /** Searched by a tool if its mode is `tool`. */
  readonly knowledge?: CallKnowledge;
  /** The earlier call that this conversation resumes. */
  readonly earlier?: EarlierCall;
  /** Calls the tool that completes a form, in place of this box. */
  readonly act?: Act;
}
