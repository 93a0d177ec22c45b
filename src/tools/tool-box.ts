import { type AgentDocument, type CallVariables, toolSchemasOf } from '../agent-document/index.js';
import type { AgentEvent, CallAction } from '../voice/agent-adapter.js';
import type { FaultCode } from '../voice/fault-codes.js';
import type { KeyInput } from '../voice/keys/index.js';
import { collectDigits } from './collect-digits.js';
import { builtInTools, type BuiltInTool } from './built-in-tools.js';
import { HttpTool, type HttpToolOptions } from './http-tool.js';
import { NO_CALL } from './tool-variables.js';
import { parseArguments, type ToolArguments } from './parse-arguments.js';

/** A tool as declared to a model. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ToolResult {
  /** For the model: the tool's response, or why there is none. */
  readonly output: string;
  /** The agent ends the call: nothing more is to be said. */
  readonly hangUp?: { readonly reason: string };
}

export interface ToolBoxCall {
  readonly accountId: string;
  readonly agent: AgentDocument;
  readonly possibleActions: ReadonlySet<CallAction>;
  readonly emit: (event: AgentEvent) => void;
  /** What the caller presses on its telephone; absent where no keys come. */
  readonly keys?: KeyInput | undefined;
  /** What the call has for the places in its tools. */
  readonly variables?: CallVariables;
}

const NO_ARGUMENTS = { type: 'object', properties: {} };
const NOT_POSSIBLE =
  'This is not possible on this call. Tell the caller so, and offer what you can do yourself.';

/** The tools of one conversation. Reports each use, and failures, to the call. */
export class ToolBox {
  readonly declarations: readonly ToolDeclaration[];
  private readonly http: ReadonlyMap<string, HttpTool>;
  private readonly builtIn: ReadonlySet<BuiltInTool>;

  constructor(
    private readonly call: ToolBoxCall,
    options: HttpToolOptions,
  ) {
    const { tools = [], builtInTools: builtIn } = call.agent;
    const { accountId, variables = NO_CALL } = call;
    const caller = { accountId, variables, timeZone: call.agent.timeZone };
    const schemas = toolSchemasOf(tools);
    const usable = (index: number) => schemas[index] ?? { ok: false, problems: [] };
    this.http = new Map(
      tools.map((tool, index) => [tool.name, new HttpTool(tool, usable(index), caller, options)]),
    );
    this.builtIn = new Set(builtIn ?? []);
    this.declarations = [
      ...tools.map(({ name, description, parameters }, index) => ({
        name,
        description,
        // Providers may refuse a whole conversation because of one invalid schema.
        parameters: usable(index).ok ? (parameters ?? NO_ARGUMENTS) : NO_ARGUMENTS,
      })),
      ...[...this.builtIn].map((name) => ({
        name,
        description: builtInTools[name].description,
        parameters: builtInTools[name].parameters,
      })),
    ];
  }

  isBuiltIn(name: string): boolean {
    return [...this.builtIn].some((candidate) => candidate === name);
  }

  /** Runs a tool that a model called. Never throws: the model is told what went wrong. */
  async run(name: string, argumentsText: string, signal: AbortSignal): Promise<ToolResult> {
    const beganAtMs = performance.now();
    const report = (outcome: 'ok' | 'error' | 'timeout', code?: FaultCode) => {
      if (code !== undefined) this.call.emit({ kind: 'fault', source: 'function', code });
      const durationMs = Math.round(performance.now() - beganAtMs);
      this.call.emit({ kind: 'tool-call', name: name.slice(0, 64), outcome, durationMs });
    };
    const values = parseArguments(argumentsText);
    if (!values) {
      report('error', 'TOOL_ARGUMENTS_INVALID');
      return { output: 'The arguments are not a JSON object.' };
    }
    const builtIn = [...this.builtIn].find((candidate) => candidate === name);
    if (builtIn) return await this.runBuiltIn(builtIn, values, signal, report);
    const tool = this.http.get(name);
    if (!tool) {
      report('error', 'TOOL_UNKNOWN');
      return { output: `There is no tool named ${name.slice(0, 64)}.` };
    }
    const outcome = await tool.run(values, signal);
    report(outcome.kind, outcome.kind === 'ok' ? undefined : outcome.code);
    return { output: outcome.output };
  }

  private async runBuiltIn(
    name: BuiltInTool,
    values: ToolArguments,
    signal: AbortSignal,
    report: (outcome: 'ok' | 'error' | 'timeout', code?: FaultCode) => void,
  ): Promise<ToolResult> {
    const wish = builtInTools[name].understand(values);
    if (!wish) {
      report('error', 'TOOL_ARGUMENTS_INVALID');
      return { output: 'The arguments do not fit.' };
    }
    if (wish.kind === 'hang-up') {
      report('ok');
      // The conversation ends the call, once the caller has heard what was said before.
      return { output: 'The call ends.', hangUp: { reason: wish.reason } };
    }
    if (wish.kind === 'collect') return await collectDigits(this.call.keys, wish.rules, signal, report);
    const done = this.call.possibleActions.has(wish.kind);
    report(done ? 'ok' : 'error', done ? undefined : 'TOOL_NOT_POSSIBLE');
    this.call.emit({ ...wish, done });
    return { output: done ? 'done' : NOT_POSSIBLE };
  }
}
