import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAction } from '../api/action.js';
import { api, once, type Schemas, take } from '../api/client.js';
import { readRuns, runsKey, testSetsQuery } from '../tests/queries.js';
import { Age } from '../ui/age.js';
import { Button } from '../ui/button.js';
import { Badge } from '../ui/surfaces.js';

interface Props {
  readonly agentId: string;
  /** The hash of the version to deploy. */
  readonly version: string;
  /** Whether it is the draft, for which tests can run now. */
  readonly isDraft: boolean;
}

/** Test results of exactly this version. */
export function TestResults({ agentId, version, isDraft }: Props) {
  const { data: sets = [] } = useQuery(testSetsQuery(agentId));
  if (sets.length === 0) return null;
  return (
    <div className="stack-tight">
      <h3>Tests of this version</h3>
      <ul className="checklist" aria-label="Test results">
        {sets.map((set) => (
          <SetResult key={set.id} set={set} version={version} isDraft={isDraft} />
        ))}
      </ul>
    </div>
  );
}

function SetResult(props: {
  readonly set: Schemas['TestSetSummary'];
  readonly version: string;
  readonly isDraft: boolean;
}) {
  const { version, isDraft } = props;
  const { id: testSetId, agentId, name } = props.set;
  const key = runsKey(agentId, testSetId);
  const runs = useQuery({
    queryKey: [...key, 'latest'],
    refetchInterval: 2_000,
    queryFn: async () => (await readRuns(agentId, testSetId, undefined)).rows,
  });
  const start = useAction(
    () =>
      take(
        api.POST('/v1/agents/{agentId}/test-sets/{testSetId}/runs', {
          params: { path: { agentId, testSetId }, header: once() },
          body: { target: 'draft' },
        }),
      ),
    { changes: [key] },
  );
  const run = runs.data?.find((one) => one.version === version);
  return (
    <li data-state={run?.state ?? 'none'}>
      <span className="row row-wrap grow">
        <strong>{name}</strong>
        <RunState run={run} />
        {isDraft && (run === undefined || run.state === 'failed') && (
          <Button small icon="play" busy={start.isPending} onClick={() => start.mutate(undefined)}>
            Run now
          </Button>
        )}
      </span>
    </li>
  );
}

function RunState({ run }: { readonly run: Schemas['TestRun'] | undefined }) {
  if (!run) return <span className="soft">has not run on it</span>;
  const { id, state, progress } = run;
  const tone = state === 'passed' ? 'good' : state === 'failed' ? 'danger' : 'accent';
  return (
    <>
      <Badge tone={tone}>{state}</Badge>
      <span className="soft small">
        {progress.passed} of {progress.total}, <Age time={run.createdAt} />
      </span>
      <Link to="/test-runs/$testRunId" params={{ testRunId: id }} className="link small">
        Look at it
      </Link>
    </>
  );
}
