import { Injectable } from '@nestjs/common';
import type { AgentDocument, CallVariables } from '../agent-document/index.js';
import { ToolBox } from '../tools/index.js';
import type { ToolCallReport } from '../voice/agent-adapter.js';
import { ProviderAdapters } from './provider-adapters.js';

/** A tool that is tried, without a call. */
export interface ToolTrial {
  readonly accountId: string;
  readonly agent: AgentDocument;
  readonly variables: CallVariables;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Makes the request of a tool once, as a call would: same client, same secrets, same limits. */
@Injectable()
export class ToolTrials {
  constructor(private readonly adapters: ProviderAdapters) {}

  /** @returns What the record of a call would say of it; `TOOL_UNKNOWN` where the agent has no such tool. */
  async run({ accountId, agent, variables, ...tool }: ToolTrial): Promise<ToolCallReport> {
    const over = new AbortController();
    const reports: ToolCallReport[] = [];
    const box = new ToolBox(
      {
        ...{ accountId, variables, possibleActions: new Set<never>() },
        // What acts on a call has nothing to act on here.
        agent: { ...agent, forms: [], builtInTools: [], mcpServers: serverOf(agent, tool.name) },
        emit: (event) => void (event.kind === 'tool-call' && reports.push(event)),
      },
      // Somebody waits for it: there is nobody to tell of one that was cut off.
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

/** Servers are only asked where the tool is none of the document's own. */
const serverOf = ({ tools = [], mcpServers = [] }: AgentDocument, name: string) =>
  tools.some((tool) => tool.name === name) ? [] : mcpServers;
