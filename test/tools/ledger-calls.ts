// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { SafeHttpClient } from '../../src/safe-http/index.js';
import { type ConversationRecord, ConversationRecorder } from '../../src/conversations/index.js';
import {
  AccountSecrets,
  CalendarReader,
  DatabaseLedger,
  OrphanedToolCalls,
  McpServers,
  ToolBox,
} from '../../src/tools/index.js';
import type { AgentEvent } from '../../src/voice/agent-adapter.js';

interface Use {
  readonly output: Promise<string>;
  readonly events: readonly AgentEvent[];
  readonly record: ConversationRecord;
}

const http = new SafeHttpClient({ allowPrivateNetworks: true });
const uses = new Map<string, Use>();

/** Starts using a tool like a recorded call of the account. @returns The record's id */
export function use(
  app: INestApplication,
  accountId: string,
  agent: Partial<AgentDocument>,
  name: string,
  text: string,
): string {
  const of = <T>(type: new (...given: never[]) => T): T => app.get(type, { strict: false });
  const record = of(ConversationRecorder).begin({
    ...{ sessionId: `sess_${randomUUID()}`, accountId, agentId: 'agent-ledger', target: 'draft' },
    ...{ mode: 'traditional', adapter: 'cascade', startedAt: new Date() },
  });
  const events: AgentEvent[] = [];
  const box = new ToolBox(
    {
      ...{ accountId, conversationId: record.id, agent: { schemaVersion: 1, ...agent } },
      possibleActions: new Set(),
      emit: (event) => events.push(event),
    },
    {
      ...{ http, secrets: of(AccountSecrets), timeoutMs: 5_000 },
      ...{ ledger: of(DatabaseLedger), mcp: of(McpServers), calendars: of(CalendarReader) },
    },
  );
  const result = box.run(name, text, AbortSignal.timeout(20_000));
  uses.set(record.id, { output: result.then(({ output }) => output), events, record });
  return record.id;
}

export const outputOf = (_app: INestApplication, recordId: string) => uses.get(recordId)?.output;

export const eventsOf = (_app: INestApplication, recordId: string) => uses.get(recordId)?.events ?? [];

/** Records what a conversation's tools did. */
export function recordTools(_app: INestApplication, recordId: string): void {
  const { events = [], record } = uses.get(recordId) ?? {};
  for (const event of events) if (event.kind === 'tool-call') record?.event({ ...event, at: new Date() });
}

/** Settles calls abandoned by dead instances. */
export const settleLeft = (app: INestApplication) =>
  app.get(OrphanedToolCalls, { strict: false }).run(AbortSignal.timeout(10_000));
