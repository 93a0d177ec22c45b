import type { AgentEvent } from '../voice/agent-adapter.js';
import type { CallParts } from './call-parts.js';

type News = Extract<
  AgentEvent,
  { kind: 'begun-early' | 'tool-started' | 'tool-call' | 'knowledge' | 'claim' | 'form' | 'form-progress' }
>;

/** Sends an agent's actions to the record and to live observers. */
export function tellNews(parts: CallParts, event: News): void {
  if (event.kind === 'begun-early') return tellEarly(parts, event.outcome);
  if (event.kind === 'form' || event.kind === 'form-progress') return tellForm(parts, event);
  if (event.kind === 'claim') return tellClaim(parts, event);
  return event.kind === 'knowledge' ? tellKnowledge(parts, event) : tellTool(parts, event);
}

function tellTool(
  { sessionId, record, feed, clock, admission }: CallParts,
  event: Extract<AgentEvent, { kind: 'tool-started' | 'tool-call' }>,
): void {
  if (event.kind === 'tool-started')
    return feed.publish(sessionId, { ...event, kind: 'tool', outcome: 'running' });
  record.event({ ...event, at: clock.now() });
  const { arguments: asked, answer, ...rest } = event;
  // Studio tokens belong to those who build the agent.
  const forBuilder = admission.connectorId === undefined;
  feed.publish(sessionId, { ...rest, kind: 'tool', ...(forBuilder && { arguments: asked, answer }) });
}

function tellForm(
  { sessionId, record, feed, clock }: CallParts,
  event: Extract<AgentEvent, { kind: 'form' | 'form-progress' }>,
): void {
  const { kind, name, values } = event;
  if (kind === 'form') record.event({ ...event, at: clock.now() });
  feed.publish(sessionId, { kind: 'form', name, outcome: kind === 'form' ? event.outcome : 'open', values });
}

/** What was looked up for an answer; which topics these were is for the builder, too. */
function tellKnowledge(
  { sessionId, record, feed, clock, admission }: CallParts,
  event: Extract<AgentEvent, { kind: 'knowledge' }>,
): void {
  record.event({ ...event, at: clock.now() });
  if (admission.connectorId !== undefined) return;
  const topics = event.topics.map(({ name, title }) => title || name);
  feed.publish(sessionId, { kind: 'knowledge', outcome: event.outcome, topics });
}

function tellClaim(
  { record, clock, metrics }: Pick<CallParts, 'record' | 'clock' | 'metrics'>,
  event: Extract<AgentEvent, { kind: 'claim' }>,
): void {
  metrics.claims.inc({ verdict: event.verdict });
  record.event({ ...event, at: clock.now() });
}

/** An answer was begun before the caller's turn was over, and then spoken or given up. */
function tellEarly(
  { record, clock, metrics }: Pick<CallParts, 'record' | 'clock' | 'metrics'>,
  outcome: 'spoken' | 'discarded',
): void {
  metrics.begunEarly.inc({ outcome });
  if (outcome === 'discarded') record.event({ kind: 'answer-discarded', at: clock.now() });
}

/** A fault that the agent survives. */
export function tellFault(
  { sessionId, record, clock, logger, metrics }: CallParts,
  event: Extract<AgentEvent, { kind: 'fault' }>,
): void {
  const { source, code } = event;
  // The details may contain parts of the conversation.
  logger.warn({ sessionId, source, code }, 'agent fault');
  metrics.faults.inc({ source });
  record.event({ ...event, at: clock.now() });
}
