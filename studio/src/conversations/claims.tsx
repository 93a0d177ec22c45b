import { listIn, textIn } from '../api/reading.js';
import { Badge, Card } from '../ui/surfaces.js';
import type { ConversationDetail } from './queries.js';

/** What the agent said that it did or knows, each with its proof. */
export function Claims({ conversation }: { readonly conversation: ConversationDetail }) {
  const claims = conversation.events.flatMap(({ kind, details }) => (kind === 'claim' ? [details] : []));
  if (claims.length === 0) return null;
  return (
    <Card title="What the agent claimed">
      <ul className="stack">
        {claims.map((claim, at) => (
          <li key={at}>
            <Badge tone={textIn(claim, 'verdict') === 'proven' ? 'good' : 'warn'}>
              {textIn(claim, 'verdict') === 'proven' ? 'proven' : 'not proven'}
            </Badge>{' '}
            {textIn(claim, 'sentence') || <span className="soft">(not kept)</span>}
            <div className="small soft">{proofIn(claim)}</div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  'no-tool': 'The agent has no tool that does this',
  'no-call': 'No tool was called for it',
  failed: 'The call of the tool failed',
  'other-values': 'The call had other values than the sentence',
  'was-done': 'It was done, though the agent denies it',
  'no-source': 'Found in no source',
};

function proofIn(claim: Readonly<Record<string, unknown>>): string {
  const tool = textIn(claim, 'tool');
  const reason = REASONS[textIn(claim, 'reason')];
  const values = listIn(claim, 'values').filter((value) => typeof value === 'string');
  const proof = tool === '' ? 'Its words are in the instructions or the knowledge' : `By a call of ${tool}`;
  const why = reason ?? proof;
  const shown = values.length > 0 ? `${why}: ${values.join(', ')}` : why;
  return claim['said'] === false ? `${shown}. The caller did not hear it.` : `${shown}.`;
}
