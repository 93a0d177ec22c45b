import type { ReactNode } from 'react';
import { OpeningHours } from '../editor/opening-hours.js';
import { languageOptions } from '../editor/places.js';
import { Field } from '../ui/field.js';
import { CheckInput, SelectInput, TextArea, TextInput } from '../ui/inputs.js';
import type { Suggestion } from './suggestion.js';

export interface Reviewed extends Suggestion {
  /** Topics and tests that were ticked off. */
  readonly leftOut: ReadonlySet<string>;
}

interface Props {
  readonly value: Reviewed;
  readonly onValue: (value: Reviewed) => void;
}

/** The suggestion without what was ticked off. */
export const kept = ({ leftOut, ...suggestion }: Reviewed): Suggestion => ({
  ...suggestion,
  knowledge: suggestion.knowledge.filter(({ title }) => !leftOut.has(title)),
  tests: suggestion.tests.filter(({ name }) => !leftOut.has(name)),
});

/** Everything that a model wrote, to be corrected before it is saved. */
export function ReviewSuggestion({ value, onValue }: Props) {
  const set = (change: Partial<Reviewed>) => onValue({ ...value, ...change });
  return (
    <>
      <div className="two">
        <Field label="Name">
          {(ids) => (
            <TextInput {...ids} maxLength={100} value={value.name} onValue={(name) => set({ name })} />
          )}
        </Field>
        <Field label="Language">
          {(ids) => (
            <SelectInput
              {...ids}
              value={value.languageCode ?? ''}
              options={languageOptions(value.languageCode ?? '')}
              onValue={(code) => set({ languageCode: code || null })}
            />
          )}
        </Field>
      </div>
      <Words value={value} onValue={onValue} />
      <OpeningHours business={value} onBusiness={(change) => set(hoursOf(change))} />
      <Ticked title="It knows" value={value} onValue={onValue}>
        {value.knowledge.map(({ title, content }) => [title, content])}
      </Ticked>
      <Ticked title="Tests" value={value} onValue={onValue}>
        {value.tests.map(({ name, say, expect }) => [name, `“${say.join('” – “')}” → ${expect}`])}
      </Ticked>
    </>
  );
}

const Words = ({ value, onValue }: Props) => (
  <>
    <Field label="It says first">
      {(ids) => (
        <TextInput {...ids} value={value.greeting} onValue={(greeting) => onValue({ ...value, greeting })} />
      )}
    </Field>
    <Field label="Instructions">
      {(ids) => (
        <TextArea
          {...ids}
          rows={6}
          value={value.instructions}
          onValue={(instructions) => onValue({ ...value, instructions })}
        />
      )}
    </Field>
    <Field label="Address">
      {(ids) => (
        <TextInput
          {...ids}
          maxLength={200}
          value={value.address}
          onValue={(address) => onValue({ ...value, address })}
        />
      )}
    </Field>
  </>
);

const hoursOf = ({ hours, closed }: Partial<Parameters<typeof OpeningHours>[0]['business']>) => ({
  ...(hours && { hours: hours.map((spans) => [...spans]) }),
  ...(closed !== undefined && { closed }),
});

function Ticked({
  title,
  value,
  onValue,
  children,
}: Props & { readonly title: string; readonly children: readonly (readonly [string, ReactNode])[] }) {
  if (children.length === 0) return null;
  const { leftOut } = value;
  const tick = (name: string, on: boolean) =>
    onValue({
      ...value,
      leftOut: new Set(on ? [...leftOut].filter((one) => one !== name) : [...leftOut, name]),
    });
  return (
    <fieldset className="field">
      <legend>{title}</legend>
      {children.map(([name, text]) => (
        <CheckInput
          key={name}
          label={name}
          hint={text}
          checked={!leftOut.has(name)}
          onValue={(on) => tick(name, on)}
        />
      ))}
    </fieldset>
  );
}
