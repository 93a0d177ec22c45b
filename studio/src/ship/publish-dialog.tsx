import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { activeQuery, draftQuery, type Environment, ENVIRONMENTS } from '../agents/queries.js';
import { useAction } from '../api/action.js';
import { api, once, take } from '../api/client.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { optionsOf, Segments, SelectInput, TextInput } from '../ui/inputs.js';
import { Notice, ProblemNotice } from '../ui/notice.js';
import { shortVersion } from '../ui/words.js';
import { DiffView } from './diff-view.js';
import { type Deployment, deploymentsKey } from './queries.js';
import { type Pace, PACES, rolloutOf } from './rollout-paces.js';

interface Props {
  readonly agentId: string;
  readonly environment: Environment;
  /** What is promoted; absent: the draft is published. */
  readonly source?: Deployment;
  readonly onClose: () => void;
}

/** Brings the draft, or what is in an earlier environment, to an environment: what changes, what to mind, and why. */
export function PublishDialog({ agentId, environment: first, source, onClose }: Props) {
  const [environment, setEnvironment] = useState(first);
  const [message, setMessage] = useState('');
  const [pace, setPace] = useState<Pace>('at-once');
  const active = useQuery(activeQuery(agentId));
  const current = active.data?.[environment];
  const ship = useShip(agentId, environment, source, () => ({
    deploymentMessage: message.trim(),
    ...rolloutOf(pace),
  }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ship.mutate(undefined, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={source ? `Promote ${source.environment} to ${environment}` : 'Publish the draft'}
      lead="Calls that run go on with the version they began with. New ones get this one."
      wide
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        {!source && (
          <Segments
            label="Environment"
            value={environment}
            options={optionsOf(ENVIRONMENTS)}
            onValue={setEnvironment}
          />
        )}
        <DraftWarnings agentId={agentId} source={source} />
        <Changes agentId={agentId} from={current} to={source?.id ?? 'draft'} environment={environment} />
        <Field label="Message" hint="For those who look for the reason later.">
          {(ids) => <TextInput {...ids} value={message} maxLength={500} onValue={setMessage} />}
        </Field>
        {current && (
          <Field label="How fast">
            {(ids) => <SelectInput {...ids} value={pace} options={PACES} onValue={setPace} />}
          </Field>
        )}
        {ship.error && <ProblemNotice error={ship.error} />}
        <div className="row row-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" icon="rocket" type="submit" busy={ship.isPending}>
            {source ? 'Promote' : 'Publish'} to {environment}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Publishes the draft, or promotes a deployment. */
function useShip(
  agentId: string,
  environment: Environment,
  source: Deployment | undefined,
  details: () => { readonly deploymentMessage: string } & ReturnType<typeof rolloutOf>,
) {
  const publish = () =>
    take(
      api.POST('/v1/agents/{agentId}/deployments/publish', {
        params: { path: { agentId }, header: once() },
        body: { environment, ...details() },
      }),
    );
  const promote = ({ id: deploymentId }: Deployment) =>
    take(
      api.POST('/v1/agents/{agentId}/deployments/{deploymentId}/promote', {
        params: { path: { agentId, deploymentId }, header: once() },
        body: { targetEnvironment: environment === 'live' ? 'live' : 'pre-release', ...details() },
      }),
    );
  return useAction(() => (source ? promote(source) : publish()), {
    changes: [deploymentsKey(agentId)],
    said: ({ deployment: { environment: where, version, metadata } }) =>
      [
        `Published to ${where} as version ${shortVersion(version)}.`,
        ...(metadata.warnings ?? []).map(({ message }) => message),
      ].join(' '),
    quiet: true,
  });
}

function Changes(props: {
  readonly agentId: string;
  readonly from: Deployment | null | undefined;
  readonly to: string;
  readonly environment: Environment;
}) {
  const { agentId, from, to, environment } = props;
  if (!from)
    return <Notice tone="info">Nothing is in {environment} yet. This will be the first version.</Notice>;
  return (
    <div className="stack-tight">
      <h3>Changes against {environment}</h3>
      <DiffView agentId={agentId} from={from.id} to={to} />
    </div>
  );
}

/** What of it will not work on this instance. */
function DraftWarnings({ agentId, source }: { readonly agentId: string; readonly source?: Deployment }) {
  const draft = useQuery({ ...draftQuery(agentId), enabled: !source });
  const warnings = source ? (source.metadata.warnings ?? []) : (draft.data?.warnings ?? []);
  if (warnings.length === 0) return null;
  return (
    <ul className="stack-tight" aria-label="Warnings">
      {warnings.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          <Notice tone="warn">{message}</Notice>
        </li>
      ))}
    </ul>
  );
}
