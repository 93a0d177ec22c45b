import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Environment } from '../agents/queries.js';
import { useAction } from '../api/action.js';
import { api, once, type Schemas, take } from '../api/client.js';
import { usePages } from '../api/pages.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { Button } from '../ui/button.js';
import { Confirm, Dialog } from '../ui/dialog.js';
import { Loaded } from '../ui/loaded.js';
import { More } from '../ui/more.js';
import { Badge, Card, Empty } from '../ui/surfaces.js';
import { type Column, Table } from '../ui/table.js';
import { shortVersion, versionName } from '../ui/words.js';
import { DiffView } from './diff-view.js';
import { isHeld } from './gate-checklist.js';
import { bodyOf, GateChoice, WAIT } from './gate-choice.js';
import { type Deployment, deploymentsKey, gateStatesQuery, readDeployments } from './queries.js';

interface Props {
  readonly agentId: string;
  readonly environment: Environment;
  readonly current: string | undefined;
}

type Open = { readonly what: 'diff' | 'rollback'; readonly deployment: Deployment };

/** Deployments of an environment, newest first, with rollback. */
export function History({ agentId, environment, current }: Props) {
  const mayShip = useAccount().can('deployments:write');
  const [open, setOpen] = useState<Open>();
  const history = usePages([...deploymentsKey(agentId), 'history', environment], (cursor) =>
    readDeployments(agentId, environment, cursor),
  );
  const close = () => setOpen(undefined);
  return (
    <Card title={`History of ${environment}`} flush>
      <Loaded query={history}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon="rocket" title="No history yet">
              Each version that you publish is kept here, with who published it and why.
            </Empty>
          ) : (
            <Table
              label={`History of ${environment}`}
              columns={columnsOf(current, mayShip, setOpen)}
              rows={rows}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
      <More more={history.more} busy={history.isReadingMore} error={history.moreError} />
      {open?.what === 'rollback' && <RollBack {...open} agentId={agentId} onClose={close} />}
      {open?.what === 'diff' && current !== undefined && (
        <Dialog
          title={`Changes since “${nameOf(open.deployment)}”`}
          lead={<code>{shortVersion(open.deployment.version)}</code>}
          wide
          onClose={close}
        >
          <DiffView agentId={agentId} from={open.deployment.id} to={current} />
        </Dialog>
      )}
    </Card>
  );
}

const nameOf = ({ metadata, createdAt }: Deployment) => versionName(metadata.deployment_message, createdAt);

const HOW = { publish: 'Published', promotion: 'Promoted', rollback: 'Rolled back' } as const;

const columnsOf = (
  current: string | undefined,
  mayShip: boolean,
  onOpen: (open: Open) => void,
): readonly Column<Deployment>[] => [
  { name: 'Version', cell: nameOf },
  { name: 'How', optional: 'wide', width: '7.5rem', cell: ({ metadata }) => HOW[metadata.deployment_type] },
  { name: 'Who', optional: 'wide', cell: ({ createdBy }) => createdBy },
  { name: 'When', width: '6.75rem', cell: ({ createdAt }) => <Age time={createdAt} /> },
  {
    name: '',
    end: true,
    width: 'clamp(8.5rem, 32cqi, 15rem)',
    cell: (deployment) =>
      deployment.id === current ? (
        <Badge tone="good">active</Badge>
      ) : (
        <span className="row row-wrap row-end">
          <Button small look="quiet" onClick={() => onOpen({ what: 'diff', deployment })}>
            Compare
          </Button>
          <Button
            small
            icon="undo"
            disabled={!mayShip}
            onClick={() => onOpen({ what: 'rollback', deployment })}
          >
            Roll back
          </Button>
        </span>
      ),
  },
];

function useRollBack(agentId: string, deployment: Deployment) {
  const { id, environment } = deployment;
  return useAction(
    (body: Schemas['Rollback']): Promise<Partial<Schemas['DeploymentMutation']>> =>
      take(
        api.POST('/v1/agents/{agentId}/deployments/{deploymentId}/rollback', {
          params: { path: { agentId, deploymentId: id }, header: once() },
          body,
        }),
      ),
    {
      changes: [deploymentsKey(agentId)],
      said: ({ deployment: made }) =>
        made
          ? `Rolled ${environment} back to “${nameOf(deployment)}”.`
          : `It waits for the gates of ${environment}.`,
      quiet: true,
    },
  );
}

function RollBack(props: {
  readonly agentId: string;
  readonly deployment: Deployment;
  readonly onClose: () => void;
}) {
  const { agentId, deployment, onClose } = props;
  const { environment } = deployment;
  const [choice, setChoice] = useState(WAIT);
  const states = useQuery(gateStatesQuery(agentId, environment, deployment.id, 'rollback'));
  const gates = states.data?.gates ?? [];
  const held = isHeld(gates);
  const rollBack = useRollBack(agentId, deployment);
  return (
    <Confirm
      title={`Roll ${environment} back?`}
      action="Roll back"
      harmless
      onConfirm={() => rollBack.mutateAsync(held ? bodyOf(choice) : {})}
      onClose={onClose}
    >
      <div className="stack">
        <p>New calls get “{nameOf(deployment)}” again. The draft stays as it is.</p>
        {held && <GateChoice gates={gates} isHeld={held} choice={choice} onChoice={setChoice} />}
      </div>
    </Confirm>
  );
}
