import type { AgentEvent } from '../voice/agent-adapter.js';
import type { CallParts } from './call-parts.js';

/** Tells the record of a call, and who watches it live, of a tool. */
export function tellTool(
  { sessionId, record, feed, clock, admission }: CallParts,
  event: Extract<AgentEvent, { kind: 'tool-started' | 'tool-call' }>,
): void {
  if (event.kind === 'tool-started')
    return feed.publish(sessionId, { ...event, kind: 'tool', outcome: 'running' });
  record.event({ ...event, at: clock.now() });
  const { arguments: asked, answer, ...rest } = event;
  // Tokens of the studio are for those who build the agent.
  const forBuilder = admission.connectorId === undefined;
  feed.publish(sessionId, { ...rest, kind: 'tool', ...(forBuilder && { arguments: asked, answer }) });
}
