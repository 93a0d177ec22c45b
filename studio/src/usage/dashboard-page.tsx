import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { agentsQuery } from '../agents/queries.js';
import { useAccount } from '../app/account.js';
import { conversationsKey, readConversations } from '../conversations/queries.js';
import { firingAlerts } from '../home/queries.js';
import { type Option, Segments, SelectInput } from '../ui/inputs.js';
import { Skeleton } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { Badge } from '../ui/surfaces.js';
import { useNowMs } from '../ui/now.js';
import { formatAge, formatNumber, inWords } from '../ui/words.js';
import { Business } from './business.js';
import { type Period, periodInWords, PERIODS } from './period.js';

const Operation = lazy(async () => ({ default: (await import('./daily.js')).Daily }));

const REFRESH_MS = 15_000;
const MOST_SHOWN = 50;

type Tab = 'business' | 'operation';
const TABS: readonly Option<Tab>[] = [
  { value: 'business', label: 'For the business' },
  { value: 'operation', label: 'For operators' },
];

/** How calls went: for the business, and for operators. */
export function DashboardPage() {
  const { accountId } = useAccount();
  const [agentId, setAgentId] = useState('');
  const [period, setPeriod] = useState<Period>('7');
  const [tab, setTab] = useState<Tab>('business');
  const { data: agents = [] } = useQuery(agentsQuery(accountId));
  const options = [
    { value: '', label: 'All agents' },
    ...agents.map((agent) => ({ value: agent.agentId, label: agent.agentName })),
  ];
  return (
    <Page
      title="Dashboard"
      lead={periodInWords(period)}
      actions={
        <>
          <Segments label="For whom" value={tab} options={TABS} onValue={setTab} />
          <Segments label="Period" value={period} options={PERIODS} onValue={setPeriod} />
          <SelectInput aria-label="Agent" value={agentId} options={options} onValue={setAgentId} />
        </>
      }
    >
      {tab === 'business' ? (
        <Business agentId={agentId} period={period} />
      ) : (
        <>
          <Now agentId={agentId} />
          <Suspense fallback={<Skeleton />}>
            <Operation agentId={agentId} days={Math.max(7, Number(period))} />
          </Suspense>
        </>
      )}
    </Page>
  );
}

type Filter = { readonly agentId?: string };

function Now({ agentId }: { readonly agentId: string }) {
  const filter: Filter = agentId === '' ? {} : { agentId };
  return (
    <div className="figures">
      <RunningNow filter={filter} />
      <LastFailure filter={filter} />
      <FiringAlerts />
    </div>
  );
}

function RunningNow({ filter }: { readonly filter: Filter }) {
  const running = useQuery({
    queryKey: [...conversationsKey, 'running', filter],
    refetchInterval: REFRESH_MS,
    queryFn: () => readConversations({ running: true, ...filter }, undefined),
  });
  // A text chat stays open for half an hour after the last message, and occupies no line.
  const count = running.data?.rows.filter(({ mode }) => mode !== 'text').length ?? 0;
  return (
    <Figure
      name="Calls now"
      value={count >= MOST_SHOWN ? `${MOST_SHOWN} or more` : formatNumber(count)}
      more={
        count > 0 && (
          <Link to="/live" className="link small">
            Read along
          </Link>
        )
      }
    />
  );
}

function LastFailure({ filter }: { readonly filter: Filter }) {
  const failed = useQuery({
    queryKey: [...conversationsKey, 'list', 'failed', filter],
    refetchInterval: REFRESH_MS,
    queryFn: () => readConversations({ outcome: 'failed', ...filter }, undefined),
  });
  const last = failed.data?.rows[0];
  const nowMs = useNowMs();
  return (
    <Figure
      name="Last call that failed"
      value={last ? formatAge(last.startedAt, nowMs) : 'none'}
      more={
        last && (
          <Link
            to="/conversations/$conversationId"
            params={{ conversationId: last.id }}
            className="link small"
          >
            {last.failure?.message ?? 'What happened'}
          </Link>
        )
      }
    />
  );
}

function FiringAlerts() {
  const { data: alerts = [] } = useQuery(firingAlerts);
  return (
    <Figure
      name="Alerts that fire"
      value={formatNumber(alerts.length)}
      more={alerts.map(({ alert_rule_id, name, metric, current_value }) => (
        <Badge key={alert_rule_id} tone="danger">
          {name}: {inWords(metric)} {current_value}
        </Badge>
      ))}
    />
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
