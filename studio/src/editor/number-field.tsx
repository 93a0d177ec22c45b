import { Field } from '../ui/field.js';
import { SliderInput, TextInput } from '../ui/inputs.js';
import { IconButton } from '../ui/button.js';
import { useDraftAtHand } from './draft-context.js';
import { endsOf, secondsOf } from './slider-words.js';
import type { SchemaFieldProps } from './schema-field.js';
import { labelOf } from './words.js';

/** Ranges that fit a slider; wider ones are typed. */
const MOST_STEPS = 400;

const isMilliseconds = (path: readonly string[]) => /Ms$/.test(path.at(-1) ?? '');

function stepOf(path: readonly string[], isInteger: boolean, range: number): number {
  if (isMilliseconds(path)) return range > 30_000 ? 1_000 : 50;
  return isInteger ? 1 : 0.05;
}

/** A number: as a slider with its value beside, where it has bounds. Empty is the default. */
export function NumberField(props: SchemaFieldProps) {
  const { path, schema, value, onValue } = props;
  const { minimum = 0, maximum = Infinity, description } = schema;
  const shown = typeof value === 'number' ? String(value) : '';
  const label = labelOf(path);
  return (
    <Field label={isMilliseconds(path) ? `${label} (ms)` : label} hint={description}>
      {(ids) => (
        <>
          <div className="number-field">
            <NumberSlider {...props} label={label} />
            <TextInput
              {...ids}
              type="number"
              step="any"
              min={minimum}
              max={Number.isFinite(maximum) ? maximum : undefined}
              placeholder={typeof schema.default === 'number' ? `default ${schema.default}` : 'default'}
              value={shown}
              onValue={(text) => onValue(text === '' ? undefined : Number(text))}
            />
            {shown !== '' && (
              <IconButton
                icon="undo"
                label={`Default for ${label}`}
                small
                onClick={() => onValue(undefined)}
              />
            )}
          </div>
          <Ends path={path} value={value} />
        </>
      )}
    </Field>
  );
}

/** Nothing where the range is too wide to aim in. */
function NumberSlider(props: SchemaFieldProps & { readonly label: string }) {
  const { path, schema, value, label, onValue } = props;
  const { isReadOnly } = useDraftAtHand();
  const { minimum = 0, maximum = Infinity, type } = schema;
  const step = stepOf(path, type === 'integer', maximum - minimum);
  if ((maximum - minimum) / step > MOST_STEPS) return null;
  return (
    <SliderInput
      label={label}
      min={minimum}
      max={maximum}
      step={step}
      disabled={isReadOnly}
      value={[value, schema.default].find((one) => typeof one === 'number') ?? minimum}
      onValue={onValue}
    />
  );
}

/** What the ends of the slider mean, and between them a time as people say it. */
function Ends({ path, value }: Pick<SchemaFieldProps, 'path' | 'value'>) {
  const ends = endsOf(path);
  if (!ends) return null;
  const now = isMilliseconds(path) && typeof value === 'number' ? secondsOf(value) : '';
  return (
    <div className="slider-ends small soft">
      <span>{ends[0]}</span>
      <strong>{now}</strong>
      <span>{ends[1]}</span>
    </div>
  );
}
