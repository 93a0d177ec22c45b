import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useAction } from '../api/action.js';
import { api, done, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { Button } from '../ui/button.js';
import { Loaded } from '../ui/loaded.js';
import { Records } from '../ui/records.js';
import { Short } from '../ui/short.js';
import { Badge } from '../ui/surfaces.js';
import type { Column } from '../ui/table.js';
import { shortVersion } from '../ui/words.js';
import { CaseForm } from './case-form.js';
import { readRuns, runOnDraft, runsKey, testSetQuery, testSetsKey } from './queries.js';
import { TONES } from './run-tones.js';

type TestCase = Schemas['TestCase'];
type TestRun = Schemas['TestRun'];

/** One set: its cases, and its runs with their results. */
export function TestSetTab() {
  const { agentId, testSetId } = useParams({ from: '/agents/$agentId/tests/$testSetId' });
  const set = useQuery(testSetQuery(agentId, testSetId));
  return (
    <Loaded query={set}>
      {({ name }) => (
        <div className="stack">
          <p className="row">
            <Link to="/agents/$agentId/tests" params={{ agentId }} className="crumb">
              Tests /
            </Link>
            <strong>{name}</strong>
          </p>
          <Cases agentId={agentId} testSetId={testSetId} />
          <Runs agentId={agentId} testSetId={testSetId} />
        </div>
      )}
    </Loaded>
  );
}

interface OfSet {
  readonly agentId: string;
  readonly testSetId: string;
}

const CASE_COLUMNS: readonly Column<TestCase>[] = [
  { name: 'Name', width: 'clamp(8rem, 30cqi, 16rem)', cell: ({ name }) => <Short as="strong" text={name} /> },
  {
    name: 'Says',
    optional: true,
    cell: ({ turns }) => <Short soft text={turns.flatMap(({ say }) => say ?? []).join(' · ')} />,
  },
  { name: 'Turns', end: true, width: '5.5rem', cell: ({ turns }) => turns.length },
];

async function readCases(path: OfSet) {
  const { testSet } = await take(api.GET('/v1/agents/{agentId}/test-sets/{testSetId}', { params: { path } }));
  return { rows: testSet.cases, next: undefined };
}

function Cases({ agentId, testSetId }: OfSet) {
  const key = testSetsKey(agentId);
  const window = (testCase?: TestCase) => (onClose: () => void) => (
    <CaseForm agentId={agentId} testSetId={testSetId} testCase={testCase} onClose={onClose} />
  );
  return (
    <Records<TestCase>
      title="Cases"
      icon="flask"
      empty={{
        title: 'No cases yet',
        text: 'A case is what a caller says, and what must be true of each answer.',
      }}
      queryKey={[...key, 'cases', testSetId]}
      read={() => readCases({ agentId, testSetId })}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      mayWrite={useAccount().can('agents:write')}
      columns={CASE_COLUMNS}
      create={{ label: 'New case', window: window() }}
      entries={(testCase, open) => [{ label: 'Change…', onSelect: () => open(window(testCase)) }]}
      remove={{
        act: ({ id: testCaseId }) =>
          done(
            api.DELETE('/v1/agents/{agentId}/test-sets/{testSetId}/cases/{testCaseId}', {
              params: { path: { agentId, testSetId, testCaseId } },
            }),
          ),
        text: 'What runs showed of it stays.',
      }}
    />
  );
}

const RUN_COLUMNS: readonly Column<TestRun>[] = [
  {
    name: 'Of',
    cell: ({ id, target, version }) => (
      <Link to="/test-runs/$testRunId" params={{ testRunId: id }} className="cell-title truncate one-line">
        {target} · {shortVersion(version)}
      </Link>
    ),
  },
  {
    name: 'Result',
    width: '7rem',
    cell: ({ state }) => <Badge tone={TONES[state] ?? 'accent'}>{state}</Badge>,
  },
  {
    name: 'Passed',
    end: true,
    optional: true,
    width: '7rem',
    cell: ({ progress }) => `${progress.passed} of ${progress.total}`,
  },
  { name: 'When', width: '7rem', cell: ({ createdAt }) => <Age time={createdAt} /> },
];

function Runs({ agentId, testSetId }: OfSet) {
  const mayWrite = useAccount().can('agents:write');
  return (
    <>
      {mayWrite && <RunOnDraft agentId={agentId} testSetId={testSetId} />}
      <Records<TestRun>
        title="Runs"
        icon="play"
        empty={{
          title: 'It has not run yet',
          text: 'Run it on the draft, or publish: enabled sets run with it.',
        }}
        queryKey={runsKey(agentId, testSetId)}
        refetchMs={5_000}
        read={(cursor) => readRuns(agentId, testSetId, cursor)}
        keyOf={({ id }) => id}
        nameOf={({ version }) => shortVersion(version)}
        mayWrite={false}
        columns={RUN_COLUMNS}
      />
    </>
  );
}

/** Starts a run and opens it. */
function RunOnDraft({ agentId, testSetId }: OfSet) {
  const navigate = useNavigate();
  const open = (testRunId: string) => void navigate({ to: '/test-runs/$testRunId', params: { testRunId } });
  const start = useAction(() => runOnDraft(agentId, testSetId), {
    changes: [runsKey(agentId, testSetId)],
  });
  return (
    <div className="row">
      <Button
        look="primary"
        icon="play"
        busy={start.isPending}
        onClick={() => start.mutate(undefined, { onSuccess: ({ testRun }) => open(testRun.id) })}
      >
        Run on the draft
      </Button>
    </div>
  );
}
