import { Injectable } from '@nestjs/common';
import { inTime } from '../../common/abort/index.js';
import {
  type AgentDocument,
  type AgentMcpServer,
  DocumentAdvice,
  type DocumentWarning,
} from '../../agent-document/index.js';
import { NO_CALL } from '../tool-variables.js';
import { McpServers } from './mcp-servers.js';
import type { ToolList } from './tool-list.js';

/** How long saving a document waits for its MCP servers. */
const PATIENCE_MS = 3_000;

/** Checks that a document's MCP servers are reachable and have the tools that it names. */
@Injectable()
export class McpAdvice {
  constructor(
    private readonly servers: McpServers,
    advice: DocumentAdvice,
  ) {
    advice.register(async (document, accountId) =>
      document.mcpServers || document.variants ? this.warnings(document, accountId) : [],
    );
  }

  private async warnings(document: AgentDocument, accountId: string): Promise<readonly DocumentWarning[]> {
    const variants = Object.entries(document.variants ?? {});
    const all = [
      { servers: document.mcpServers ?? [], place: '/mcpServers' },
      ...variants.map(([id, { overrides }]) => ({
        servers: overrides.mcpServers ?? [],
        place: `/variants/${id}/overrides/mcpServers`,
      })),
    ];
    const { timeZone } = document;
    const told = all.flatMap(({ servers, place }) =>
      servers.map(async (server, index) =>
        this.ofServer(server, `${place}/${index}`, { accountId, timeZone }),
      ),
    );
    return (await Promise.all(told)).flat();
  }

  private async ofServer(
    server: AgentMcpServer,
    path: string,
    whose: { readonly accountId: string; readonly timeZone: string | undefined },
  ): Promise<DocumentWarning[]> {
    const target = await this.servers.target(server, { ...whose, variables: NO_CALL });
    if (target.kind === 'refused') {
      // The address needs variables that only a call has.
      if (target.code === 'TOOL_VARIABLE_MISSING') return [];
      const message = `The server ${server.name} cannot be asked for its tools: see ${target.code} in docs/reference/fault-codes.md.`;
      return [{ path, code: target.code, message }];
    }
    const { known, coming } = this.servers.lookUp(server, target.key);
    if (known) return missing(server, known, path);
    const outcome = coming && (await inTime(coming, PATIENCE_MS, undefined));
    return outcome?.ok ? missing(server, outcome.list, path) : [unavailable(server, path)];
  }
}

const unavailable = ({ name }: AgentMcpServer, path: string): DocumentWarning => ({
  path: `${path}/url`,
  code: 'MCP_LIST_UNAVAILABLE',
  message: `The server ${name} did not list its tools: it is away, refuses, or sends too much. Calls know its tools by their names only.`,
});

function missing({ name, tools }: AgentMcpServer, list: ToolList, path: string): DocumentWarning[] {
  return tools.flatMap((tool, index) => {
    const found = list.get(tool);
    const place = `${path}/tools/${index}`;
    if (!found && list.isTruncated) {
      const message = `The list of the server ${name} is longer than 4 MiB, and the tool ${tool} is not in what was read.`;
      return [{ path: place, code: 'MCP_LIST_TRUNCATED', message }];
    }
    if (!found) {
      return [{ path: place, code: 'MCP_TOOL_MISSING', message: `The server ${name} has no tool ${tool}.` }];
    }
    if (found.schema.ok) return [];
    const [problem] = found.schema.problems;
    const message = `The tool ${tool} cannot be called: what the server says of it ${problem?.message ?? ''}.`;
    return [{ path: place, code: 'TOOL_SCHEMA_INVALID', message }];
  });
}
