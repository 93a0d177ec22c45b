import { Field } from '../ui/field.js';
import { SliderInput, TextInput } from '../ui/inputs.js';
import { IconButton } from '../ui/button.js';
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
export function NumberField({ path, schema, value, onValue }: SchemaFieldProps) {
  const { minimum = 0, maximum = Infinity, description, type } = schema;
  const step = stepOf(path, type === 'integer', maximum - minimum);
  const shown = typeof value === 'number' ? String(value) : '';
  const label = labelOf(path);
  const hasSlider = (maximum - minimum) / step <= MOST_STEPS;
  return (
    <Field label={isMilliseconds(path) ? `${label} (ms)` : label} hint={description}>
      {(ids) => (
        <div className="number-field">
          {hasSlider && (
            <SliderInput
              label={label}
              min={minimum}
              max={maximum}
              step={step}
              value={typeof value === 'number' ? value : minimum}
              onValue={onValue}
            />
          )}
          <TextInput
            {...ids}
            type="number"
            step="any"
            min={minimum}
            max={Number.isFinite(maximum) ? maximum : undefined}
            placeholder="default"
            value={shown}
            onValue={(text) => onValue(text === '' ? undefined : Number(text))}
          />
          {shown !== '' && (
            <IconButton icon="undo" label={`Default for ${label}`} small onClick={() => onValue(undefined)} />
          )}
        </div>
      )}
    </Field>
  );
}
