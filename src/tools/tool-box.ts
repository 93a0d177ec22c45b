import type { AgentDocument } from '../agent-document/index.js';
import type { AgentEvent } from '../voice/agent-adapter.js';
import { builtInTools, type BuiltInTool } from './built-in-tools.js';
import { HttpTool, type HttpToolOptions, type ToolArguments } from './http-tool.js';

/** A tool as a model is told of it. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ToolResult {
  /** For the model: what the tool answered, or why it didn't. */
  readonly output: string;
  /** The agent wants the call to end: nothing more is to be said. */
  readonly hangUp?: { readonly reason: string };
}

/** The tools of one conversation. Tells the call of each use, and of what failed. */
export class ToolBox {
  readonly declarations: readonly ToolDeclaration[];
  readonly #http: ReadonlyMap<string, HttpTool>;
  readonly #builtIn: ReadonlySet<BuiltInTool>;
  readonly #emit: (event: AgentEvent) => void;

  constructor(agent: AgentDocument, options: HttpToolOptions, emit: (event: AgentEvent) => void) {
    const tools = agent.tools ?? [];
    this.#http = new Map(tools.map((tool) => [tool.name, HttpTool.create(tool, options)]));
    this.#builtIn = new Set(agent.builtInTools ?? []);
    this.#emit = emit;
    this.declarations = [
      ...tools.map(({ name, description, parameters }) => ({
        name,
        description,
        parameters: parameters ?? { type: 'object', properties: {} },
      })),
      ...[...this.#builtIn].map((name) => ({
        name,
        description: builtInTools[name].description,
        parameters: builtInTools[name].parameters,
      })),
    ];
  }

  /** Whether the tool acts on the call itself and reaches nothing outside. */
  isBuiltIn(name: string): boolean {
    return [...this.#builtIn].some((candidate) => candidate === name);
  }

  /** Runs a tool that a model called. Never throws: the model is told what went wrong. */
  async run(name: string, argumentsText: string, signal: AbortSignal): Promise<ToolResult> {
    const beganAtMs = performance.now();
    const report = (outcome: 'ok' | 'error' | 'timeout', code?: string) => {
      if (code !== undefined) this.#emit({ kind: 'fault', source: 'function', code });
      const durationMs = Math.round(performance.now() - beganAtMs);
      this.#emit({ kind: 'tool-call', name: name.slice(0, 64), outcome, durationMs });
    };
    const values = parseArguments(argumentsText);
    if (!values) {
      report('error', 'TOOL_ARGUMENTS_INVALID');
      return { output: 'The arguments are not a JSON object.' };
    }
    const builtIn = [...this.#builtIn].find((candidate) => candidate === name);
    if (builtIn) return this.#runBuiltIn(builtIn, values, report);
    const tool = this.#http.get(name);
    if (!tool) {
      report('error', 'TOOL_UNKNOWN');
      return { output: `There is no tool named ${name.slice(0, 64)}.` };
    }
    const outcome = await tool.run(values, signal);
    report(outcome.kind, outcome.kind === 'ok' ? undefined : outcome.code);
    return { output: outcome.output };
  }

  #runBuiltIn(
    name: BuiltInTool,
    values: ToolArguments,
    report: (outcome: 'ok' | 'error', code?: string) => void,
  ): ToolResult {
    const event = builtInTools[name].act(values);
    if (!event) {
      report('error', 'TOOL_ARGUMENTS_INVALID');
      return { output: 'The arguments do not fit.' };
    }
    report('ok');
    // The end of the call is told by the conversation, once the caller has heard what was said before.
    if (event.kind === 'hang-up') return { output: 'The call ends.', hangUp: { reason: event.reason } };
    this.#emit(event);
    return { output: 'done' };
  }
}

/** The arguments as a model wrote them; undefined when they are no JSON object. */
export function parseArguments(text: string): ToolArguments | undefined {
  if (text.trim() === '') return {};
  try {
    const values: unknown = JSON.parse(text);
    const isObject = typeof values === 'object' && values !== null && !Array.isArray(values);
    return isObject ? Object.fromEntries(Object.entries(values)) : undefined;
  } catch {
    return undefined;
  }
}
