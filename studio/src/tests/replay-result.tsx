import { Link } from '@tanstack/react-router';
import { Badge, type Tone } from '../ui/surfaces.js';
import type { ExchangeShown, ReplayShown } from './replay-reading.js';

const TONES: Readonly<Record<string, Tone>> = { better: 'good', worse: 'danger', same: 'plain' };

/** A call that was held again: which of the two versions did better, why, and both side by side. */
export function ReplayResult({ replay }: { readonly replay: ReplayShown }) {
  const { verdict, reasons, change, again, candidate, conversationId } = replay;
  return (
    <div className="stack">
      <p className="row row-wrap">
        <Badge tone={TONES[verdict] ?? 'plain'}>{verdict}</Badge>
        <span className="soft">{Math.round(change * 100)} % of the words are others.</span>
        <Link to="/conversations/$conversationId" params={{ conversationId }} className="link">
          The call on record
        </Link>
      </p>
      {reasons.length > 0 && (
        <ul className="stack-tight" aria-label="Reasons">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <div className="side-by-side">
        {again && <Lane title="The version of the call" {...again} />}
        <Lane title="This version" {...candidate} />
      </div>
    </div>
  );
}

interface LaneProps {
  readonly title: string;
  readonly exchanges: readonly ExchangeShown[];
  readonly deviations: readonly string[];
}

function Lane({ title, exchanges, deviations }: LaneProps) {
  return (
    <section className="stack-tight">
      <h3>{title}</h3>
      {exchanges.map(({ said, replies }, at) => (
        <div key={at} className="stack-tight">
          {said !== '' && (
            <p className="turn turn-caller">
              <span className="turn-speaker">Caller</span> {said}
            </p>
          )}
          <p className="turn">
            <span className="turn-speaker">Agent</span> {replies || '…'}
          </p>
        </div>
      ))}
      {deviations.length > 0 && (
        <ul className="soft small" aria-label={`Otherwise than on record: ${title}`}>
          {deviations.map((words, at) => (
            <li key={at}>{words}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
