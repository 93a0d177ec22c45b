import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { activeQuery, type Environment, ENVIRONMENTS } from '../agents/queries.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { Button } from '../ui/button.js';
import { Loaded } from '../ui/loaded.js';
import { Badge, Card } from '../ui/surfaces.js';
import { countOf, versionName } from '../ui/words.js';
import { ExperimentCard } from './experiment-card.js';
import { GateRulesCard } from './gate-rules.js';
import { History } from './history.js';
import { PublishDialog } from './publish-dialog.js';
import { type Deployment, diffQuery } from './queries.js';
import { Rollouts } from './rollouts.js';
import { Waiting } from './waiting.js';

interface Shipping {
  readonly environment: Environment;
  readonly source?: Deployment;
}

const LOOK_MS = 5_000;

/** Active deployments, their history, and promotion to the next environment. */
export function ShipTab() {
  const { agentId } = useParams({ from: '/agents/$agentId' });
  // Deployments also change automatically: when gates open, or a guard rolls back.
  const active = useQuery({ ...activeQuery(agentId), refetchInterval: LOOK_MS });
  const [shipping, setShipping] = useState<Shipping>();
  const [chosen, setShown] = useState<Environment>();
  const shown = chosen ?? ENVIRONMENTS.findLast((one) => active.data?.[one]) ?? 'live';
  const close = () => setShipping(undefined);
  return (
    <div className="stack">
      <Loaded query={active}>
        {(deployments) => (
          <div className="environments">
            {ENVIRONMENTS.map((environment, at) => (
              <EnvironmentCard
                key={environment}
                agentId={agentId}
                environment={environment}
                deployment={deployments[environment] ?? undefined}
                next={ENVIRONMENTS[at + 1]}
                isShown={shown === environment}
                onShip={setShipping}
                onShow={() => setShown(environment)}
              />
            ))}
          </div>
        )}
      </Loaded>
      <Waiting agentId={agentId} />
      <Rollouts agentId={agentId} />
      <ExperimentCard agentId={agentId} environment={shown} />
      <GateRulesCard agentId={agentId} environment={shown} />
      <History agentId={agentId} environment={shown} current={active.data?.[shown]?.id} />
      {shipping && <PublishDialog agentId={agentId} {...shipping} onShipped={setShown} onClose={close} />}
    </div>
  );
}

interface CardProps {
  readonly agentId: string;
  readonly environment: Environment;
  readonly deployment: Deployment | undefined;
  readonly next: Environment | undefined;
  readonly isShown: boolean;
  readonly onShip: (shipping: Shipping) => void;
  readonly onShow: () => void;
}

function EnvironmentCard(props: CardProps) {
  const { agentId, environment, deployment, next, isShown, onShip, onShow } = props;
  const { can } = useAccount();
  const mayShip = can('deployments:write');
  return (
    <Card
      title={environment}
      actions={<Badge tone={deployment ? 'good' : 'plain'}>{deployment ? 'active' : 'empty'}</Badge>}
    >
      <div className="stack">
        {deployment ? <Current agentId={agentId} deployment={deployment} /> : <Nothing />}
        <div className="row row-wrap">
          <Button
            small
            icon="rocket"
            look={environment === 'live' ? 'primary' : 'plain'}
            disabled={!mayShip}
            onClick={() => onShip({ environment })}
          >
            Publish draft
          </Button>
          {deployment && next && (
            <Button
              small
              disabled={!mayShip}
              onClick={() => onShip({ environment: next, source: deployment })}
            >
              Promote to {next}
            </Button>
          )}
          <Button small look="quiet" aria-pressed={isShown} onClick={onShow}>
            Gates and history
          </Button>
        </div>
      </div>
    </Card>
  );
}

const Nothing = () => <p className="soft">Nothing is published here yet.</p>;

function Current({ agentId, deployment }: { readonly agentId: string; readonly deployment: Deployment }) {
  const { createdBy, createdAt, metadata } = deployment;
  const diff = useQuery(diffQuery(agentId, deployment.id, 'draft'));
  return (
    <div className="stack-tight">
      <p>
        <strong>{versionName(metadata.deployment_message, createdAt)}</strong>
      </p>
      <p className="soft small">
        By {createdBy}, <Age time={createdAt} />
      </p>
      <p className="small">
        {diff.data === undefined
          ? ' '
          : diff.data.length === 0
            ? 'The same as the draft.'
            : `The draft has ${countOf(diff.data.length, 'change')} since.`}
      </p>
    </div>
  );
}
