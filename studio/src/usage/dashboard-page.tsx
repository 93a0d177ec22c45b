import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api, type Schemas, take } from '../api/client.js';
import { readConversations } from '../conversations/queries.js';
import { Badge, Card, Empty } from '../ui/surfaces.js';
import { Loaded, Skeleton } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { formatAge, formatNumber, inWords } from '../ui/words.js';

const Chart = lazy(async () => ({ default: (await import('./chart.js')).Chart }));

const REFRESH_MS = 15_000;

/** What is going on: calls now, what fires, and the last 30 days. */
export function DashboardPage() {
  const usage = useQuery({
    queryKey: ['usage', 'day'],
    queryFn: () => take(api.GET('/v1/usage', { params: { query: { groupBy: 'day' } } })),
  });
  return (
    <Page title="Dashboard" lead="The last 30 days, and this moment.">
      <Now />
      <Loaded query={usage}>
        {({ groups, currency }) =>
          groups.length === 0 ? (
            <Card>
              <Empty icon="chart" title="Nothing to show yet">
                The curves begin with the first call.
              </Empty>
            </Card>
          ) : (
            <Suspense fallback={<Skeleton />}>
              <div className="chart-grid">
                <Card title="Calls a day">
                  <Chart label="Calls a day" points={daysOf(groups, ({ calls }) => calls)} />
                </Card>
                <Card title="Minutes a day">
                  <Chart
                    label="Minutes a day"
                    points={daysOf(groups, ({ callSeconds }) => Math.round(callSeconds / 6) / 10)}
                  />
                </Card>
                {groups.some(({ cost }) => cost !== null) && (
                  <Card title={`Cost a day (${currency ?? ''})`}>
                    <Chart label="Cost a day" points={daysOf(groups, ({ cost }) => cost ?? 0)} />
                  </Card>
                )}
              </div>
            </Suspense>
          )
        }
      </Loaded>
    </Page>
  );
}

const DAYS = 30;
const DAY_MS = 86_400_000;

/** The last 30 days, also those without a call. */
function daysOf(
  groups: readonly Schemas['UsageGroup'][],
  valueOf: (group: Schemas['UsageGroup']) => number,
): (readonly [string, number])[] {
  const known = new Map(groups.map((group) => [group.key, valueOf(group)]));
  return Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(Date.now() - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    return [day, known.get(day) ?? 0] as const;
  });
}

function Now() {
  const health = useQuery({
    queryKey: ['health'],
    refetchInterval: REFRESH_MS,
    queryFn: () => take(api.GET('/health')),
  });
  const failed = useQuery({
    queryKey: ['conversations', 'list', 'failed'],
    refetchInterval: REFRESH_MS,
    queryFn: () => readConversations({ outcome: 'failed' }, undefined),
  });
  const alerts = useQuery({
    queryKey: ['alerts', 'firing'],
    refetchInterval: REFRESH_MS,
    queryFn: async () => (await take(api.GET('/v1/alerts'))).data,
  });
  const lastFailure = failed.data?.rows[0];
  return (
    <div className="figures">
      <Figure name="Calls of this instance now" value={formatNumber(health.data?.activeSessions ?? 0)} />
      <Figure
        name="Last call that failed"
        value={lastFailure ? formatAge(lastFailure.startedAt, Date.now()) : 'none'}
      />
      <Figure
        name="Alerts that fire"
        value={formatNumber(alerts.data?.length ?? 0)}
        more={(alerts.data ?? []).map(({ alert_rule_id, name, metric, current_value }) => (
          <Badge key={alert_rule_id} tone="danger">
            {name}: {inWords(metric)} {current_value}
          </Badge>
        ))}
      />
    </div>
  );
}

function Figure(props: { readonly name: string; readonly value: string; readonly more?: React.ReactNode }) {
  return (
    <div className="card card-body">
      <p className="soft small">{props.name}</p>
      <p className="figure numeric">{props.value}</p>
      {props.more}
    </div>
  );
}
