import { Badge } from '../ui/surfaces.js';
import { inWords } from '../ui/words.js';
import type { Conversation } from './queries.js';

export function Outcome({ conversation }: { readonly conversation: Conversation }) {
  const { endedAt, outcome, endReason, failure } = conversation;
  if (endedAt === null) return <Badge tone="accent">running</Badge>;
  const tone = outcome === 'completed' ? 'good' : outcome === 'failed' ? 'danger' : 'plain';
  return (
    <span title={failure?.message ?? endReason ?? undefined}>
      <Badge tone={tone}>{outcome ?? inWords(endReason ?? 'ended')}</Badge>
      {failure && <span className="small soft truncate one-line">{failure.message}</span>}
    </span>
  );
}
