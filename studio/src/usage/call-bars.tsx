import type { Schemas } from '../api/client.js';
import { countOf, formatNumber } from '../ui/words.js';

type Day = Schemas['OutcomeDay'];

interface Props {
  readonly days: readonly string[];
  readonly known: readonly Day[];
}

const PARTS = [
  { name: 'failed', label: 'Failed' },
  { name: 'handedOver', label: 'Handed over' },
  { name: 'answered', label: 'Answered by the agent' },
] as const;

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
const dayOfMonth = new Intl.DateTimeFormat('en', { day: 'numeric', timeZone: 'UTC' });
const whole = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** Calls of each day by what became of them. */
export function CallBars({ days, known }: Props) {
  const byDay = new Map(known.map((day) => [day.day, day]));
  const most = Math.max(1, ...known.map(({ calls }) => calls));
  const busiest = known.reduce<Day | undefined>(
    (one, day) => (day.calls > (one?.calls ?? 0) ? day : one),
    undefined,
  );
  const words = busiest
    ? `Calls a day, by outcome. Most on ${whole.format(new Date(busiest.day))}: ${formatNumber(busiest.calls)}.`
    : 'Calls a day: none.';
  const label = days.length > 7 ? dayOfMonth : weekday;
  return (
    <figure className="call-bars">
      <div role="img" aria-label={words} className="bars">
        {days.map((day) => (
          <Bar key={day} day={day} known={byDay.get(day)} most={most} label={label.format(new Date(day))} />
        ))}
      </div>
      <figcaption className="legend small soft">
        {PARTS.toReversed().map(({ name, label: text }) => (
          <span key={name} className="row">
            <i className={`legend-dot part-${name}`} /> {text}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function Bar(props: {
  readonly day: string;
  readonly known: Day | undefined;
  readonly most: number;
  readonly label: string;
}) {
  const { day, known, most, label } = props;
  return (
    <div className="bar" title={`${whole.format(new Date(day))}: ${countOf(known?.calls ?? 0, 'call')}`}>
      <span className="bar-stack">
        {PARTS.map(({ name }) => (
          <i
            key={name}
            className={`part-${name}`}
            hidden={!known?.[name]}
            style={{ height: `${(100 * (known?.[name] ?? 0)) / most}%` }}
          />
        ))}
      </span>
      <span className="small soft">{label}</span>
    </div>
  );
}
