import { Link, useParams } from '@tanstack/react-router';
import { useAction } from '../api/action.js';
import { api, done, once, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Records } from '../ui/records.js';
import { Badge } from '../ui/surfaces.js';
import type { Column } from '../ui/table.js';
import { readTestSets, runOnDraft, testSetsKey } from './queries.js';

type TestSet = Schemas['TestSetSummary'];

const useRun = (agentId: string) =>
  useAction((testSetId: string) => runOnDraft(agentId, testSetId), {
    changes: [testSetsKey(agentId)],
    said: 'The draft is being tested: open the set to see how it goes.',
  });

/** Test sets of an agent: conversations that it must pass. */
export function TestsTab() {
  const { agentId } = useParams({ from: '/agents/$agentId' });
  const run = useRun(agentId);
  return (
    <Records<TestSet>
      title="Test sets"
      icon="flask"
      empty={{
        title: 'No tests yet',
        text: 'Make a set here, or open a conversation and make a test case of it.',
      }}
      queryKey={testSetsKey(agentId)}
      read={async () => ({ rows: await readTestSets(agentId), next: undefined })}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      mayWrite={useAccount().can('agents:write')}
      columns={columnsOf(agentId)}
      create={{ label: 'New set', window: (onClose) => <SetForm agentId={agentId} onClose={onClose} /> }}
      entries={(set, open) => [
        { label: 'Run on the draft', icon: 'play', onSelect: () => run.mutate(set.id) },
        {
          label: 'Change…',
          onSelect: () => open((onClose) => <SetForm agentId={agentId} set={set} onClose={onClose} />),
        },
      ]}
      remove={{
        act: ({ id: testSetId }) =>
          done(
            api.DELETE('/v1/agents/{agentId}/test-sets/{testSetId}', {
              params: { path: { agentId, testSetId } },
            }),
          ),
        text: 'Its cases and what its runs showed go with it.',
      }}
    />
  );
}

const columnsOf = (agentId: string): readonly Column<TestSet>[] => [
  {
    name: 'Name',
    cell: ({ id: testSetId, name }) => (
      <Link
        to="/agents/$agentId/tests/$testSetId"
        params={{ agentId, testSetId }}
        className="cell-title truncate one-line"
        title={name}
      >
        {name}
      </Link>
    ),
  },
  { name: 'Cases', end: true, width: '5.5rem', cell: ({ caseCount }) => caseCount },
  { name: 'Mode', optional: true, width: '7.5rem', cell: ({ mode }) => mode },
  {
    name: 'Runs with each publish',
    optional: true,
    width: '12rem',
    cell: ({ enabled }) => <Badge tone={enabled ? 'good' : 'plain'}>{enabled ? 'yes' : 'no'}</Badge>,
  },
  { name: 'Changed', optional: true, width: '7rem', cell: ({ updatedAt }) => <Age time={updatedAt} /> },
];

function SetForm(props: { readonly agentId: string; readonly set?: TestSet; readonly onClose: () => void }) {
  const { agentId, set, onClose } = props;
  const save = useAction(
    (body: { name: string; enabled: boolean }) =>
      set
        ? take(
            api.PATCH('/v1/agents/{agentId}/test-sets/{testSetId}', {
              params: { path: { agentId, testSetId: set.id } },
              body,
            }),
          )
        : take(
            api.POST('/v1/agents/{agentId}/test-sets', {
              params: { path: { agentId }, header: once() },
              body,
            }),
          ),
    { changes: [testSetsKey(agentId)], quiet: true },
  );
  return (
    <FormDialog
      title={set ? `Change “${set.name}”` : 'New test set'}
      action="Save"
      initial={{ name: set?.name ?? '', enabled: set?.enabled ?? true }}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true, placeholder: 'What must always work' },
        { name: 'enabled', label: 'Run with each publish', kind: 'yes-no' },
      ]}
      onSubmit={(values) => save.mutateAsync(values)}
      onClose={onClose}
    />
  );
}
