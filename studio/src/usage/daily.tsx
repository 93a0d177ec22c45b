import { useQuery } from '@tanstack/react-query';
import { api, type Schemas, take } from '../api/client.js';
import { Card, Empty } from '../ui/surfaces.js';
import { Loaded } from '../ui/loaded.js';
import { Chart, type Curve } from './chart.js';

type Day = Schemas['DailyFigures'];

const DAYS = 30;
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

/** The last 30 days, with those on which nobody called. */
const lastDays = (): readonly string[] =>
  Array.from({ length: DAYS }, (_, at) =>
    new Date(Date.now() - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );

/** How calls went, day by day. */
export function Daily({ agentId }: { readonly agentId: string }) {
  const daily = useQuery({
    queryKey: ['metrics', 'daily', agentId],
    refetchInterval: REFRESH_MS,
    queryFn: () =>
      take(api.GET('/v1/metrics/daily', { params: { query: agentId === '' ? {} : { agentId } } })),
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
          <Charts known={known} hasCosts={agentId === ''} />
        )
      }
    </Loaded>
  );
}

/** Costs are known of the account as a whole only. */
function Charts({ known, hasCosts }: { readonly known: readonly Day[]; readonly hasCosts: boolean }) {
  const days = lastDays();
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
    queryKey: ['usage', 'day'],
    queryFn: () => take(api.GET('/v1/usage', { params: { query: { groupBy: 'day' } } })),
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
