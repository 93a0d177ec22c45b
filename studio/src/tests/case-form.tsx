import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, once, type Schemas, take } from '../api/client.js';
import { Button, IconButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { FormFoot } from '../ui/form-foot.js';
import { SelectInput, TextInput } from '../ui/inputs.js';
import { useRowKeys } from '../ui/row-keys.js';
import { expectationOf, KINDS, textOfExpectation } from './expectations.js';
import { testSetsKey } from './queries.js';

type TestTurn = Schemas['TestTurn'];
type Expectation = TestTurn['expect'][number];

interface Props {
  readonly agentId: string;
  readonly testSetId: string;
  readonly testCase: Schemas['TestCase'] | undefined;
  readonly onClose: () => void;
}

function useSave({ agentId, testSetId, testCase }: Props) {
  const path = { agentId, testSetId };
  return useAction(
    (body: Schemas['TestCaseBody']) => {
      if (!testCase) {
        const params = { path, header: once() };
        return take(api.POST('/v1/agents/{agentId}/test-sets/{testSetId}/cases', { params, body }));
      }
      const params = { path: { ...path, testCaseId: testCase.id } };
      return take(api.PUT('/v1/agents/{agentId}/test-sets/{testSetId}/cases/{testCaseId}', { params, body }));
    },
    { changes: [testSetsKey(agentId)], quiet: true },
  );
}

/** Fields that this form does not show, kept unchanged. */
function hiddenOf({ toolAnswers, spoken, simulated, replay }: Partial<Schemas['TestCase']>) {
  return {
    ...(toolAnswers && { toolAnswers }),
    ...(spoken && { spoken }),
    ...(simulated && { simulated }),
    ...(replay && { replay }),
  };
}

const initialOf = (
  testCase: Props['testCase'],
): { readonly name: string; readonly turns: readonly TestTurn[] } => ({
  name: testCase?.name ?? '',
  turns: testCase?.turns ?? [{ say: '', expect: [] }],
});

const LABELS = { name: 'Name' } as const;

/** The caller's words, turn by turn, and the expectations of each answer. */
export function CaseForm(props: Props) {
  const { testCase, onClose } = props;
  const [initial] = useState(() => initialOf(testCase));
  const [name, setName] = useState(initial.name);
  const [turns, setTurns] = useState(initial.turns);
  const { keys, remove } = useRowKeys(turns, setTurns);
  const save = useSave(props);
  const submit = () =>
    save.mutate({ name, turns: [...turns], ...hiddenOf(testCase ?? {}) }, { onSuccess: onClose });
  return (
    <Dialog
      title={testCase ? `Change “${testCase.name}”` : 'New case'}
      wide
      unsaved={name !== initial.name || turns !== initial.turns}
      onClose={onClose}
    >
      <Form error={save.error} labels={LABELS} onSubmit={submit}>
        <Field label={LABELS.name} name="name">
          {(ids) => <TextInput {...ids} required value={name} onValue={setName} />}
        </Field>
        {turns.map((turn, at) => (
          <TurnForm
            key={keys[at]}
            number={at + 1}
            turn={turn}
            onTurn={(next) => setTurns(turns.with(at, next))}
            onRemove={() => remove(at)}
          />
        ))}
        <div className="row">
          <Button small icon="plus" onClick={() => setTurns([...turns, { say: '', expect: [] }])}>
            Add turn
          </Button>
        </div>
        <FormFoot action="Save" isBusy={save.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

interface TurnFormProps {
  readonly number: number;
  readonly turn: TestTurn;
  readonly onTurn: (turn: TestTurn) => void;
  readonly onRemove: () => void;
}

const placeholderOf = (number: number) =>
  number === 1 ? 'What the caller says; empty: expect of the greeting' : 'What the caller says';

function TurnForm({ number, turn, onTurn, onRemove }: TurnFormProps) {
  const { say = '', expect } = turn;
  const setExpect = (next: Expectation[]) => onTurn({ ...turn, expect: next });
  const { keys, remove } = useRowKeys(expect, setExpect);
  return (
    <fieldset className="group turn-form">
      <legend>Turn {number}</legend>
      <div className="stack-tight">
        <div className="row">
          <TextInput
            aria-label={`What the caller says in turn ${number}`}
            placeholder={placeholderOf(number)}
            value={say}
            onValue={(text) => onTurn({ ...turn, say: text === '' ? undefined : text })}
          />
          <IconButton icon="trash" label={`Remove turn ${number}`} small onClick={onRemove} />
        </div>
        {expect.map((expectation, at) => (
          <ExpectationRow
            key={keys[at]}
            expectation={expectation}
            onExpectation={(next) => setExpect(expect.with(at, next))}
            onRemove={() => remove(at)}
          />
        ))}
        <div className="row">
          <Button
            small
            look="quiet"
            icon="plus"
            onClick={() => setExpect([...expect, { kind: 'contains', text: '' }])}
          >
            Expect something
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

function ExpectationRow(props: {
  readonly expectation: Expectation;
  readonly onExpectation: (expectation: Expectation) => void;
  readonly onRemove: () => void;
}) {
  const { expectation, onExpectation, onRemove } = props;
  const text = textOfExpectation(expectation);
  const hasText = expectation.kind !== 'ends-call' && expectation.kind !== 'did-not-stop';
  return (
    <div className="row">
      <SelectInput
        aria-label="The answer must"
        value={expectation.kind}
        options={KINDS}
        onValue={(kind) => onExpectation(expectationOf(kind, text))}
      />
      {hasText && (
        <TextInput
          aria-label="What"
          required
          value={text}
          onValue={(next) => onExpectation(expectationOf(expectation.kind, next))}
        />
      )}
      <IconButton icon="trash" label="Remove the expectation" small onClick={onRemove} />
    </div>
  );
}
