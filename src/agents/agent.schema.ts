import { Type } from '@sinclair/typebox';
import { AgentDocumentSchema, WarningsSchema } from '../agent-document/index.js';
import { shape, Timestamp } from '../http/openapi/index.js';
import type { KnownAgent } from './agents.service.js';

/** Agents have a single draft; the hosted platform counts branches. */
const BRANCH_COUNT = 1;

export const agentView = (agent: KnownAgent) => ({
  accountId: agent.accountId,
  agentId: agent.id,
  agentName: agent.name,
  createdAt: agent.createdAt.toISOString(),
  updatedAt: agent.updatedAt.toISOString(),
  branchCount: BRANCH_COUNT,
});

export const AgentSchema = shape('Agent', {
  accountId: Type.String(),
  agentId: Type.String(),
  agentName: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  branchCount: Type.Integer({ description: 'Always 1: an agent has one draft.' }),
});

export const AGENT_EXAMPLE = {
  accountId: 'acc_4fJ2kQ9xN1bV7cR5tY8uHe',
  agentId: 'agent-7hT2mK5pW9qX3zL6vB1nRc',
  agentName: 'Front desk',
  createdAt: '2026-05-04T09:00:00.000Z',
  updatedAt: '2026-05-04T09:29:12.000Z',
  branchCount: BRANCH_COUNT,
};

export const DraftSchema = shape('Draft', {
  agentId: Type.String(),
  revision: Type.Integer({ minimum: 1, description: 'Grows by one with each change.' }),
  version: Type.String({ description: 'The version hash that publishing it would give.' }),
  updatedBy: Type.String(),
  updatedAt: Timestamp,
  document: AgentDocumentSchema,
  warnings: WarningsSchema,
});

export const DRAFT_EXAMPLE = {
  agentId: AGENT_EXAMPLE.agentId,
  revision: 3,
  version: '9f86d081884c7d659a2feaa0c55ad015',
  updatedBy: 'ada@example.com',
  updatedAt: '2026-05-04T09:29:12.000Z',
  document: { schemaVersion: 1, greeting: 'Good morning.', languageCode: 'en-GB' },
  warnings: [],
};
