import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../api/client.js';
import { Loaded } from '../ui/loaded.js';
import { Card, Empty } from '../ui/surfaces.js';
import { countOf } from '../ui/words.js';
import { Topics, Unanswered } from './asked.js';
import { busiestOf, BusyHours } from './busy-hours.js';
import { CallBars } from './call-bars.js';
import { Failures, Figures, Sentence } from './outcomes.js';
import { daysOf, type Period } from './period.js';
import { PeriodCost } from './period-cost.js';
import { outcomesQuery } from './queries.js';

interface Props {
  readonly agentId: string;
  readonly period: Period;
}

/** Whether it helped callers, what it could not answer, when people call, and what it cost. */
export function Business({ agentId, period }: Props) {
  const outcomes = useQuery(outcomesQuery(agentId, period));
  return (
    <Loaded query={outcomes}>
      {(report) =>
        report.now.calls + report.before.calls === 0 ? (
          <Card>
            <Empty icon="chart" title="Nothing to count yet">
              The figures begin with the first call of a published agent.
            </Empty>
          </Card>
        ) : (
          <Report report={report} agentId={agentId} period={period} />
        )
      }
    </Loaded>
  );
}

function Report({ report, agentId, period }: Props & { readonly report: Schemas['OutcomeReport'] }) {
  const { now, before, days, hours, failures } = report;
  return (
    <>
      <section className="card lead-card" aria-label="In one sentence">
        <Sentence now={now} before={before} period={period} />
        <CallBars days={daysOf(period)} known={days} />
      </section>
      <Figures now={now} before={before} period={period} />
      <div className="dashboard-columns">
        <Unanswered agentId={agentId} period={period} />
        <Card
          title="Why calls failed"
          actions={<span className="small soft">{countOf(now.failed, 'call')}</span>}
        >
          <Failures failures={failures} />
        </Card>
        <Card title="When people call" actions={<span className="small soft">{busiestOf(hours)}</span>}>
          <BusyHours hours={hours} />
        </Card>
        <div className="stack">
          {agentId === '' && <PeriodCost period={period} calls={now.calls} />}
          <Topics agentId={agentId} period={period} />
        </div>
      </div>
    </>
  );
}
