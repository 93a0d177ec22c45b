import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/client.js';
import type { ListFilters } from '../conversations/list-filters.js';
import { countOf, formatNumber } from '../ui/words.js';
import { beforeInWords, type Period } from './period.js';

type Counts = Schemas['OutcomeCounts'];

interface Props {
  readonly now: Counts;
  readonly before: Counts;
  readonly period: Period;
}

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((100 * part) / whole));

/** The share of calls that met the success criterion; without one, the share that the agent served alone. */
const shareOf = ({ judged, successful, answered, calls }: Counts) =>
  judged > 0 ? percent(successful, judged) : percent(answered, calls);

/** The period in one sentence. */
export function Sentence({ now, before, period }: Props) {
  const better = shareOf(now) - shareOf(before);
  return (
    <div className="stack-tight">
      <p className="share numeric">{shareOf(now)}%</p>
      <p className="sentence">
        {now.judged > 0
          ? 'of callers got what they wanted.'
          : 'of callers were served without anyone picking up the phone.'}
      </p>
      {before.calls > 0 && (
        <p className="small">
          <Change by={better}>
            {better === 0
              ? `The same as ${beforeInWords(period)}`
              : `${countOf(Math.abs(better), 'point')} ${better > 0 ? 'better' : 'worse'} than ${beforeInWords(period)}`}
          </Change>
        </p>
      )}
    </div>
  );
}

/** A difference, good or bad. */
const Change = ({ by, children }: { readonly by: number; readonly children: ReactNode }) => (
  <span className={by === 0 ? 'soft' : by > 0 ? 'change-good' : 'change-bad'}>{children}</span>
);

/** Calls, and what became of them, each against the period before. */
export function Figures({ now, before, period }: Props) {
  const was = (part: keyof Counts) =>
    `${percent(now[part], now.calls)}% of calls, was ${percent(before[part], before.calls)}%`;
  const answered =
    now.judged > 0
      ? {
          name: 'Answered correctly',
          part: 'successful' as const,
          base: `of ${countOf(now.judged, 'call')} judged`,
        }
      : { name: 'Answered by the agent', part: 'answered' as const, base: was('answered') };
  return (
    <section className="card figure-row" aria-label="Figures">
      <Figure
        name="Calls"
        {...{ now: now.calls, before: before.calls }}
        base={`${formatNumber(before.calls)} ${beforeInWords(period)}`}
      />
      <Figure
        name={answered.name}
        now={now[answered.part]}
        before={before[answered.part]}
        base={answered.base}
      />
      <Figure
        name="Handed over"
        {...{ now: now.handedOver, before: before.handedOver }}
        isNeutral
        base={was('handedOver')}
      />
      <Figure
        name="Failed"
        {...{ now: now.failed, before: before.failed }}
        isBad
        base={was('failed')}
        to={{ outcome: 'failed' }}
      />
    </section>
  );
}

function Figure(props: {
  readonly name: string;
  readonly now: number;
  readonly before: number;
  readonly base: string;
  /** More is worse, or neither. */
  readonly isBad?: boolean;
  readonly isNeutral?: boolean;
  readonly to?: ListFilters;
}) {
  const more = props.now - props.before;
  const sign = more > 0 ? '+' : more < 0 ? '−' : '±';
  return (
    <Link to="/conversations" search={props.to ?? {}} className="figure-cell">
      <span className="small soft">{props.name}</span>
      <span className="figure numeric">{formatNumber(props.now)}</span>
      <span className="small numeric">
        <Change by={props.isNeutral === true ? 0 : props.isBad === true ? -more : more}>
          {sign}
          {formatNumber(Math.abs(more))}
        </Change>
      </span>
      <span className="small soft">{props.base}</span>
    </Link>
  );
}

/** Why calls failed. */
export function Failures({ failures }: { readonly failures: Schemas['OutcomeReport']['failures'] }) {
  const most = failures[0]?.calls ?? 0;
  if (most === 0) return <p className="soft">No call failed.</p>;
  return (
    <ul>
      {failures.slice(0, 6).map(({ code, message, calls }) => (
        <li key={code} className="reason">
          <span>{message}</span>
          <Link to="/conversations" search={{ outcome: 'failed' }} className="link">
            {countOf(calls, 'call')}
          </Link>
          <span className="share-bar">
            <i style={{ width: `${percent(calls, most)}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
