import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Age } from '../ui/age.js';
import { Badge, Card, type Tone } from '../ui/surfaces.js';
import { Table } from '../ui/table.js';
import { inWords } from '../ui/words.js';
import { type Rollout, rolloutsQuery } from './queries.js';
import { RolloutActions } from './rollout-actions.js';
import { RolloutSteps } from './rollout-steps.js';

export const ROLLOUT_TONES: Readonly<Record<Rollout['state'], Tone>> = {
  running: 'accent',
  paused: 'warn',
  completed: 'good',
  rolled_back: 'danger',
  aborted: 'plain',
  superseded: 'plain',
};

export const isOpen = ({ state }: Rollout): boolean => state === 'running' || state === 'paused';

/** Running and past rollouts. */
export function Rollouts({ agentId }: { readonly agentId: string }) {
  const { data = [] } = useQuery(rolloutsQuery(agentId));
  const ended = data.filter((rollout) => !isOpen(rollout));
  return (
    <>
      {data.filter(isOpen).map((rollout) => (
        <RolloutCard key={rollout.rolloutId} rollout={rollout} />
      ))}
      {ended.length > 0 && <Ended rollouts={ended} />}
    </>
  );
}

function RolloutCard({ rollout }: { readonly rollout: Rollout }) {
  const { environment, state, createdBy, createdAt } = rollout;
  return (
    <Card
      title={`A new version is on its way to ${environment}`}
      actions={<Badge tone={ROLLOUT_TONES[state]}>{state}</Badge>}
    >
      <div className="stack">
        <RolloutSteps rollout={rollout} />
        <p className="soft small">
          By {createdBy}, <Age time={createdAt} />.{' '}
          <RolloutLink rollout={rollout} text="What was found until now" />
        </p>
        <RolloutActions rollout={rollout} />
      </div>
    </Card>
  );
}

function RolloutLink({ rollout, text }: { readonly rollout: Rollout; readonly text: string }) {
  const { agentId, rolloutId } = rollout;
  return (
    <Link to="/agents/$agentId/rollouts/$rolloutId" params={{ agentId, rolloutId }} className="link">
      {text}
    </Link>
  );
}

function Ended({ rollouts }: { readonly rollouts: readonly Rollout[] }) {
  return (
    <Card title="Rollouts that ended" flush>
      <Table<Rollout>
        label="Rollouts that ended"
        rows={rollouts}
        keyOf={({ rolloutId }) => rolloutId}
        columns={[
          { name: 'Where', cell: (rollout) => <RolloutLink rollout={rollout} text={rollout.environment} /> },
          {
            name: 'How it ended',
            width: '8.5rem',
            cell: ({ state }) => <Badge tone={ROLLOUT_TONES[state]}>{inWords(state)}</Badge>,
          },
          { name: 'Why', optional: true, cell: ({ reason }) => reason ?? '–' },
          { name: 'By', optional: 'wide', cell: ({ createdBy }) => createdBy },
          {
            name: 'When',
            width: '7rem',
            cell: ({ endedAt, createdAt }) => <Age time={endedAt ?? createdAt} />,
          },
        ]}
      />
    </Card>
  );
}
