import type { Schemas } from '../api/client.js';
import { countOf } from '../ui/words.js';

type Hours = Schemas['OutcomeReport']['hours'];

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** Shown even without calls. */
const OFFICE_HOURS = [8, 18] as const;
const LEVELS = 4;

/** Calls in each hour of the week: a heat map, and a table to screen readers. */
export function BusyHours({ hours }: { readonly hours: Hours }) {
  const calls = new Map(hours.map(({ weekday, hour, calls: count }) => [`${weekday} ${hour}`, count]));
  const most = Math.max(1, ...calls.values());
  const first = Math.min(OFFICE_HOURS[0], ...hours.map(({ hour }) => hour));
  const last = Math.max(OFFICE_HOURS[1], ...hours.map(({ hour }) => hour));
  const shown = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return (
    <>
      <table className="heat">
        <caption className="visually-hidden">Calls in each hour of the week</caption>
        <thead>
          <tr>
            <td />
            {shown.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((name, at) => (
            <tr key={name}>
              <th scope="row">{name.slice(0, 3)}</th>
              {shown.map((hour) => (
                <Hour
                  key={hour}
                  name={`${name}, ${hour}:00`}
                  calls={calls.get(`${at + 1} ${hour}`) ?? 0}
                  most={most}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <HeatKey />
    </>
  );
}

const Hour = (props: { readonly name: string; readonly calls: number; readonly most: number }) => (
  <td
    data-heat={Math.ceil((LEVELS * props.calls) / props.most)}
    title={`${props.name}: ${countOf(props.calls, 'call')}`}
  >
    <span className="visually-hidden">{props.calls}</span>
  </td>
);

const HeatKey = () => (
  <p className="heat-key small soft">
    Quiet
    {Array.from({ length: LEVELS + 1 }, (_, level) => (
      <i key={level} data-heat={level} />
    ))}
    Busy
  </p>
);

/** The busiest hour in words. */
export function busiestOf(hours: Hours): string | undefined {
  const [first] = hours.toSorted((one, other) => other.calls - one.calls);
  return first && `Busiest: ${WEEKDAYS[first.weekday - 1] ?? ''}, ${first.hour} to ${first.hour + 1}`;
}
