import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { agentQuery, agentsKey } from '../agents/queries.js';
import { useAction } from '../api/action.js';
import { api, take } from '../api/client.js';
import { Field } from '../ui/field.js';
import { type Option, SelectInput, TextInput } from '../ui/inputs.js';
import { DocumentField } from './document-field.js';
import { useDraftAtHand, useSetField } from './draft-context.js';
import { DraftField } from './draft-field.js';
import { stringOf } from './json.js';
import { languageOptions, timeZoneOptions } from './places.js';
import { Instructions } from './instructions.js';
import { ModelChoice } from './model-choice.js';
import { Question, QuestionCard } from './question.js';
import { TurnPace } from './turn-pace.js';
import { VoiceChoice } from './voice-choice.js';

export const WhoQuestion = () => (
  <Question number={1} id="who" title="Who is it?" lead="How it introduces itself, and how it treats people.">
    <QuestionCard>
      <AgentName />
      <div className="two">
        <ChoiceField
          name="languageCode"
          hint="What it speaks and understands first."
          optionsFor={languageOptions}
        />
        <ChoiceField
          name="timeZone"
          hint="For “today”, “tomorrow” and opening hours."
          optionsFor={timeZoneOptions}
        />
      </div>
      <Instructions />
      <ModelChoice />
    </QuestionCard>
    <QuestionCard title="Voice">
      <VoiceChoice />
      <DocumentField path={['voice', 'speed']} />
    </QuestionCard>
    <QuestionCard title="How soon does it answer?" lead="Patient waits longer when a caller pauses to think.">
      <TurnPace />
    </QuestionCard>
  </Question>
);

/** Saved separately: the name belongs to the agent, not to the draft. */
function AgentName() {
  const { agentId, isReadOnly } = useDraftAtHand();
  const { data } = useQuery(agentQuery(agentId));
  const [typed, setTyped] = useState<string>();
  const saved = data?.agentName ?? '';
  const rename = useAction(
    (name: string) =>
      take(api.PATCH('/v1/agents/{agentId}', { params: { path: { agentId } }, body: { name } })),
    { changes: [agentsKey] },
  );
  const save = () => {
    const name = typed?.trim() ?? '';
    setTyped(undefined);
    if (name !== '' && name !== saved) rename.mutate(name);
  };
  return (
    <Field label="Its name">
      {(ids) => (
        <TextInput
          {...ids}
          maxLength={100}
          readOnly={isReadOnly}
          value={typed ?? (rename.isPending ? rename.variables : saved)}
          onValue={setTyped}
          onBlur={save}
          onKeyDown={({ key }) => key === 'Enter' && save()}
        />
      )}
    </Field>
  );
}

interface ChoiceProps {
  readonly name: 'languageCode' | 'timeZone';
  readonly hint: string;
  readonly optionsFor: (chosen: string) => readonly Option[];
}

function ChoiceField({ name, hint, optionsFor }: ChoiceProps) {
  const { document } = useDraftAtHand();
  const set = useSetField();
  const chosen = stringOf(document[name]);
  const options = useMemo(() => optionsFor(chosen), [optionsFor, chosen]);
  return (
    <DraftField path={[name]} hint={hint}>
      {(ids) => (
        <SelectInput
          {...ids}
          value={chosen}
          options={options}
          onValue={(value) => set([name], value || undefined)}
        />
      )}
    </DraftField>
  );
}
