import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../api/client.js';
import { Field } from '../ui/field.js';
import { SelectInput } from '../ui/inputs.js';
import { Loaded } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { Badge, Card, Facts } from '../ui/surfaces.js';
import { formatTime, shortVersion } from '../ui/words.js';
import { CaseResults } from './case-results.js';
import { readRuns, runsKey, testRunQuery, testSetQuery } from './queries.js';
import { ReplayTable } from './replay-table.js';
import { TONES } from './run-tones.js';

type Run = Schemas['TestRunDetail'];

/** One run: the result of each case, turn by turn, compared with another run. */
export function TestRunPage() {
  const { testRunId } = useParams({ from: '/test-runs/$testRunId' });
  const run = useQuery(testRunQuery(testRunId));
  return (
    <Page
      title="Test run"
      above={
        run.data && (
          <Link
            to="/agents/$agentId/tests/$testSetId"
            params={{ agentId: run.data.agentId, testSetId: run.data.testSetId }}
            className="crumb"
          >
            Tests /
          </Link>
        )
      }
    >
      <Loaded query={run}>{(data) => <Detail key={testRunId} run={data} />}</Loaded>
    </Page>
  );
}

function Detail({ run }: { readonly run: Run }) {
  const [chosen, setChosen] = useState<string>();
  const otherId = chosen ?? run.comparison?.previousTestRunId ?? '';
  const other = useQuery({ ...testRunQuery(otherId), enabled: otherId !== '' });
  return (
    <div className="stack">
      <Summary run={run} otherId={otherId} onOther={setChosen} />
      <ReplayTable run={run} />
      <CaseResults run={run} other={otherId === '' ? undefined : other.data} />
    </div>
  );
}

interface SummaryProps {
  readonly run: Run;
  readonly otherId: string;
  readonly onOther: (testRunId: string) => void;
}

function Summary({ run, otherId, onOther }: SummaryProps) {
  const { agentId, testSetId, state, progress } = run;
  const set = useQuery(testSetQuery(agentId, testSetId));
  return (
    <Card
      title={set.data?.name ?? 'Test set'}
      actions={<Badge tone={TONES[state] ?? 'accent'}>{state}</Badge>}
    >
      <div className="stack">
        <p role="status" className="visually-hidden">
          {progress.done} of {progress.total} done
        </p>
        {progress.done < progress.total && (
          <progress className="progress" max={progress.total} value={progress.done} aria-label="Cases done" />
        )}
        <Facts
          facts={[
            ['Version', <code>{shortVersion(run.version)}</code>],
            ['Of', run.target],
            ['Passed', `${progress.passed} of ${progress.total}`],
            ['Started by', run.createdBy],
            ['When', formatTime(run.createdAt)],
            ...replayFacts(run),
          ]}
        />
        <OtherRun run={run} otherId={otherId} onOther={onOther} />
      </div>
    </Card>
  );
}

/** Selects the run to compare with. */
function OtherRun({ run: { id: ownId, agentId, testSetId }, otherId, onOther }: SummaryProps) {
  const { data: runs = [] } = useQuery({
    queryKey: [...runsKey(agentId, testSetId), 'latest'],
    queryFn: async () => (await readRuns(agentId, testSetId, undefined)).rows,
  });
  const options = runs
    .filter(({ id }) => id !== ownId)
    .map(({ id, version, target, createdAt }) => ({
      value: id,
      label: `${target} · ${shortVersion(version)} · ${formatTime(createdAt)}`,
    }));
  return (
    <Field label="Compare with">
      {(ids) => (
        <SelectInput
          {...ids}
          value={otherId}
          options={[{ value: '', label: 'Nothing' }, ...options]}
          onValue={onOther}
        />
      )}
    </Field>
  );
}

/** Summary of the replayed calls; a sign test shows whether the difference may be chance. */
function replayFacts({ replays }: Run): readonly (readonly [string, string])[] {
  if (!replays) return [];
  const { better, worse, same, pValue } = replays;
  return [
    ['Replayed calls', `${better} better, ${worse} worse, ${same} the same`],
    ['By chance alone', `in ${(pValue * 100).toFixed(pValue < 0.1 ? 1 : 0)} % of such runs`],
  ];
}
