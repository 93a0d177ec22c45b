import {
  type AgentDocument,
  type AgentMcpServer,
  calendarTools,
  type CallVariables,
  fillSpoken,
  toolSchemasOf,
} from '../agent-document/index.js';
import { type AgentEvent, type CallAction, HANDED_OVER } from '../voice/agent-adapter.js';
import type { CallControl } from '../voice/call-control.js';
import type { EarlierCall } from '../voice/earlier-words.js';
import type { CallKnowledge } from '../voice/call-knowledge.js';
import type { KeyInput } from '../voice/keys/index.js';
import { actOnCall, describeTransfer } from './act-on-call.js';
import { lingering } from './after-the-call.js';
import { collectDigits } from './collect-digits.js';
import { builtInTools, parametersOf, type BuiltInTool } from './built-in-tools.js';
import type { CalendarReader } from './calendar/calendar-reader.js';
import { CalendarTool } from './calendar/calendar-tool.js';
import { FillerChooser } from './filler.js';
import { type Act, FILL_FORM, FormTool, LEFT_TO_FORM } from './form-tool.js';
import { handOff, type HandoffWays } from './hand-off.js';
import { HttpTool, type HttpToolOptions } from './http-tool.js';
import { KnowledgeTool } from './knowledge-tool.js';
import type { McpServers } from './mcp/mcp-servers.js';
import { McpTools } from './mcp/mcp-tools.js';
import type { McpTool } from './mcp/mcp-tool.js';
import type { FaultCode } from '../voice/fault-codes.js';
import type { ToolCaller } from './tool-target.js';
import { ToolCall, type ToolDeclaration, type ToolOutcome, type ToolResult } from './tool-call.js';
import { NO_CALL } from './tool-variables.js';
import { parseArguments, type ToolArguments } from './parse-arguments.js';
import { RepeatedCalls } from './repeated-calls.js';

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

type RequestTool = HttpTool | McpTool | CalendarTool;

const NO_ARGUMENTS = { type: 'object', properties: {} };
const GOODBYE = 'The call ends as soon as the caller has heard your goodbye.';
/** How long a request may continue after its call has ended, so that it isn't aborted midway. */
const LINGER_MS = 5_000;

export interface ToolBoxOptions extends HttpToolOptions {
  /** Without it, agents have no MCP tools. */
  readonly mcp?: McpServers;
  /** Without it, agents have no calendars. */
  readonly calendars?: CalendarReader;
}

/** The tools of one conversation. Reports each use, and failures, to the call. */
export class ToolBox {
  private readonly own: readonly ToolDeclaration[];
  private readonly requests: ReadonlyMap<string, RequestTool>;
  private readonly mcp: McpTools | undefined;
  private readonly builtIn: ReadonlySet<BuiltInTool>;
  readonly filler: FillerChooser;
  /** Secret values that requests of this conversation contained. */
  private readonly secrets = new Set<string>();
  private readonly calls = new RepeatedCalls();
  private readonly knowledge: KnowledgeTool | undefined;
  private readonly forms: FormTool | undefined;

  constructor(
    private readonly call: ToolBoxCall,
    private readonly options: ToolBoxOptions,
  ) {
    const { tools = [], mcpServers = [], builtInTools: builtIn, timeZone, privacy } = call.agent;
    const calendars = options.calendars ? (call.agent.calendars ?? []) : [];
    const { accountId, variables = NO_CALL } = call;
    const storeText = privacy?.storeText !== false;
    const caller = { accountId, variables, timeZone, storeText, conversationId: call.conversationId };
    const schemas = toolSchemasOf(tools);
    const usable = (index: number) => schemas[index] ?? { ok: false, problems: [] };
    this.mcp = mcpToolsOf(mcpServers, caller, call.emit, options);
    this.requests = new Map<string, RequestTool>([
      ...(this.mcp?.tools ?? []),
      ...(options.calendars ? CalendarTool.all(calendars, caller, options, options.calendars) : []),
      ...tools.map((tool, index) => [tool.name, new HttpTool(tool, usable(index), caller, options)] as const),
    ]);
    this.builtIn = new Set(builtIn ?? []);
    this.filler = new FillerChooser(call.agent, (text) => fillSpoken(text, call.agent, variables));
    this.knowledge = KnowledgeTool.of(call, this.requests);
    this.forms = FormTool.of({ ...call, nowMs: variables.nowMs });
    const declared = tools.map(({ name, description, parameters }, index) => ({
      name,
      description,
      // Providers may refuse a whole conversation because of one invalid schema.
      parameters: usable(index).ok ? (parameters ?? NO_ARGUMENTS) : NO_ARGUMENTS,
    }));
    this.own = [
      ...[...declared, ...calendars.flatMap((calendar) => Object.values(calendarTools(calendar)))].filter(
        ({ name }) => !this.forms?.leadsTo(name),
      ),
      ...builtInDeclarations(this.builtIn, call.agent),
      ...(this.knowledge ? [this.knowledge.declaration] : []),
      ...(this.forms ? [this.forms.declaration] : []),
    ];
  }

  /** The current declarations; MCP servers may list more later. */
  get declarations(): readonly ToolDeclaration[] {
    return this.mcp ? [...this.own, ...this.mcp.declarations] : this.own;
  }

  /** Resolves when all tools are known, or after the maximum wait; absent if they are known. */
  get ready(): Promise<void> | undefined {
    return this.mcp?.ready;
  }

  /** Called when the declarations change. */
  onChange(listener: () => void): void {
    this.mcp?.onChange(listener);
  }

  /** How long an answer waits for tools of the previous answer that the caller interrupted, in milliseconds. */
  readonly patienceMs: number = 3_000;

  isBuiltIn(name: string): boolean {
    return (
      name === this.knowledge?.declaration.name ||
      name === this.forms?.declaration.name ||
      [...this.builtIn].some((candidate) => candidate === name)
    );
  }

  /** The caller has spoken, and has therefore heard what the agent said before. */
  callerSpoke(): void {
    this.forms?.callerSpoke();
  }

  /** The answer was not delivered: keep it, because the model will repeat the call. */
  keep(name: string, argumentsText: string): void {
    this.calls.keep(name, argumentsText);
  }

  /**
   * Runs a tool that a model called. Never throws: the model gets the error. A request that an interrupted turn has in
   * progress is not repeated.
   *
   * @param signal Aborted when the call ends; running requests then get a grace period.
   * @param turnId The agent's turn that made the call.
   */
  run(name: string, argumentsText: string, signal: AbortSignal, turnId?: string): Promise<ToolResult> {
    if (this.forms?.leadsTo(name)) return Promise.resolve(LEFT_TO_FORM);
    return this.runOnce(name, argumentsText, signal, turnId);
  }

  private runOnce(
    name: string,
    argumentsText: string,
    signal: AbortSignal,
    turnId: string | undefined,
  ): Promise<ToolResult> {
    return this.calls.once(name, argumentsText, turnId, () =>
      this.runNew(name, argumentsText, signal, turnId),
    );
  }

  private async runNew(
    name: string,
    argumentsText: string,
    signal: AbortSignal,
    turnId: string | undefined,
  ): Promise<ToolResult> {
    const { emit } = this.call;
    const call = new ToolCall({ name, argumentsText, turnId, emit });
    const finish = (outcome: ToolOutcome): ToolResult => {
      call.finish(outcome, [...this.secrets]);
      return {
        callId: call.callId,
        output: outcome.output,
        ...(outcome.kind !== 'ok' && { failed: outcome.kind }),
      };
    };
    const values = parseArguments(argumentsText);
    if (!values) return finish(invalid('The arguments are not a JSON object.'));
    const builtIn = [...this.builtIn].find((candidate) => candidate === name);
    if (builtIn) return await this.runBuiltIn(builtIn, values, signal, finish);
    if (name === this.knowledge?.declaration.name) return finish(await this.knowledge.run(values));
    if (this.forms && name === FILL_FORM) {
      const { act = (tool, asked) => this.runOnce(tool, asked, signal, turnId) } = this.call;
      const { outcome, ...rest } = await this.forms.run(values, act);
      return { ...finish(outcome), ...rest };
    }
    const tool = this.call.isDryRun ? undefined : this.requests.get(name);
    const answer = this.call.answers?.get(name);
    if (tool && answer !== undefined) return finish({ kind: 'ok', output: answer });
    if (tool) return finish(await this.request(tool, call, values, signal));
    return finish({
      kind: 'error',
      code: 'TOOL_UNKNOWN',
      output: `There is no tool named ${call.name}.`,
    });
  }

  private async request(
    tool: RequestTool,
    call: ToolCall,
    values: ToolArguments,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const late = lingering(signal, LINGER_MS);
    call.begin();
    try {
      return await tool.run(values, {
        name: call.name,
        callId: call.callId,
        argumentsText: call.argumentsText,
        signal: late.signal,
        secrets: (found) => found.forEach((secret) => this.secrets.add(secret)),
      });
    } finally {
      late.release();
    }
  }

  private async runBuiltIn(
    name: BuiltInTool,
    values: ToolArguments,
    signal: AbortSignal,
    finish: (outcome: ToolOutcome) => ToolResult,
  ): Promise<ToolResult> {
    const wish = builtInTools[name].understand(values);
    if (!wish) return finish(invalid('The arguments do not fit.'));
    if (wish.kind === 'hang-up') {
      // The conversation hangs up after the playout of earlier speech.
      return { ...finish({ kind: 'ok', output: GOODBYE }), hangUp: { reason: wish.reason } };
    }
    if (wish.kind === 'collect') {
      const storeKeys = this.call.agent.privacy?.storeKeys !== false;
      return finish(await collectDigits(this.call.keys, wish.rules, signal, storeKeys));
    }
    const handed =
      wish.kind === 'transfer' ? await handOff(this.call.agent, wish.target, this.call) : undefined;
    if (wish.kind === 'transfer' && handed) {
      const result = finish(handed.outcome);
      this.call.emit({ ...wish, done: handed.done });
      return handed.leaves ? { ...result, hangUp: { reason: HANDED_OVER } } : result;
    }
    const { done, isAsked, isImpossible, output } = await actOnCall(wish, this.call, signal);
    const code = isImpossible ? ({ code: 'TOOL_NOT_POSSIBLE' } as const) : {};
    return finish({ kind: done || isAsked ? 'ok' : 'error', output, ...code });
  }
}

function mcpToolsOf(
  servers: readonly AgentMcpServer[],
  caller: ToolCaller,
  emit: ToolBoxCall['emit'],
  options: ToolBoxOptions,
): McpTools | undefined {
  if (servers.length === 0 || !options.mcp) return undefined;
  const tellFault = (code: FaultCode) => emit({ kind: 'fault', source: 'function', code });
  return new McpTools(servers, { servers: options.mcp, caller, options, tellFault });
}

const builtInDeclarations = (names: ReadonlySet<BuiltInTool>, agent: AgentDocument): ToolDeclaration[] =>
  [...names].map((name) => ({
    name,
    description:
      name === 'transfer'
        ? describeTransfer(builtInTools[name].description, agent)
        : builtInTools[name].description,
    parameters: parametersOf(name, agent),
  }));

const invalid = (output: string): ToolOutcome => ({ kind: 'error', code: 'TOOL_ARGUMENTS_INVALID', output });
