import type { ReactNode } from 'react';
import { Button, IconButton } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { CheckInput, TextInput } from '../ui/inputs.js';
import { type Business, DAYS, type Span } from './business.js';

interface Props {
  readonly business: Business;
  readonly onBusiness: (change: Partial<Business>) => void;
}

const WORKDAY: readonly Span[] = [{ from: '09:00', until: '17:00' }];
const AFTERNOON: Span = { from: '14:00', until: '18:00' };
const FIRST_HOURS = DAYS.map((_day, at) => (at < 5 ? WORKDAY : []));

/** Opening hours by day, with up to two spans each. */
export function OpeningHours({ business: { hours, closed }, onBusiness }: Props) {
  if (hours.length === 0)
    return (
      <div className="row">
        <Button icon="plus" small onClick={() => onBusiness({ hours: FIRST_HOURS })}>
          Add opening hours
        </Button>
      </div>
    );
  return (
    <>
      <DayHours label="Opening hours" hours={hours} onHours={(next) => onBusiness({ hours: next })}>
        <Button small look="quiet" onClick={() => onBusiness({ hours: [], closed: '' })}>
          Remove the hours
        </Button>
      </DayHours>
      <ClosedOn closed={closed} onClosed={(text) => onBusiness({ closed: text })} />
    </>
  );
}

interface DayHoursProps {
  readonly label: string;
  /** By day, Monday first. */
  readonly hours: Business['hours'];
  readonly onHours: (hours: Business['hours']) => void;
  /** More buttons. */
  readonly children?: ReactNode;
}

export function DayHours({ label, hours, onHours, children }: DayHoursProps) {
  const likeMonday = hours.map((spans, at) => (at < 5 ? (hours[0] ?? spans) : spans));
  return (
    <>
      <ul className="hours" aria-label={label}>
        {DAYS.map((day, at) => (
          <Day
            key={day}
            day={day}
            spans={hours[at] ?? []}
            onSpans={(spans) => onHours(hours.with(at, spans))}
          />
        ))}
      </ul>
      <div className="row row-wrap">
        <Button small onClick={() => onHours(likeMonday)}>
          Tuesday to Friday like Monday
        </Button>
        {children}
      </div>
    </>
  );
}

const ClosedOn = (props: { readonly closed: string; readonly onClosed: (text: string) => void }) => (
  <Field label="Also closed on" hint="Holidays, as you would say them.">
    {(ids) => (
      <TextInput
        {...ids}
        maxLength={200}
        placeholder="25 and 26 December, and 1 January"
        value={props.closed}
        onValue={props.onClosed}
      />
    )}
  </Field>
);

interface DayProps {
  readonly day: string;
  readonly spans: readonly Span[];
  readonly onSpans: (spans: readonly Span[]) => void;
}

function Day({ day, spans, onSpans }: DayProps) {
  const [first] = spans;
  return (
    <li className="day">
      <CheckInput
        label={day}
        checked={first !== undefined}
        onValue={(open) => onSpans(open ? WORKDAY : [])}
      />
      {first === undefined && <span className="soft">Closed</span>}
      <span className="spans">
        {spans.map((span, at) => (
          <span key={at} className="span">
            <Time
              label={`${day} from`}
              value={span.from}
              onValue={(from) => onSpans(spans.with(at, { ...span, from }))}
            />
            to
            <Time
              label={`${day} until`}
              value={span.until}
              onValue={(until) => onSpans(spans.with(at, { ...span, until }))}
            />
          </span>
        ))}
        {first && (
          <IconButton
            icon={spans.length === 1 ? 'plus' : 'close'}
            label={spans.length === 1 ? `Second hours on ${day}` : `Only the first hours on ${day}`}
            small
            onClick={() => onSpans(spans.length === 1 ? [first, AFTERNOON] : [first])}
          />
        )}
      </span>
    </li>
  );
}

/** Cleared while being typed, it keeps the last time. */
const Time = (props: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (time: string) => void;
}) => (
  <TextInput
    type="time"
    aria-label={props.label}
    value={props.value}
    onValue={(time) => time !== '' && props.onValue(time)}
  />
);
