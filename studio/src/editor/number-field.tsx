import { TextInput } from '../ui/inputs.js';
import { SliderInput } from '../ui/slider.js';
import { IconButton } from '../ui/button.js';
import { useDraftAtHand } from './draft-context.js';
import { DraftField } from './draft-field.js';
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

/** A number: a slider with its value if the range is small enough. Empty means the default. */
export function NumberField(props: SchemaFieldProps) {
  const { path, schema, value, onValue } = props;
  const { minimum = 0, maximum = Infinity, description } = schema;
  const shown = typeof value === 'number' ? String(value) : '';
  const label = labelOf(path);
  const step = stepOf(path, schema.type === 'integer', maximum - minimum);
  const canAim = (maximum - minimum) / step <= MOST_STEPS;
  return (
    <DraftField path={path} label={isMilliseconds(path) ? `${label} (ms)` : label} hint={description}>
      {(ids) => (
        <>
          <div className="number-field">
            {canAim && <NumberSlider {...props} label={label} step={step} />}
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
          {canAim && <Ends path={path} value={value} isUnset={nowOf(props) === undefined} />}
        </>
      )}
    </DraftField>
  );
}

/** The effective value: as set, or the default if known. */
const nowOf = ({ value, schema }: SchemaFieldProps): number | undefined =>
  [value, schema.default].find((one) => typeof one === 'number');

function NumberSlider(props: SchemaFieldProps & { readonly label: string; readonly step: number }) {
  const { schema, label, step, onValue } = props;
  const { isReadOnly } = useDraftAtHand();
  const { minimum = 0, maximum = 0 } = schema;
  const now = nowOf(props);
  return (
    <SliderInput
      label={label}
      min={minimum}
      max={maximum}
      step={step}
      disabled={isReadOnly}
      isUnset={now === undefined}
      value={now ?? (minimum + maximum) / 2}
      onValue={onValue}
    />
  );
}

/** Meaning of the slider's ends, with the value as a readable time between them. */
function Ends({
  path,
  value,
  isUnset,
}: Pick<SchemaFieldProps, 'path' | 'value'> & { readonly isUnset: boolean }) {
  const ends = endsOf(path);
  if (!ends) return null;
  const now = isMilliseconds(path) && typeof value === 'number' ? secondsOf(value) : '';
  return (
    <div className="slider-ends small soft">
      <span>{ends[0]}</span>
      <strong>{isUnset ? 'default' : now}</strong>
      <span>{ends[1]}</span>
    </div>
  );
}
