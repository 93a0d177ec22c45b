import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { activeQuery, draftQuery, type Environment, ENVIRONMENTS } from '../agents/queries.js';
import { Warnings } from '../editor/warnings.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { FormFoot } from '../ui/form-foot.js';
import { optionsOf, Segments, SelectInput, TextInput } from '../ui/inputs.js';
import { Notice } from '../ui/notice.js';
import { DiffView } from './diff-view.js';
import { isHeld } from './gate-checklist.js';
import { bodyOf, type Choice, GateChoice, WAIT } from './gate-choice.js';
import { type Deployment, gateStatesQuery } from './queries.js';
import { RolloutGuards } from './rollout-guards.js';
import { FIRST_GUARDS, type Guard, type Pace, PACES, rolloutOf } from './rollout-paces.js';
import { TestResults } from './test-results.js';
import { useShip } from './use-ship.js';

interface Props {
  readonly agentId: string;
  readonly environment: Environment;
  /** The deployment to promote; absent: publishes the draft. */
  readonly source?: Deployment;
  /** It was deployed, or waits for the gates of this environment. */
  readonly onShipped?: (environment: Environment) => void;
  readonly onClose: () => void;
}

/** Choices besides the environment. */
interface Wishes {
  readonly message: string;
  readonly pace: Pace;
  readonly guards: readonly Guard[];
  readonly choice: Choice;
}

const FIRST_WISHES: Wishes = { message: '', pace: 'at-once', guards: FIRST_GUARDS, choice: WAIT };

/** The active deployment of the environment, the state of its gates, and publishing. */
function usePublication(
  { agentId, source, onShipped, onClose }: Props,
  environment: Environment,
  wishes: Wishes,
) {
  const { data: active } = useQuery(activeQuery(agentId));
  const { data: gates } = useQuery(
    gateStatesQuery(agentId, environment, source?.id ?? 'draft', source ? 'promotion' : 'publish'),
  );
  const current = active?.[environment];
  const held = isHeld(gates?.gates ?? []);
  const ship = useShip(agentId, environment, source, () => ({
    deploymentMessage: wishes.message.trim(),
    ...(current ? rolloutOf(wishes.pace, wishes.guards) : {}),
    ...(held ? bodyOf(wishes.choice) : {}),
  }));
  const done = () => {
    onShipped?.(environment);
    onClose();
  };
  const submit = () => ship.mutate(undefined, { onSuccess: done });
  return { current, gates, held, ship, submit };
}

/** Publishes the draft, or promotes a deployment: shows changes and warnings, and asks for a message. */
export function PublishDialog(props: Props) {
  const { agentId, source, onClose } = props;
  const [environment, setEnvironment] = useState(props.environment);
  const [wishes, setWishes] = useState<Wishes>(FIRST_WISHES);
  const wish = (next: Partial<Wishes>) => setWishes((all) => ({ ...all, ...next }));
  const { current, gates, held, ship, submit } = usePublication(props, environment, wishes);
  return (
    <Dialog
      title={source ? `Promote ${source.environment} to ${environment}` : 'Publish the draft'}
      lead="Calls in progress keep their version. New calls get this one."
      wide
      unsaved={wishes.message !== ''}
      onClose={onClose}
    >
      <Form error={ship.error} onSubmit={submit}>
        {!source && <EnvironmentChoice value={environment} onValue={setEnvironment} />}
        {!source && <DraftWarnings agentId={agentId} />}
        <GateChoice
          gates={gates?.gates ?? []}
          isHeld={held}
          choice={wishes.choice}
          onChoice={(choice) => wish({ choice })}
        />
        {gates && <TestResults agentId={agentId} version={gates.version} isDraft={!source} />}
        <Changes agentId={agentId} from={current} to={source?.id ?? 'draft'} environment={environment} />
        <MessageField message={wishes.message} onMessage={(message) => wish({ message })} />
        {current && <HowFast pace={wishes.pace} guards={wishes.guards} onWish={wish} />}
        <FormFoot
          action={`${verbOf(source, held, wishes.choice)} ${environment}`}
          icon="rocket"
          isBusy={ship.isPending}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  );
}

function EnvironmentChoice(props: {
  readonly value: Environment;
  readonly onValue: (environment: Environment) => void;
}) {
  return <Segments label="Environment" options={optionsOf(ENVIRONMENTS)} {...props} />;
}

const MessageField = (props: { readonly message: string; readonly onMessage: (message: string) => void }) => (
  <Field label="Message" hint="Why you publish it, for anyone who wonders later.">
    {(ids) => <TextInput {...ids} value={props.message} maxLength={500} onValue={props.onMessage} />}
  </Field>
);

function verbOf(source: Deployment | undefined, held: boolean, { way }: Choice): string {
  if (held && way === 'wait') return 'Deploy when the gates open, to';
  return `${source ? 'Promote' : 'Publish'}${held ? ' anyway' : ''} to`;
}

function HowFast(props: {
  readonly pace: Pace;
  readonly guards: readonly Guard[];
  readonly onWish: (next: { readonly pace: Pace } | { readonly guards: readonly Guard[] }) => void;
}) {
  const { pace, guards, onWish } = props;
  return (
    <>
      <PaceField pace={pace} onPace={(next) => onWish({ pace: next })} />
      {pace !== 'at-once' && <RolloutGuards guards={guards} onGuards={(next) => onWish({ guards: next })} />}
    </>
  );
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

/** Warnings about what will not work on this instance. */
function DraftWarnings({ agentId }: { readonly agentId: string }) {
  const { data } = useQuery(draftQuery(agentId));
  return <Warnings warnings={data?.warnings ?? []} />;
}
