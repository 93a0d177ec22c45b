import { Logger } from '@nestjs/common';
import { type AgentMcpServer, checkArguments } from '../../agent-document/index.js';
import type { HttpToolOptions, ToolRun } from '../http-tool.js';
import type { ToolArguments } from '../parse-arguments.js';
import type { ToolOutcome } from '../tool-call.js';
import { onRecord } from '../tool-ledger.js';
import { toolFailure } from '../tool-request.js';
import type { ToolCaller } from '../tool-target.js';
import type { McpLine } from './mcp-line.js';
import type { McpRequest } from '../mcp-request.js';
import type { ListedTool } from './tool-list.js';
import type { McpServers, McpTarget } from './mcp-servers.js';

const UNAVAILABLE = 'This tool is not available.';
/** Characters of the schema that a model is sent after wrong arguments, if it could not know the schema. */
const MAX_SCHEMA_TOLD = 4_000;

export interface McpToolParts {
  readonly server: AgentMcpServer;
  /** The server's own name of the tool. */
  readonly tool: string;
  readonly caller: ToolCaller;
  readonly servers: McpServers;
  readonly line: McpLine;
  readonly options: HttpToolOptions;
  readonly target: () => Promise<McpTarget>;
  /** The tool's current description; undefined while unknown. */
  readonly listed: () => ListedTool | undefined;
  /** Requests the list again from a server that was unavailable. @returns Whether it answered. */
  readonly renew: () => Promise<boolean>;
}

type Usable = Extract<McpTarget, { kind: 'target' }>;

/** One tool of an MCP server, used in one conversation. */
export class McpTool {
  constructor(private readonly parts: McpToolParts) {}

  /** Never throws: failures are outcomes. */
  async run(values: ToolArguments, run: ToolRun): Promise<ToolOutcome> {
    try {
      const target = await this.parts.target();
      if (target.kind === 'refused') {
        logger.warn({ ...this.names(), code: target.code }, 'a tool is unusable');
        return toolFailure(target.code, UNAVAILABLE);
      }
      run.secrets(target.secrets);
      return (await this.problemWith(values)) ?? (await this.send(values, target, run));
    } catch (error) {
      logger.error({ ...this.names(), err: error }, 'a tool failed unexpectedly');
      return toolFailure('TOOL_FAILED', UNAVAILABLE);
    }
  }

  private async problemWith(values: ToolArguments): Promise<ToolOutcome | undefined> {
    const { listed, renew } = this.parts;
    const wasKnown = listed() !== undefined;
    if (!wasKnown && !(await renew()))
      return toolFailure(
        'TOOL_UNREACHABLE',
        'The tool could not be reached. Tell the caller that it does not work now.',
      );
    const tool = listed();
    if (!tool) return toolFailure('TOOL_UNKNOWN', 'The server has no such tool.');
    if (!tool.schema.ok) {
      logger.warn(
        { ...this.names(), ...tool.schema.problems[0] },
        'a tool is unusable because of its schema',
      );
      return toolFailure('TOOL_SCHEMA_INVALID', UNAVAILABLE);
    }
    const verdict = checkArguments(tool.schema.schema, values);
    if (verdict.kind === 'fit') return undefined;
    if (verdict.kind === 'too-complex')
      return toolFailure('TOOL_ARGUMENTS_INVALID', 'The arguments are too large.');
    const schema = wasKnown
      ? ''
      : ` They must fit ${JSON.stringify(tool.parameters).slice(0, MAX_SCHEMA_TOLD)}`;
    return toolFailure('TOOL_ARGUMENTS_INVALID', `The arguments do not fit: ${verdict.problem}${schema}`);
  }

  private async send(values: ToolArguments, target: Usable, run: ToolRun): Promise<ToolOutcome> {
    const { server, tool, options } = this.parts;
    const { url, headers } = target.key;
    return await this.sendOnRecord(
      {
        url,
        headers,
        tool,
        arguments: values,
        timeoutMs: server.timeoutMs ?? options.timeoutMs,
        repeatable: server.repeatable ?? false,
        secrets: target.secrets,
      },
      run,
    );
  }

  /** Writes requests with side effects to the ledger before sending them, so that they take effect once. */
  private async sendOnRecord(request: McpRequest, run: ToolRun): Promise<ToolOutcome> {
    const { server, caller, line, options } = this.parts;
    const { ledger } = options;
    const { callId, signal } = run;
    if (!ledger || server.durable === false) return await line.call(request, callId, signal);
    const { accountId, conversationId, storeText } = caller;
    const argumentsText = storeText ? run.argumentsText : undefined;
    const entry = { callId, accountId, conversationId, name: run.name, mcp: request, argumentsText };
    return await onRecord(ledger, entry, () => line.call(request, callId, signal));
  }

  private names() {
    const { server, tool, caller } = this.parts;
    return { server: server.name, tool, accountId: caller.accountId };
  }
}

const logger = new Logger(McpTool.name);
