import { type AgentMcpServer, calendarTools, fillSpoken, toolSchemasOf } from '../agent-document/index.js';
import { lingering } from './after-the-call.js';
import type { BuiltInTool } from './built-in-tools.js';
import type { CalendarReader } from './calendar/calendar-reader.js';
import { CalendarTool } from './calendar/calendar-tool.js';
import { FillerChooser } from './filler.js';
import { FILL_FORM, FormTool, LEFT_TO_FORM } from './form-tool.js';
import { HttpTool, type HttpToolOptions, type ToolRun } from './http-tool.js';
import { KnowledgeTool } from './knowledge-tool.js';
import type { McpServers } from './mcp/mcp-servers.js';
import { McpTools } from './mcp/mcp-tools.js';
import type { McpTool } from './mcp/mcp-tool.js';
import type { FaultCode } from '../voice/fault-codes.js';
import { isEnglish } from '../voice/turns/meaning.js';
import type { ToolCaller } from './tool-target.js';
import { ToolCall, type ToolDeclaration, type ToolOutcome, type ToolResult } from './tool-call.js';
import { NO_CALL } from './tool-variables.js';
import { parseArguments } from './parse-arguments.js';
import { RepeatedCalls } from './repeated-calls.js';
import { builtInDeclarations, runBuiltIn } from './run-built-in.js';
import type { ToolBoxCall } from './tool-box-call.js';
import { toolFailure } from './tool-request.js';
import { DialogueLog } from './undo/dialogue-log.js';
import { type Undone, UndoTool } from './undo/undo-tool.js';

type RequestTool = HttpTool | McpTool | CalendarTool;

const NO_ARGUMENTS = { type: 'object', properties: {} };
/** How long a request may continue after its call has ended, so that it isn't aborted midway. */
const LINGER_MS = 5_000;
const RUNNING: ToolOutcome = { kind: 'unknown', output: '' };

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
  private readonly undo: UndoTool | undefined;
  private readonly log: DialogueLog;

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
    const own = new Map(
      tools.map((tool, index) => [tool.name, new HttpTool(tool, usable(index), caller, options)]),
    );
    this.requests = new Map<string, RequestTool>([
      ...(this.mcp?.tools ?? []),
      ...(options.calendars ? CalendarTool.all(calendars, caller, options, options.calendars) : []),
      ...own,
    ]);
    this.builtIn = new Set(builtIn ?? []);
    this.filler = new FillerChooser(call.agent, (text) => fillSpoken(text, call.agent, variables));
    this.knowledge = KnowledgeTool.of(call, this.requests);
    this.forms = FormTool.of({ ...call, nowMs: variables.nowMs });
    this.log = new DialogueLog(call.earlier?.entries);
    this.undo = this.undoOf(own);
    const declared = tools.map(({ name, description, parameters }, index) => ({
      name,
      description,
      // Providers may refuse a whole conversation because of one invalid schema.
      parameters: usable(index).ok ? (parameters ?? NO_ARGUMENTS) : NO_ARGUMENTS,
    }));
    this.own = [
      ...[...declared, ...calendars.flatMap((calendar) => Object.values(calendarTools(calendar)))]
        .filter(({ name }) => !this.forms?.leadsTo(name))
        .map((declaration) => this.undo?.declared(declaration) ?? declaration),
      ...builtInDeclarations(this.builtIn, call.agent),
      ...[this.knowledge, this.forms, this.undo].flatMap((tool) => tool?.declaration ?? []),
    ];
  }

  private undoOf(requests: ReadonlyMap<string, HttpTool>): UndoTool | undefined {
    const { agent, answers, emit } = this.call;
    return UndoTool.of({
      ...{ tools: agent.tools ?? [], requests, log: this.log, isEnglish: isEnglish(agent.languageCode) },
      ...{ answers, emit },
      during: (call, signal, make) => this.during(call, signal, make),
      finish: (call, outcome) => call.finish(outcome, [...this.secrets]),
    });
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
    this.log.callerSpoke();
  }

  /** The words of the caller, once they are known. */
  callerSaid(text: string): void {
    this.log.callerSaid(text);
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
      this.log.put(call, outcome);
      return {
        callId: call.callId,
        output: outcome.output,
        ...(outcome.kind !== 'ok' && { failed: outcome.kind }),
      };
    };
    const values = parseArguments(argumentsText);
    if (!values) return finish(toolFailure('TOOL_ARGUMENTS_INVALID', 'The arguments are not a JSON object.'));
    const builtIn = [...this.builtIn].find((candidate) => candidate === name);
    if (builtIn) return await runBuiltIn(builtIn, values, this.call, signal, finish);
    if (name === this.knowledge?.declaration.name) return finish(await this.knowledge.run(values));
    if (this.forms && name === FILL_FORM) {
      const { act = (tool, asked) => this.runOnce(tool, asked, signal, turnId) } = this.call;
      const { outcome, ...rest } = await this.forms.run(values, act);
      return { ...finish(outcome), ...rest };
    }
    const undone = this.call.isDryRun ? undefined : await this.undo?.run(call, values, signal);
    if (undone) return resultOf(undone, finish);
    const tool = this.call.isDryRun ? undefined : this.requests.get(name);
    const answer = this.call.answers?.get(name);
    if (tool && answer !== undefined) return finish({ kind: 'ok', output: answer });
    if (tool) return finish(await this.during(call, signal, (made) => tool.run(values, made)));
    return finish({
      kind: 'error',
      code: 'TOOL_UNKNOWN',
      output: `There is no tool named ${call.name}.`,
    });
  }

  private async during(
    call: ToolCall,
    signal: AbortSignal,
    make: (run: ToolRun) => Promise<ToolOutcome>,
  ): Promise<ToolOutcome> {
    const late = lingering(signal, LINGER_MS);
    const { name, callId, argumentsText } = call;
    call.begin();
    this.log.put(call, RUNNING);
    try {
      return await make({
        ...{ name, callId, argumentsText, signal: late.signal },
        secrets: (found) => found.forEach((secret) => this.secrets.add(secret)),
      });
    } finally {
      late.release();
    }
  }
}

/** @param finish Reports the model's own call. */
function resultOf(
  { outcome, reportedAs, ...rest }: Undone,
  finish: (outcome: ToolOutcome) => ToolResult,
): ToolResult {
  if (reportedAs === undefined) return { ...finish(outcome), ...rest };
  const { kind, output } = outcome;
  return { callId: reportedAs, output, ...(kind !== 'ok' && { failed: kind }), ...rest };
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
