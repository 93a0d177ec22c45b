import { useQuery } from '@tanstack/react-query';
import { api, type Schemas, take } from '../api/client.js';
import { Card, Empty } from '../ui/surfaces.js';
import { Loaded } from '../ui/loaded.js';
import { Chart, type Curve } from './chart.js';

type Day = Schemas['DailyFigures'];

const DAY_MS = 86_400_000;
const REFRESH_MS = 60_000;

interface Plot {
  readonly title: string;
  readonly curves: readonly { readonly label: string; readonly of: (day: Day) => number | null }[];
}

const PLOTS: readonly Plot[] = [
  {
    title: 'Calls a day',
    curves: [
      { label: 'Calls', of: ({ calls }) => calls },
      { label: 'Failed', of: ({ failed }) => failed },
    ],
  },
  {
    title: 'Time until an answer is heard (ms)',
    curves: [
      { label: 'Half of them within', of: ({ latencyP50Ms }) => latencyP50Ms },
      { label: '95 % within', of: ({ latencyP95Ms }) => latencyP95Ms },
    ],
  },
  {
    title: 'Interrupted answers (%)',
    curves: [{ label: 'Interrupted', of: (day) => share(day.interruptions, day.answers) }],
  },
  {
    title: 'Errors a day',
    curves: [
      { label: 'Of providers', of: ({ providerErrors }) => providerErrors },
      { label: 'Of tools', of: ({ toolErrors }) => toolErrors },
    ],
  },
  {
    title: 'Minutes a day',
    curves: [{ label: 'Minutes', of: ({ callSeconds }) => Math.round(callSeconds / 6) / 10 }],
  },
];

const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1_000) / 10);

/** The last days, including those without calls. */
const lastDays = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.now() - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );

interface Props {
  readonly agentId: string;
  /** Number of days shown. */
  readonly days: number;
}

/** Midnight UTC at the start of the first day. */
const beginningOf = (days: number) => `${lastDays(days)[0] ?? ''}T00:00:00.000Z`;

/** Calls by day. */
export function Daily({ agentId, days }: Props) {
  const daily = useQuery({
    queryKey: ['metrics', 'daily', agentId, days],
    placeholderData: (before) => before,
    refetchInterval: REFRESH_MS,
    queryFn: () => {
      const query = { from: beginningOf(days), ...(agentId !== '' && { agentId }) };
      return take(api.GET('/v1/metrics/daily', { params: { query } }));
    },
  });
  return (
    <Loaded query={daily}>
      {({ days: known }) =>
        known.length === 0 ? (
          <Card>
            <Empty icon="chart" title="Nothing to show yet">
              The curves begin with the first call.
            </Empty>
          </Card>
        ) : (
          <Charts known={known} count={days} hasCosts={agentId === ''} />
        )
      }
    </Loaded>
  );
}

/** Costs are known only for the whole account. */
function Charts(props: {
  readonly known: readonly Day[];
  readonly count: number;
  readonly hasCosts: boolean;
}) {
  const { known, count, hasCosts } = props;
  const days = lastDays(count);
  return (
    <div className="chart-grid">
      {PLOTS.map(({ title, curves }) => (
        <ChartCard
          key={title}
          title={title}
          days={days}
          curves={curves.map(({ label, of }) => ({ label, values: valuesOf(days, known, of) }))}
        />
      ))}
      {hasCosts && <Costs days={days} />}
    </div>
  );
}

function Costs({ days }: { readonly days: readonly string[] }) {
  const { data: usage } = useQuery({
    queryKey: ['usage', 'day', days.length],
    queryFn: () => {
      const query = { groupBy: 'day' as const, from: beginningOf(days.length) };
      return take(api.GET('/v1/usage', { params: { query } }));
    },
  });
  if (usage?.groups.some(({ cost }) => cost !== null) !== true) return null;
  return (
    <ChartCard
      title={`Cost a day (${usage.currency ?? ''})`}
      days={days}
      curves={[{ label: 'Cost', values: costsOf(days, usage.groups) }]}
    />
  );
}

const valuesOf = (days: readonly string[], known: readonly Day[], of: (day: Day) => number | null) => {
  const byDay = new Map(known.map((day) => [day.day, day]));
  return days.map((name) => {
    const day = byDay.get(name);
    return day ? of(day) : null;
  });
};

const costsOf = (days: readonly string[], groups: readonly Schemas['UsageGroup'][]) =>
  days.map((name) => groups.find(({ key }) => key === name)?.cost ?? null);

function ChartCard(props: {
  readonly title: string;
  readonly days: readonly string[];
  readonly curves: readonly Curve[];
}) {
  return (
    <Card title={props.title}>
      <Chart label={props.title} days={props.days} curves={props.curves} />
    </Card>
  );
}
