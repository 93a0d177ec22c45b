import { Badge } from '../ui/surfaces.js';
import { inWords } from '../ui/words.js';
import type { Conversation } from './queries.js';

/** How a conversation went. */
export function Outcome({ conversation }: { readonly conversation: Conversation }) {
  const { endedAt, outcome, endReason } = conversation;
  if (endedAt === null) return <Badge tone="accent">running</Badge>;
  const tone = outcome === 'completed' ? 'good' : outcome === 'failed' ? 'danger' : 'plain';
  return (
    <span title={endReason ?? undefined}>
      <Badge tone={tone}>{outcome ?? inWords(endReason ?? 'ended')}</Badge>
    </span>
  );
}
