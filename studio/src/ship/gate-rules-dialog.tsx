import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Environment, ENVIRONMENTS } from '../agents/queries.js';
import { useAction } from '../api/action.js';
import { api, type Schemas, take } from '../api/client.js';
import { testSetsQuery } from '../tests/queries.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { FormFoot } from '../ui/form-foot.js';
import { CheckInput, optionsOf, SelectInput, TextInput } from '../ui/inputs.js';
import { deploymentsKey } from './queries.js';

type Rules = Schemas['GateRules'];
type TestGate = Schemas['TestGate'];

interface Props {
  readonly agentId: string;
  readonly environment: Environment;
  readonly rules: Rules;
  readonly onClose: () => void;
}

const FIRST_SOAK_MINUTES = 60;

/** Edits the gates of an environment, all together, as the API requires. */
export function GateRulesDialog({ agentId, environment, rules: given, onClose }: Props) {
  const [first] = useState(given);
  const [rules, setRules] = useState(first);
  const save = useSave(agentId, environment);
  const submit = () => save.mutate(rules, { onSuccess: onClose });
  const change = (next: Partial<Rules>) => setRules((all) => ({ ...all, ...next }));
  const earlier = ENVIRONMENTS.slice(0, ENVIRONMENTS.indexOf(environment));
  return (
    <Dialog
      title={`Gates of ${environment}`}
      lead="What must be true of a version before it comes here. Rollbacks ask for approvals alone."
      wide
      unsaved={rules !== first}
      onClose={onClose}
    >
      <Form error={save.error} onSubmit={submit}>
        <TestGates
          agentId={agentId}
          gates={rules.tests ?? []}
          onGates={(tests) => change({ tests: tests.length > 0 ? tests : undefined })}
        />
        {earlier.length > 0 && (
          <SoakGate earlier={earlier} soak={rules.soak} onSoak={(soak) => change({ soak })} />
        )}
        <ApprovalGate approvals={rules.approvals} onApprovals={(approvals) => change({ approvals })} />
        <CheckInput
          label="No alert fires"
          hint="Neither one of the account nor one of this agent."
          checked={rules.noFiringAlerts === true}
          onValue={(on) => change({ noFiringAlerts: on || undefined })}
        />
        <FormFoot action="Save gates" isBusy={save.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

function useSave(agentId: string, environment: Environment) {
  return useAction(
    (body: Rules) =>
      take(
        api.PUT('/v1/agents/{agentId}/environments/{environment}/gates', {
          params: { path: { agentId, environment } },
          body,
        }),
      ),
    { changes: [deploymentsKey(agentId)], said: `Set the gates of ${environment}.`, quiet: true },
  );
}

function TestGates(props: {
  readonly agentId: string;
  readonly gates: readonly TestGate[];
  readonly onGates: (gates: TestGate[]) => void;
}) {
  const { gates, onGates } = props;
  const { data: sets = [] } = useQuery(testSetsQuery(props.agentId));
  const change = (testSetId: string, changed: TestGate | undefined) => {
    const before = gates.find((gate) => gate.testSetId === testSetId);
    if (!changed) onGates(gates.filter((gate) => gate !== before));
    else if (before) onGates(gates.map((gate) => (gate === before ? changed : gate)));
    else onGates([...gates, changed]);
  };
  return (
    <fieldset className="field">
      <legend>Tests pass on exactly this version</legend>
      {sets.length === 0 && <p className="field-hint">Make a test set under “Tests” first.</p>}
      {sets.map(({ id, name }) => (
        <TestSetGate
          key={id}
          name={name}
          testSetId={id}
          gate={gates.find(({ testSetId }) => testSetId === id)}
          onGate={(gate) => change(id, gate)}
        />
      ))}
    </fieldset>
  );
}

function TestSetGate(props: {
  readonly name: string;
  readonly testSetId: string;
  readonly gate: TestGate | undefined;
  readonly onGate: (gate: TestGate | undefined) => void;
}) {
  const { name, testSetId, gate, onGate } = props;
  return (
    <div className="gate-rule">
      <CheckInput
        label={name}
        checked={gate !== undefined}
        onValue={(on) => onGate(on ? { testSetId, passes: 1, of: 1 } : undefined)}
      />
      {gate && (
        <span className="row row-wrap">
          <Count label="Passes" value={gate.passes} onValue={(passes) => onGate({ ...gate, passes })} />
          <Count label="of the last runs" value={gate.of} onValue={(of) => onGate({ ...gate, of })} />
          <MaxAge of={gate} onChange={onGate} />
        </span>
      )}
    </div>
  );
}

function SoakGate(props: {
  readonly earlier: readonly Environment[];
  readonly soak: Rules['soak'];
  readonly onSoak: (soak: Rules['soak']) => void;
}) {
  const { earlier, soak, onSoak } = props;
  const before = earlier.at(-1) ?? 'sandbox';
  return (
    <div className="gate-rule">
      <CheckInput
        label="It was active in an earlier environment"
        checked={soak !== undefined}
        onValue={(on) => onSoak(on ? { environment: before, minutes: FIRST_SOAK_MINUTES } : undefined)}
      />
      {soak && (
        <span className="row row-wrap">
          <Field label="Environment">
            {(ids) => (
              <SelectInput
                {...ids}
                value={soak.environment}
                options={optionsOf(earlier)}
                onValue={(environment) => onSoak({ ...soak, environment })}
              />
            )}
          </Field>
          <Count
            label="For minutes"
            value={soak.minutes}
            onValue={(minutes) => onSoak({ ...soak, minutes })}
          />
        </span>
      )}
    </div>
  );
}

function ApprovalGate(props: {
  readonly approvals: Rules['approvals'];
  readonly onApprovals: (approvals: Rules['approvals']) => void;
}) {
  const { approvals, onApprovals } = props;
  return (
    <div className="gate-rule">
      <CheckInput
        label="Other people approved it"
        hint="Not who wrote it, published it first, or asks to deploy it."
        checked={approvals !== undefined}
        onValue={(on) => onApprovals(on ? { people: 1 } : undefined)}
      />
      {approvals && (
        <span className="row row-wrap">
          <Count
            label="People"
            value={approvals.people}
            onValue={(people) => onApprovals({ ...approvals, people })}
          />
          <MaxAge of={approvals} onChange={onApprovals} />
        </span>
      )}
    </div>
  );
}

function Count(props: {
  readonly label: string;
  readonly value: number;
  readonly onValue: (value: number) => void;
}) {
  return (
    <Field label={props.label} className="field-narrow">
      {(ids) => (
        <TextInput
          {...ids}
          type="number"
          min={1}
          required
          value={String(props.value)}
          onValue={(text) => props.onValue(Number(text))}
        />
      )}
    </Field>
  );
}

function MaxAge<T extends { readonly maxAgeHours?: number }>(props: {
  readonly of: T;
  readonly onChange: (changed: T) => void;
}) {
  return (
    <Field label="Not older than hours" className="field-narrow">
      {(ids) => (
        <TextInput
          {...ids}
          type="number"
          min={1}
          placeholder="any"
          value={props.of.maxAgeHours === undefined ? '' : String(props.of.maxAgeHours)}
          onValue={(text) =>
            props.onChange({ ...props.of, maxAgeHours: text === '' ? undefined : Number(text) })
          }
        />
      )}
    </Field>
  );
}
