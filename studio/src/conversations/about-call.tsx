import { Badge } from '../ui/surfaces.js';
import { capitalised } from '../ui/words.js';
import { endedBecause } from './ended-because.js';
import type { Conversation } from './queries.js';

/** What the call was about, as well as it is known. */
export function aboutOf(
  {
    summary,
    failure,
    endReason,
    endedAt,
  }: Pick<Conversation, 'summary' | 'failure' | 'endReason' | 'endedAt'>,
  agentName: string,
): string {
  if (summary !== null) return summary;
  if (failure !== null) return failure.message;
  if (endedAt === null) return `Is talking to ${agentName}.`;
  return `Talked to ${agentName}. ${capitalised(endedBecause(endReason ?? 'ended'))}.`;
}

interface EndingProps {
  readonly call: Pick<Conversation, 'endedAt' | 'outcome' | 'success'>;
}

export function Ending({ call: { endedAt, outcome, success } }: EndingProps) {
  if (endedAt === null) return <Badge tone="accent">On the line</Badge>;
  if (outcome === 'failed') return <Badge tone="danger">Failed</Badge>;
  if (outcome === 'not-connected') return <Badge tone="warn">Did not connect</Badge>;
  if (success === null) return <Badge tone="accent">Answered</Badge>;
  return success ? <Badge tone="good">Successful</Badge> : <Badge tone="warn">Not resolved</Badge>;
}
