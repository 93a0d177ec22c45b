import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/dialog.js';
import { Badge, Card } from '../ui/surfaces.js';
import { versionName } from '../ui/words.js';
import { Approvals } from './approve.js';
import { GateChecklist } from './gate-checklist.js';
import { deploymentsKey, type PendingDeployment, pendingQuery } from './queries.js';

/** Ended ones that are still shown. */
const SHOWN_ENDED = 5;

/** Versions waiting for the gates of an environment, and recent results. */
export function Waiting({ agentId }: { readonly agentId: string }) {
  const { data = [] } = useQuery(pendingQuery(agentId));
  const waiting = data.filter(({ state }) => state === 'waiting');
  const ended = data.filter(({ state }) => state !== 'waiting').slice(0, SHOWN_ENDED);
  return (
    <>
      {waiting.map((pending) => (
        <WaitingCard key={pending.pendingDeploymentId} pending={pending} />
      ))}
      {ended.length > 0 && <Ended pending={ended} />}
    </>
  );
}

function WaitingCard({ pending }: { readonly pending: PendingDeployment }) {
  const mayShip = useAccount().can('deployments:write');
  const [isCancelling, setCancelling] = useState(false);
  const { agentId, environment, version, gates, createdBy, createdAt, expiresAt, deploymentMessage } =
    pending;
  const isApproved = gates.some(({ gate }) => gate === 'approvals');
  return (
    <Card
      title={`“${versionName(deploymentMessage, createdAt)}” waits for ${environment}`}
      actions={
        <>
          <Badge tone="warn">waiting</Badge>
          {mayShip && (
            <Button small onClick={() => setCancelling(true)}>
              Cancel
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <p className="soft">
          Asked for by {createdBy} <Age time={createdAt} />. It is published when the last gate opens, or
          given up <Age time={expiresAt} />.
        </p>
        <GateChecklist gates={gates} />
        {isApproved && <Approvals {...{ agentId, environment, version }} />}
      </div>
      {isCancelling && <Cancel pending={pending} onClose={() => setCancelling(false)} />}
    </Card>
  );
}

function Cancel({ pending, onClose }: { readonly pending: PendingDeployment; readonly onClose: () => void }) {
  const { agentId, pendingDeploymentId, environment } = pending;
  const cancel = useAction(
    () =>
      take(
        api.POST('/v1/agents/{agentId}/pending-deployments/{pendingDeploymentId}/cancel', {
          params: { path: { agentId, pendingDeploymentId } },
        }),
      ),
    { changes: [deploymentsKey(agentId)], said: 'It no longer waits.', quiet: true },
  );
  return (
    <Confirm
      title={`Stop waiting for ${environment}?`}
      action="Stop waiting"
      onConfirm={() => cancel.mutateAsync(undefined)}
      onClose={onClose}
    >
      The version stays where it is, and can be deployed again.
    </Confirm>
  );
}

function Ended({ pending }: { readonly pending: readonly PendingDeployment[] }) {
  return (
    <details className="item">
      <summary>
        <span>What waited for gates before</span>
      </summary>
      <ul className="stack-tight">
        {pending.map((one) => (
          <li key={one.pendingDeploymentId} className="row row-wrap small">
            {versionName(one.deploymentMessage, one.createdAt)} for {one.environment}
            <Badge tone={one.state === 'completed' ? 'good' : 'plain'}>{one.state}</Badge>
            <Age time={one.endedAt ?? one.createdAt} />
            {one.reason !== null && <span className="soft">{one.reason}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
