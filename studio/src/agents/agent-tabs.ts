/** The tabs of an agent's page. */
export const AGENT_TABS = [
  { to: '/agents/$agentId/talk', label: 'Talk' },
  { to: '/agents/$agentId', label: 'Build' },
  { to: '/agents/$agentId/knowledge', label: 'Knowledge' },
  { to: '/agents/$agentId/tests', label: 'Tests' },
  { to: '/agents/$agentId/ship', label: 'Ship' },
  { to: '/agents/$agentId/channels', label: 'Channels' },
] as const;
