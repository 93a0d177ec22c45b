import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { activeQuery, draftQuery, type Environment, ENVIRONMENTS } from '../agents/queries.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { optionsOf, Segments, SelectInput, TextInput } from '../ui/inputs.js';
import { Notice, ProblemNotice } from '../ui/notice.js';
import { DiffView } from './diff-view.js';
import { isHeld } from './gate-checklist.js';
import { bodyOf, type Choice, GateChoice, WAIT } from './gate-choice.js';
import { type Deployment, gateStatesQuery } from './queries.js';
import { type Pace, PACES, rolloutOf } from './rollout-paces.js';
import { TestResults } from './test-results.js';
import { useShip } from './use-ship.js';

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
  const [choice, setChoice] = useState(WAIT);
  const active = useQuery(activeQuery(agentId));
  const current = active.data?.[environment];
  const gates = useQuery(
    gateStatesQuery(agentId, environment, source?.id ?? 'draft', source ? 'promotion' : 'publish'),
  );
  const held = isHeld(gates.data?.gates ?? []);
  const ship = useShip(agentId, environment, source, () => ({
    deploymentMessage: message.trim(),
    ...(current ? rolloutOf(pace) : {}),
    ...(held ? bodyOf(choice) : {}),
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
        <GateChoice gates={gates.data?.gates ?? []} isHeld={held} choice={choice} onChoice={setChoice} />
        {gates.data && <TestResults agentId={agentId} version={gates.data.version} isDraft={!source} />}
        <Changes agentId={agentId} from={current} to={source?.id ?? 'draft'} environment={environment} />
        <Field label="Message" hint="For those who look for the reason later.">
          {(ids) => <TextInput {...ids} value={message} maxLength={500} onValue={setMessage} />}
        </Field>
        {current && <PaceField pace={pace} onPace={setPace} />}
        {ship.error && <ProblemNotice error={ship.error} />}
        <div className="row row-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" icon="rocket" type="submit" busy={ship.isPending}>
            {verbOf(source, held, choice)} {environment}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function verbOf(source: Deployment | undefined, held: boolean, { way }: Choice): string {
  if (held && way === 'wait') return 'Deploy when the gates open, to';
  return `${source ? 'Promote' : 'Publish'}${held ? ' anyway' : ''} to`;
}

const PaceField = (props: { readonly pace: Pace; readonly onPace: (pace: Pace) => void }) => (
  <Field label="How fast">
    {(ids) => <SelectInput {...ids} value={props.pace} options={PACES} onValue={props.onPace} />}
  </Field>
);

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
