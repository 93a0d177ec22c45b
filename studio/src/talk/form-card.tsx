import type { FormSoFar } from '../try/live-events.js';
import { Icon } from '../ui/icon.js';
import { Badge, Card, type Tone } from '../ui/surfaces.js';
import { capitalised, inWords } from '../ui/words.js';
import type { FieldSoFar } from './form-fields.js';

const OUTCOMES: Readonly<Record<string, readonly [words: string, tone: Tone]>> = {
  completed: ['Done', 'good'],
  failed: ['Didn’t work', 'danger'],
  cancelled: ['Cancelled', 'plain'],
  left: ['Left', 'plain'],
  unfinished: ['Not finished', 'plain'],
};

/** The agent's understanding, field by field. */
export function FormCard({
  form,
  fields,
}: {
  readonly form: FormSoFar;
  readonly fields: readonly FieldSoFar[];
}) {
  const known = fields.filter(({ value }) => value !== undefined).length;
  const [words, tone] = OUTCOMES[form.outcome] ?? [`${known} of ${fields.length}`, 'plain'];
  return (
    <Card title="What it understood" className="form-so-far" actions={<Badge tone={tone}>{words}</Badge>}>
      <p className="small soft">{capitalised(inWords(form.name))}</p>
      <dl>
        {fields.map((field) => (
          <Field key={field.label} field={field} />
        ))}
      </dl>
    </Card>
  );
}

const Field = ({ field: { label, value, state } }: { readonly field: FieldSoFar }) => (
  <div data-state={state}>
    <dt>
      {state === 'confirmed' ? <Icon name="check" /> : <span className="form-ring" aria-hidden="true" />}
      {label}
    </dt>
    <dd>{value ?? <span className="soft">{state === 'asked' ? 'Asks next' : '–'}</span>}</dd>
  </div>
);
