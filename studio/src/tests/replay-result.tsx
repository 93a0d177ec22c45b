import { Link } from '@tanstack/react-router';
import { Button } from '../ui/button.js';
import { Badge } from '../ui/surfaces.js';
import { useRef } from 'react';
import { type PlayersHandle, ReplayPlayers } from './replay-players.js';
import type { LaneShown, ReplayShown } from './replay-reading.js';
import { VERDICT_TONES } from './run-tones.js';

/** A replayed call: which version did better, why, and both side by side. */
export function ReplayResult({ replay }: { readonly replay: ReplayShown }) {
  const { verdict, reasons, change, again, candidate, conversationId } = replay;
  const players = useRef<PlayersHandle>(null);
  const sounds = again?.sound && candidate.sound ? ([again.sound, candidate.sound] as const) : undefined;
  const play = sounds && ((exchange: number) => players.current?.play(exchange));
  return (
    <div className="stack">
      <p className="row row-wrap">
        <Badge tone={VERDICT_TONES[verdict] ?? 'plain'}>{verdict}</Badge>
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
      {again && sounds && (
        <ReplayPlayers
          ref={players}
          conversationId={conversationId}
          sounds={sounds}
          beginnings={[beginningsOf(again), beginningsOf(candidate)]}
        />
      )}
      <div className="side-by-side">
        {again && <Lane title="The version of the call" lane={again} onPlay={play} />}
        <Lane title="This version" lane={candidate} onPlay={play} />
      </div>
    </div>
  );
}

const beginningsOf = ({ exchanges }: LaneShown) => exchanges.flatMap(({ atMs }) => atMs ?? []);

interface LaneProps {
  readonly title: string;
  readonly lane: LaneShown;
  /** Plays both lanes from an exchange on. */
  readonly onPlay: ((exchange: number) => void) | undefined;
}

function Lane({ title, lane: { exchanges, deviations }, onPlay }: LaneProps) {
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
          {onPlay && (
            <Button small icon="play" onClick={() => onPlay(at)}>
              Hear it
            </Button>
          )}
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
