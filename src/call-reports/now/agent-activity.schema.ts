import { type Static, Type } from '@sinclair/typebox';
import { shape, Timestamp } from '../../http/openapi/index.js';

const Count = Type.Integer({ minimum: 0 });

const OneAgent = shape('AgentActivity', {
  agentId: Type.String(),
  callsNow: Type.Integer({ minimum: 0, description: 'That go on, on whichever instance.' }),
  calls: Type.Integer({ minimum: 0, description: 'That started since `from`.' }),
  errors: Type.Integer({
    minimum: 0,
    description: 'Of those, how many a fault ended, or in which a provider or a tool failed.',
  }),
});

export const AgentActivitySchema = shape('AgentActivityReport', {
  from: Timestamp,
  callsNow: Count,
  agents: Type.Array(OneAgent, { description: 'Agents of which nothing is told have had no call.' }),
});

export type AgentActivityReport = Static<typeof AgentActivitySchema>;

export const AGENT_ACTIVITY_EXAMPLE: AgentActivityReport = {
  from: '2026-05-04T00:00:00.000Z',
  callsNow: 2,
  agents: [{ agentId: 'agent_5Kd3fNqB8sVtYw2Rj7LxPm', callsNow: 2, calls: 41, errors: 1 }],
};
