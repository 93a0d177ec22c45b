import type { AgentDocument } from '../agent-document/index.js';
import { RehearsedTools, ReportedTools, ToolBox, type ToolBoxOptions } from '../tools/index.js';
import type { AgentContext, TextContext } from '../voice/agent-adapter.js';
import type { TextToolCall } from '../voice/text-conversation.js';
import { formIn } from './conversation/chat-history.js';
import type { AgentTools } from './conversation/reply-writer.js';

/** The tools of an agent in a call. */
export function callTools(context: AgentContext, options: ToolBoxOptions): AgentTools {
  const { rehearsal } = context;
  return rehearsal ? RehearsedTools.of(context, rehearsal, options) : new ToolBox(context, options);
}

/** The same in a conversation in text. @param called Told of each call. */
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
  const earlier = { entries: [], form: formIn(history) };
  // Nobody can be put through to, and nothing hears keys.
  return new ReportedTools(
    new ToolBox({ ...tools, ...known, agent, earlier, possibleActions: new Set() }, options),
    called,
  );
}

/** An agent without a model, which calls the tools of its forms alone, and hands callers over. */
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

/** Whom a call can be handed over to, by the names of the document. */
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
