import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { activityQuery } from '../agents/queries.js';
import type { Schemas } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { providersQuery } from '../providers/queries.js';
import { trunksQuery } from '../trunks/queries.js';
import { Icon } from '../ui/icon.js';
import { Skeleton } from '../ui/loaded.js';
import { ProblemNotice } from '../ui/notice.js';
import { Card } from '../ui/surfaces.js';
import { countOf } from '../ui/words.js';
import {
  alertFault,
  callsWithErrors,
  type Fault,
  failedCalls,
  providerFaults,
  trunkFaults,
  unresolvedCalls,
} from './faults.js';
import { failedToday, firingAlerts, unresolvedToday, withErrorsToday } from './queries.js';

/** Faults shown; more are under Conversations. */
const SHOWN = 5;

interface Props {
  readonly agents: readonly Schemas['Agent'][];
}

/** What needs a look today, worst first. */
export function WentWrong({ agents }: Props) {
  const { faults, failed, others } = useFaults(agents);
  return (
    <Card title="What went wrong today" className="went-wrong">
      {failed.map(({ error, refetch }, at) => (
        <ProblemNotice key={at} error={error} onRetry={() => void refetch()} />
      ))}
      {faults === undefined ? (
        failed.length === 0 && <Skeleton />
      ) : (
        <Faults faults={faults} others={others} />
      )}
    </Card>
  );
}

function useFaults(agents: readonly Schemas['Agent'][]) {
  const { can } = useAccount();
  const failed = useQuery(failedToday);
  const errors = useQuery(withErrorsToday);
  const unresolved = useQuery(unresolvedToday);
  const alerts = useQuery({ ...firingAlerts, enabled: can('alerts:read') });
  const trunks = useQuery({ ...trunksQuery, enabled: can('connectors:read') });
  const providers = useQuery(providersQuery);
  const activity = useQuery(activityQuery);
  const all: readonly UseQueryResult[] = [failed, errors, unresolved, alerts, trunks, providers];
  const nameOf = (id: string) => agents.find(({ agentId }) => agentId === id)?.agentName ?? 'an agent';
  const faults: readonly Fault[] = [
    ...failedCalls(failed.data ?? [], nameOf),
    ...trunkFaults(trunks.data ?? []),
    ...providerFaults(providers.data?.providers ?? []),
    ...(alerts.data ?? []).map(alertFault),
    ...unresolvedCalls(unresolved.data ?? [], nameOf),
    ...callsWithErrors(errors.data ?? [], nameOf),
  ];
  const troubled = [failed, unresolved, errors].flatMap(({ data = [] }) => data.map(({ id }) => id));
  const calls = activity.data?.agents.reduce((sum, agent) => sum + agent.calls, 0) ?? 0;
  return {
    others: calls - new Set(troubled).size,
    faults: all.some(({ isLoading }) => isLoading) && faults.length === 0 ? undefined : faults,
    failed: all.filter(({ isError }) => isError),
  };
}

interface FaultsProps {
  readonly faults: readonly Fault[];
  /** Calls of today without a fault. */
  readonly others: number;
}

function Faults({ faults, others }: FaultsProps) {
  if (faults.length === 0)
    return (
      <p className="row soft">
        <Icon name="check" /> Nothing. All that your agents need works.
      </p>
    );
  return (
    <>
      <ul className="divided">
        {faults.slice(0, SHOWN).map((fault) => (
          <li key={fault.key} className="fault">
            <span className="fault-icon" data-serious={fault.isSerious || undefined}>
              <Icon name={fault.icon} />
            </span>
            <div>
              <strong>{fault.title}</strong>
              <p className="small soft">{fault.text}</p>
            </div>
            <Link to={fault.to} className="button button-plain button-small">
              {fault.action}
            </Link>
          </li>
        ))}
      </ul>
      {faults.length > SHOWN && <p className="small soft">and {faults.length - SHOWN} more.</p>}
      {others > 0 && (
        <p className="row soft small">
          <Icon name="check" /> {`${countOf(others, 'call')} went well.`}
        </p>
      )}
    </>
  );
}
