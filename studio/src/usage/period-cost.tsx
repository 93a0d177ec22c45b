import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api/client.js';
import { STAGES } from '../conversations/cost.js';
import { Loaded } from '../ui/loaded.js';
import { Card } from '../ui/surfaces.js';
import { formatMoney } from '../ui/words.js';
import { beforeInWords, type Period, spanBefore, spanOf } from './period.js';
import { costQuery } from './queries.js';

type Report = Schemas['UsageReport'];

/** What the period's calls cost. @param calls Of the account. */
export function PeriodCost({ period, calls }: { readonly period: Period; readonly calls: number }) {
  const span = spanOf(period);
  const now = useQuery(costQuery(span));
  const before = useQuery(costQuery(spanBefore(span)));
  return (
    <Card
      title="What it cost"
      actions={
        <Link to="/usage" className="link small">
          Usage
        </Link>
      }
    >
      <Loaded query={now}>
        {({ currency, groups }) =>
          currency === null || groups.every(({ cost }) => cost === null) ? (
            <p className="soft">
              No prices are known. Your operator sets them; what runs on your own server costs nothing.
            </p>
          ) : (
            <Costs currency={currency} groups={groups} before={before.data} calls={calls} period={period} />
          )
        }
      </Loaded>
    </Card>
  );
}

const totalOf = (groups: Report['groups']) => groups.reduce((sum, { cost }) => sum + (cost ?? 0), 0);

function Costs(props: {
  readonly currency: string;
  readonly groups: Report['groups'];
  readonly before: Report | undefined;
  readonly calls: number;
  readonly period: Period;
}) {
  const { currency, groups, before, calls, period } = props;
  const total = totalOf(groups);
  const was = before && totalOf(before.groups);
  const parts = partsOf(groups);
  return (
    <div className="stack-tight">
      <p className="figure numeric">{formatMoney(total, currency)}</p>
      <p className="small soft">
        {calls > 0 && `${formatMoney(total / calls, currency)} a call`}
        {was !== undefined && `, ${formatMoney(was, currency)} ${beforeInWords(period)}`}
      </p>
      <div className="cost-bar" aria-hidden="true">
        {parts.map(([name, cost], at) => (
          <i key={name} className={`cost-${at % 5}`} style={{ flexGrow: cost }} />
        ))}
      </div>
      <ul>
        {parts.map(([name, cost], at) => (
          <li key={name} className="row cost-part small">
            <i className={`legend-dot cost-${at % 5}`} /> {name}
            <span className="push numeric">{formatMoney(cost, currency)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** By what was done, the dearest first. */
function partsOf(groups: Report['groups']): readonly (readonly [name: string, cost: number])[] {
  const costs = new Map<string, number>();
  for (const { stage, cost } of groups.flatMap(({ usage }) => usage))
    if (cost !== null) costs.set(STAGES[stage], (costs.get(STAGES[stage]) ?? 0) + cost);
  return [...costs].filter(([, cost]) => cost > 0).sort(([, one], [, other]) => other - one);
}
