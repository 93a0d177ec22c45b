import type { AgentDocument } from '../agent-document/index.js';
import { HANDED_OVER } from '../voice/agent-adapter.js';
import { actOnCall, describeTransfer } from './act-on-call.js';
import { type BuiltInTool, builtInTools, parametersOf } from './built-in-tools.js';
import { collectDigits } from './collect-digits.js';
import { handOff } from './hand-off.js';
import type { ToolArguments } from './parse-arguments.js';
import type { ToolBoxCall } from './tool-box-call.js';
import type { ToolDeclaration, ToolOutcome, ToolResult } from './tool-call.js';
import { toolFailure } from './tool-request.js';

const GOODBYE = 'The call ends as soon as the caller has heard your goodbye.';

/** Runs a tool that acts on the call. */
export async function runBuiltIn(
  name: BuiltInTool,
  values: ToolArguments,
  call: ToolBoxCall,
  signal: AbortSignal,
  finish: (outcome: ToolOutcome) => ToolResult,
): Promise<ToolResult> {
  const wish = builtInTools[name].understand(values);
  if (!wish) return finish(toolFailure('TOOL_ARGUMENTS_INVALID', 'The arguments do not fit.'));
  if (wish.kind === 'hang-up') {
    // The conversation hangs up after the playout of earlier speech.
    return { ...finish({ kind: 'ok', output: GOODBYE }), hangUp: { reason: wish.reason } };
  }
  if (wish.kind === 'collect') {
    const storeKeys = call.agent.privacy?.storeKeys !== false;
    return finish(await collectDigits(call.keys, wish.rules, signal, storeKeys));
  }
  const handed = wish.kind === 'transfer' ? await handOff(call.agent, wish.target, call) : undefined;
  if (wish.kind === 'transfer' && handed) {
    const result = finish(handed.outcome);
    call.emit({ ...wish, done: handed.done });
    return handed.leaves ? { ...result, hangUp: { reason: HANDED_OVER } } : result;
  }
  const { done, isAsked, isImpossible, output } = await actOnCall(wish, call, signal);
  const code = isImpossible ? ({ code: 'TOOL_NOT_POSSIBLE' } as const) : {};
  return finish({ kind: done || isAsked ? 'ok' : 'error', output, ...code });
}

export const builtInDeclarations = (
  names: ReadonlySet<BuiltInTool>,
  agent: AgentDocument,
): ToolDeclaration[] =>
  [...names].map((name) => ({
    name,
    description:
      name === 'transfer'
        ? describeTransfer(builtInTools[name].description, agent)
        : builtInTools[name].description,
    parameters: parametersOf(name, agent),
  }));
