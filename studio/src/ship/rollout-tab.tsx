import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { api, type Schemas, take } from '../api/client.js';
import { Age } from '../ui/age.js';
import { Loaded } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { Short } from '../ui/short.js';
import { Badge, Card, Empty } from '../ui/surfaces.js';
import { type Column, Table } from '../ui/table.js';
import { capitalised, countOf, inSeconds, inWords, versionName } from '../ui/words.js';
import { DiffView } from './diff-view.js';
import { EvidenceOverTime } from './evidence-over-time.js';
import { deploymentsKey, type Rollout } from './queries.js';
import { RolloutActions } from './rollout-actions.js';
import { RolloutSteps } from './rollout-steps.js';
import { isOpen, ROLLOUT_TONES } from './rollouts.js';
import { Samples } from './samples.js';

type Finding = Schemas['RolloutFinding'];

const LOOK_MS = 3_000;
const SAMPLE_MS = 5_000;

/** One rollout: its steps, its guards' findings, and the two versions side by side. */
export function RolloutTab() {
  const { agentId, rolloutId } = useParams({ from: '/agents/$agentId/rollouts/$rolloutId' });
  const rollout = useQuery({
    queryKey: [...deploymentsKey(agentId), 'rollout', rolloutId],
    refetchInterval: ({ state: { data } }) => (data && !isOpen(data) ? false : LOOK_MS),
    queryFn: async () => {
      const params = { path: { agentId, rolloutId } };
      return (await take(api.GET('/v1/agents/{agentId}/rollouts/{rolloutId}', { params }))).rollout;
    },
  });
  return <Loaded query={rollout}>{(data) => <Detail rollout={data} />}</Loaded>;
}

function Detail({ rollout }: { readonly rollout: Rollout }) {
  const { agentId, environment, state, reason, createdBy, createdAt, findings } = rollout;
  return (
    <div className="stack">
      <p className="row row-wrap">
        <Link to="/agents/$agentId/ship" params={{ agentId }} className="crumb">
          Ship /
        </Link>
        <strong>Rollout to {environment}</strong>
        <Badge tone={ROLLOUT_TONES[state]}>{inWords(state)}</Badge>
        <span className="soft">
          by {createdBy}, <Age time={createdAt} />
        </span>
      </p>
      {reason !== null && <Notice tone={state === 'rolled_back' ? 'warn' : 'info'}>{reason}</Notice>}
      <Card title="Steps" actions={<RolloutActions rollout={rollout} />}>
        <RolloutSteps rollout={rollout} />
      </Card>
      <Card title="What the guards found" flush>
        {findings.length === 0 ? (
          <Empty icon="chart" title="No call has ended yet">
            Both versions are compared call by call, as the calls end.
          </Empty>
        ) : (
          <Table
            label="What the guards found"
            rows={findings}
            keyOf={({ metric, against }) => `${metric} ${against}`}
            columns={COLUMNS}
          />
        )}
      </Card>
      {findings.length > 0 && <EvidenceOverTime rollout={rollout} />}
      <Versions rollout={rollout} />
      <Conversations rollout={rollout} />
    </div>
  );
}

const tallyWords = ({ calls, events, medianMs }: Schemas['RolloutTally']) =>
  medianMs === undefined
    ? `${events ?? 0} of ${calls}`
    : `${inSeconds(medianMs)} (${countOf(calls, 'call')})`;

const COLUMNS: readonly Column<Finding>[] = [
  { name: 'Guard', cell: ({ metric }) => <Short as="strong" text={capitalised(inWords(metric))} /> },
  { name: 'Compared with', optional: true, width: '9rem', cell: ({ against }) => `the ${against}` },
  { name: 'New', end: true, width: 'clamp(6rem, 20cqi, 10rem)', cell: ({ canary }) => tallyWords(canary) },
  {
    name: 'Before',
    end: true,
    optional: true,
    width: 'clamp(6rem, 20cqi, 10rem)',
    cell: ({ others }) => tallyWords(others),
  },
  { name: 'Evidence', width: 'clamp(7rem, 28cqi, 13rem)', cell: (finding) => <Evidence finding={finding} /> },
];

/** Evidence is multiplicative, so its bar has a logarithmic scale: 1 is none. */
function Evidence({ finding: { evidence, threshold } }: { readonly finding: Finding }) {
  const part = Math.min(1, Math.max(0, Math.log(evidence) / Math.log(threshold)));
  return (
    <span className="row">
      <meter
        className="meter not-when-narrow"
        min={0}
        max={1}
        high={0.7}
        optimum={0}
        value={part}
        aria-label="Evidence"
      />
      <span className="soft small numeric nowrap">
        {evidence < 10 ? evidence.toFixed(1) : Math.round(evidence)} of {Math.round(threshold)}
      </span>
    </span>
  );
}

function Versions({ rollout }: { readonly rollout: Rollout }) {
  const { agentId, baseDeploymentId, deploymentId } = rollout;
  return (
    <Card title="The two versions">
      <div className="stack">
        <div className="side-by-side">
          <Version agentId={agentId} title="Before" deploymentId={baseDeploymentId} />
          <Version agentId={agentId} title="New" deploymentId={deploymentId} />
        </div>
        <DiffView agentId={agentId} from={baseDeploymentId} to={deploymentId} />
      </div>
    </Card>
  );
}

/** Calls of both versions in the same period. */
function Conversations({ rollout }: { readonly rollout: Rollout }) {
  const { agentId, baseDeploymentId, deploymentId, createdAt } = rollout;
  const shared = { agentId, from: createdAt, refetchMs: isOpen(rollout) ? SAMPLE_MS : (false as const) };
  return (
    <Card title="Conversations since it began">
      <div className="side-by-side">
        <section className="stack-tight" aria-label="Conversations with the version before">
          <h3>Before</h3>
          <Samples {...shared} deploymentId={baseDeploymentId} />
        </section>
        <section className="stack-tight" aria-label="Conversations with the new version">
          <h3>New</h3>
          <Samples {...shared} deploymentId={deploymentId} />
        </section>
      </div>
    </Card>
  );
}

function Version(props: { readonly agentId: string; readonly title: string; readonly deploymentId: string }) {
  const { agentId, title, deploymentId } = props;
  const deployment = useQuery({
    queryKey: [...deploymentsKey(agentId), 'one', deploymentId],
    queryFn: async () => {
      const params = { path: { agentId, deploymentId } };
      return (await take(api.GET('/v1/agents/{agentId}/deployments/{deploymentId}', { params }))).deployment;
    },
  });
  return (
    <section>
      <h3>{title}</h3>
      <Loaded query={deployment} lines={2}>
        {({ createdBy, createdAt, metadata }) => (
          <p>
            {versionName(metadata.deployment_message, createdAt)}
            <br />
            <span className="soft small">
              By {createdBy}, <Age time={createdAt} />
            </span>
          </p>
        )}
      </Loaded>
    </section>
  );
}
