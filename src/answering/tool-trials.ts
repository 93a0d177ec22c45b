import { Injectable } from '@nestjs/common';
import { type AgentDocument, calendarTools, type CallVariables } from '../agent-document/index.js';
import { ToolBox } from '../tools/index.js';
import type { ToolCallReport } from '../voice/agent-adapter.js';
import { ProviderAdapters } from './provider-adapters.js';

export interface ToolTrial {
  readonly accountId: string;
  readonly agent: AgentDocument;
  readonly variables: CallVariables;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Makes a tool's request once, as a call would: same client, same secrets, same limits. */
@Injectable()
export class ToolTrials {
  constructor(private readonly adapters: ProviderAdapters) {}

  /** @returns What a call's record would contain; `TOOL_UNKNOWN` if the agent has no such tool. */
  async run({ accountId, agent, variables, ...tool }: ToolTrial): Promise<ToolCallReport> {
    const over = new AbortController();
    const reports: ToolCallReport[] = [];
    const box = new ToolBox(
      {
        ...{ accountId, variables, possibleActions: new Set<never>() },
        // Tools that act on a call have no call here.
        agent: { ...agent, forms: [], builtInTools: [], mcpServers: serverOf(agent, tool.name) },
        emit: (event) => void (event.kind === 'tool-call' && reports.push(event)),
      },
      // No ledger: the user waits for the result, so an interrupted request needs no follow-up.
      { ...this.adapters.tools, ledger: undefined },
    );
    await box.ready;
    try {
      await box.run(tool.name, JSON.stringify(tool.arguments), over.signal);
    } finally {
      over.abort();
    }
    const [report] = reports;
    if (!report) throw new Error('a tool ended without a report');
    return report;
  }
}

/** MCP servers are asked only if the tool is of no other kind. */
const serverOf = ({ tools = [], mcpServers = [], calendars = [] }: AgentDocument, name: string) => {
  const ofCalendars = calendars.flatMap((calendar) => Object.values(calendarTools(calendar)));
  return [...tools, ...ofCalendars].some((tool) => tool.name === name) ? [] : mcpServers;
};
