import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, take } from '../api/client.js';
import { type JsonObject, listOf, objectOf, stringOf } from '../editor/json.js';
import { Card } from '../ui/surfaces.js';
import { formatDay, formatTimeOfDay } from './form-fields.js';

const SAMPLE_SERVICE = 'https://bookings.earshot.invalid/';
const SHOWN = 5;
const QUERY_KEY = ['demo-bookings'];

interface Props {
  readonly document: JsonObject;
  /** Changes when a form ends, which may have booked a table. */
  readonly formOutcome: string | undefined;
}

/** The latest tables that agents have reserved in the sample restaurant; empty for agents that don't use it. */
export function BookingsCard({ document, formOutcome }: Props) {
  const client = useQueryClient();
  useEffect(() => void client.invalidateQueries({ queryKey: QUERY_KEY }), [client, formOutcome]);
  const { data } = useQuery({
    queryKey: QUERY_KEY,
    enabled: usesSampleService(document),
    queryFn: () => take(api.GET('/v1/demo/bookings')),
  });
  const bookings = data?.bookings.slice(0, SHOWN) ?? [];
  if (bookings.length === 0) return null;
  return (
    <Card title="Tables reserved">
      <ul className="stack-tight" aria-label="Tables reserved">
        {bookings.map(({ id, date, time, people, name, phone }) => (
          <li key={id}>
            <strong>
              {formatDay(date)}, {formatTimeOfDay(time)}
            </strong>
            <div className="small soft">
              {people === 1 ? '1 person' : `${people} people`} · {name} · {phone}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const usesSampleService = ({ tools }: JsonObject): boolean =>
  listOf(tools).some((tool) => stringOf(objectOf(objectOf(tool).http).url).startsWith(SAMPLE_SERVICE));
