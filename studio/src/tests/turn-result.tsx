import { Badge } from '../ui/surfaces.js';
import { inWords } from '../ui/words.js';
import { TONES } from './run-tones.js';
import type { TurnShown } from './turn-results.js';

/** The caller's words, the agent's actions, and the results of the expectations. */
export function TurnResult({ turn: { say, replies, tools, checks } }: { readonly turn: TurnShown }) {
  return (
    <div className="stack-tight">
      {say !== '' && (
        <p className="turn turn-caller">
          <span className="turn-speaker">Caller</span> {say}
        </p>
      )}
      <p className="turn">
        <span className="turn-speaker">Agent</span> {replies.join(' ') || '…'}
      </p>
      {tools.length > 0 && <p className="soft small">Called {tools.join(', ')}</p>}
      <ul className="row row-wrap">
        {checks.map(({ kind, outcome, detail }, at) => (
          <li key={at} title={detail}>
            <Badge tone={TONES[outcome] ?? 'plain'}>
              {inWords(kind)}: {outcome}
            </Badge>
          </li>
        ))}
      </ul>
      {checks
        .filter(({ detail, outcome }) => detail !== '' && outcome !== 'passed')
        .map(({ kind, detail }) => (
          <p key={kind + detail} className="soft small">
            {detail}
          </p>
        ))}
    </div>
  );
}
