import { setTimeout as delay } from 'node:timers/promises';
import { type AgentMcpServer, mcpToolName } from '../../agent-document/index.js';
import type { FaultCode } from '../../voice/fault-codes.js';
import type { HttpToolOptions } from '../http-tool.js';
import type { ToolDeclaration } from '../tool-call.js';
import type { ToolCaller } from '../tool-target.js';
import type { McpServers, McpTarget } from './mcp-servers.js';
import { McpTool } from './mcp-tool.js';
import type { ToolList } from './tool-list.js';

export interface McpToolsParts {
  readonly servers: McpServers;
  readonly caller: ToolCaller;
  readonly options: HttpToolOptions;
  readonly tellFault: (code: FaultCode) => void;
}

const UNKNOWN_ARGUMENTS = { type: 'object', properties: {} };

/** The MCP tools of one agent in one conversation. Lists are requested at construction. */
export class McpTools {
  readonly tools: ReadonlyMap<string, McpTool>;
  /** Resolves when all servers have listed their tools, or after the maximum wait. Never rejects. */
  readonly ready: Promise<void>;
  private readonly perServer: readonly ServerTools[];
  private readonly listeners = new Set<() => void>();

  constructor(documents: readonly AgentMcpServer[], parts: McpToolsParts) {
    const { servers, options } = parts;
    const line = servers.line();
    const changed = () => this.listeners.forEach((listener) => listener());
    this.perServer = documents.map((server) => new ServerTools(server, parts, changed));
    this.tools = new Map(
      this.perServer.flatMap((own) =>
        own.server.tools.map((tool) => {
          const listed = () => own.list?.get(tool);
          const rest = { target: own.target, listed, renew: () => own.renew() };
          const made = new McpTool({
            server: own.server,
            tool,
            caller: parts.caller,
            servers,
            line,
            options,
            ...rest,
          });
          return [mcpToolName(own.server, tool), made] as const;
        }),
      ),
    );
    const all = Promise.all(this.perServer.map(({ begun }) => begun)).then(() => undefined);
    this.ready = Promise.race([all, delay(servers.patienceMs, undefined, { ref: false })]);
  }

  /** The current declarations. */
  get declarations(): readonly ToolDeclaration[] {
    return this.perServer.flatMap((own) => own.declarations);
  }

  /** Called when the declarations change. */
  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }
}

/** The tools of one server that the agent may use. */
class ServerTools {
  list: ToolList | undefined;
  /** Resolves when the list is known, or has failed. */
  readonly begun: Promise<void>;

  constructor(
    readonly server: AgentMcpServer,
    private readonly parts: McpToolsParts,
    private readonly changed: () => void,
  ) {
    this.begun = this.begin().catch(() => this.parts.tellFault('TOOL_FAILED'));
  }

  readonly target = (): Promise<McpTarget> => this.parts.servers.target(this.server, this.parts.caller);

  get declarations(): readonly ToolDeclaration[] {
    const { list, server } = this;
    return server.tools.flatMap((tool) => {
      const name = mcpToolName(server, tool);
      if (!list) return [{ name, description: awayNote(server.name), parameters: UNKNOWN_ARGUMENTS }];
      const listed = list.get(tool);
      return listed ? [{ name, description: listed.description, parameters: listed.parameters }] : [];
    });
  }

  /** Retries a list that failed at the start of the conversation. */
  async renew(): Promise<boolean> {
    const target = await this.target();
    if (target.kind === 'refused') return false;
    const outcome = await this.parts.servers.renew(this.server, target.key);
    if (outcome.ok) this.take(outcome.list);
    return outcome.ok;
  }

  private async begin(): Promise<void> {
    const target = await this.target();
    if (target.kind === 'refused') return this.parts.tellFault(target.code);
    const { known, coming } = this.parts.servers.lookUp(this.server, target.key);
    if (known) return this.take(known);
    const outcome = await coming;
    if (outcome?.ok) this.take(outcome.list);
    else this.parts.tellFault('MCP_LIST_UNAVAILABLE');
  }

  private take(list: ToolList): void {
    this.list = list;
    this.changed();
  }
}

const awayNote = (server: string): string =>
  `A tool of the server ${server}, which has not said what it does and with what arguments: it is away, or slow. Where the caller needs it, try ` +
  'it: you are told what it takes, or that it does not work now, which you then tell the caller.';
