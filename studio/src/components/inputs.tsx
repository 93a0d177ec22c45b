import { useState } from 'react';
import { Field } from '../ui/field.js';
import { FormField } from '../ui/form-field.js';
import type { FieldSpec } from '../ui/form-spec.js';
import { CheckInput, optionsOf, Segments, SelectInput, TextArea, TextInput } from '../ui/inputs.js';
import { SliderInput } from '../ui/slider.js';
import { Card } from '../ui/surfaces.js';

const ENVIRONMENTS = optionsOf(['sandbox', 'pre-release', 'live']);

const INITIAL = {
  text: 'Front desk',
  password: '',
  url: '',
  'datetime-local': '',
  number: 3,
  'long-text': 'Two\nlines',
  lines: ['one', 'two'] as readonly string[],
  choice: 'live',
  checks: ['live'] as readonly string[],
  'yes-no': true,
};
type Values = typeof INITIAL;

/** One form field of each kind. */
const SPECS: readonly FieldSpec<Values>[] = [
  { name: 'text', label: 'Text', kind: 'text', hint: 'What it is for.' },
  { name: 'password', label: 'Password', kind: 'password' },
  { name: 'url', label: 'Address', kind: 'url', placeholder: 'https://' },
  { name: 'datetime-local', label: 'Date and time', kind: 'datetime-local' },
  { name: 'number', label: 'Number', kind: 'number', min: 0, max: 9 },
  { name: 'long-text', label: 'Long text', kind: 'long-text' },
  { name: 'lines', label: 'Lines', kind: 'lines' },
  { name: 'choice', label: 'Choice', kind: 'choice', options: ENVIRONMENTS },
  { name: 'checks', label: 'Several', kind: 'checks', options: ENVIRONMENTS },
  { name: 'yes-no', label: 'Yes or no', kind: 'yes-no', hint: 'With a hint.' },
];

export function Inputs() {
  const [values, setValues] = useState(INITIAL);
  return (
    <Card title="Inputs">
      <div className="specimen">
        {SPECS.map((spec) => (
          <FormField<Values>
            key={spec.name}
            spec={spec}
            value={values[spec.name]}
            onValue={(value) => setValues((all) => ({ ...all, [spec.name]: value }))}
          />
        ))}
        <Bare />
      </div>
    </Card>
  );
}

/** Controls without a form, in states that forms do not show. */
function Bare() {
  const [text, setText] = useState('not a number');
  const [speed, setSpeed] = useState(1);
  const [way, setWay] = useState('live');
  const [isOn, setOn] = useState(false);
  return (
    <>
      <Field label="With a mistake" hint="A whole number." error="This must be a whole number.">
        {(ids) => <TextInput {...ids} value={text} onValue={setText} />}
      </Field>
      <Field label="Disabled">
        {(ids) => <SelectInput {...ids} disabled value={way} options={ENVIRONMENTS} onValue={setWay} />}
      </Field>
      <Field label="Several lines">{(ids) => <TextArea {...ids} value={text} onValue={setText} />}</Field>
      <SliderInput label="Slider" min={0.5} max={2} step={0.05} value={speed} onValue={setSpeed} />
      <Segments label="Segments" value={way} options={ENVIRONMENTS} onValue={setWay} />
      <CheckInput label="Check" checked={isOn} onValue={setOn} />
      <CheckInput label="Disabled check" checked disabled onValue={setOn} />
    </>
  );
}
