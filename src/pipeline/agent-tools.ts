import type { AgentDocument } from '../agent-document/index.js';
import { RehearsedTools, ReportedTools, ToolBox, type ToolBoxOptions } from '../tools/index.js';
import type { AgentContext, TextContext } from '../voice/agent-adapter.js';
import type { TextToolCall } from '../voice/text-conversation.js';
import { entriesIn, formIn } from './conversation/chat-history.js';
import type { AgentTools } from './conversation/reply-writer.js';

export function callTools(context: AgentContext, options: ToolBoxOptions): AgentTools {
  const { rehearsal } = context;
  return rehearsal ? RehearsedTools.of(context, rehearsal, options) : new ToolBox(context, options);
}

/** Tools for a text conversation. @param called Receives each call. */
export function textTools(
  { agent, tools, knowledge, history }: TextContext,
  called: (call: TextToolCall) => void,
  options: ToolBoxOptions,
): AgentTools {
  const known = knowledge && { knowledge };
  if (tools.kind === 'rehearsed') {
    const { accountId, answer } = tools;
    return RehearsedTools.of({ accountId, agent, ...known }, { answer, called }, options);
  }
  const earlier = { entries: entriesIn(history), form: formIn(history) };
  // A text conversation has no transfer targets and no DTMF.
  return new ReportedTools(
    new ToolBox({ ...tools, ...known, agent, earlier, possibleActions: new Set() }, options),
    called,
  );
}

/** For an agent without a model: calls only the tools of its forms, and hands callers off. */
export function withoutModel({
  tools = [],
  forms = [],
  mcpServers: _servers,
  ...agent
}: AgentDocument): AgentDocument {
  const ofForms = new Set(forms.map(({ then }) => then.tool));
  return {
    ...agent,
    tools: tools.filter(({ name }) => ofForms.has(name)),
    builtInTools: (agent.builtInTools ?? []).filter((name) => name === 'transfer'),
  };
}

/** Handoff targets, by their names in the document. */
export function reachable({
  agent,
  rehearsal,
  possibleActions,
  offerTransfer,
  prepareAgent,
}: Pick<
  AgentContext,
  'agent' | 'rehearsal' | 'possibleActions' | 'offerTransfer' | 'prepareAgent'
>): string[] {
  if (agent.builtInTools?.includes('transfer') !== true) return [];
  const isReachable = (to: object) => {
    if (rehearsal) return true;
    if ('agentId' in to) return prepareAgent !== undefined;
    return offerTransfer !== undefined || (!('url' in to) && possibleActions.has('transfer'));
  };
  return (agent.transfer?.destinations ?? []).filter(({ to }) => isReachable(to)).map(({ name }) => name);
}
