import { Button } from '../ui/button.js';
import { CheckInput, SelectInput, TextArea, TextInput } from '../ui/inputs.js';
import { DraftField } from './draft-field.js';
import { Group } from './group.js';
import { type Json, listOf, objectOf, stringOf, withField } from './json.js';
import { JsonText } from './json-text.js';
import { Lines } from './lines.js';
import { NumberField } from './number-field.js';
import { RowList } from './row-list.js';
import { choicesOf, type JsonSchema, valueSchemaOf } from './schema.js';
import { isStage, StageField } from './stage-field.js';
import { choiceLabel, labelOf } from './words.js';

export interface SchemaFieldProps {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  readonly value: Json | undefined;
  readonly required?: boolean;
  readonly onValue: (value: Json | undefined) => void;
}

/** Longer texts get a multi-line field. */
const LONG_TEXT = 500;

/** A field of the agent document, derived from its schema. */
export function SchemaField(props: SchemaFieldProps) {
  const { schema, path } = props;
  if (isStage(path)) return <StageField {...props} />;
  const choices = choicesOf(schema);
  if (choices) return <ChoiceField {...props} choices={choices} />;
  if (schema.anyOf) return <UnionField {...props} options={schema.anyOf} />;
  const kind: string = schema.type ?? '';
  switch (kind) {
    case 'boolean':
      return <YesNoField {...props} />;
    case 'integer':
    case 'number':
      return <NumberField {...props} />;
    case 'string':
      return <TextField {...props} />;
    case 'array':
      return <ListField {...props} item={schema.items ?? {}} />;
    case 'object':
      if (schema.properties) return <ObjectField {...props} />;
      return <RecordField {...props} item={valueSchemaOf(schema)} />;
    default:
      return <JsonText path={path} label={labelOf(path)} value={props.value} onValue={props.onValue} />;
  }
}

const hintOf = ({ description }: JsonSchema) => description;

function TextField({ path, schema, value, onValue, required }: SchemaFieldProps) {
  const Input = (schema.maxLength ?? 0) >= LONG_TEXT ? TextArea : TextInput;
  const give = (text: string) => onValue(text === '' && required !== true ? undefined : text);
  return (
    <DraftField path={path} hint={hintOf(schema)}>
      {(ids) => <Input {...ids} value={stringOf(value)} maxLength={schema.maxLength} onValue={give} />}
    </DraftField>
  );
}

function ChoiceField({
  path,
  schema,
  value,
  onValue,
  required,
  choices,
}: SchemaFieldProps & { readonly choices: readonly string[] }) {
  const options = choices.map((one) => ({ value: one, label: choiceLabel(one) }));
  const all = required === true ? options : [{ value: '', label: 'Default' }, ...options];
  return (
    <DraftField path={path} hint={hintOf(schema)}>
      {(ids) => (
        <SelectInput
          {...ids}
          value={stringOf(value)}
          options={all}
          onValue={(chosen) => onValue(chosen || undefined)}
        />
      )}
    </DraftField>
  );
}

function YesNoField({ path, schema, value, onValue }: SchemaFieldProps) {
  const now = typeof value === 'boolean' ? String(value) : '';
  return (
    <DraftField path={path} hint={hintOf(schema)}>
      {(ids) => (
        <SelectInput
          {...ids}
          value={now}
          options={[
            { value: '', label: 'Default' },
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          onValue={(chosen) => onValue(chosen === '' ? undefined : chosen === 'true')}
        />
      )}
    </DraftField>
  );
}

/** Fields of an object; nested ones in a frame. */
function ObjectField({
  path,
  schema,
  value,
  onValue,
  isBare = false,
}: SchemaFieldProps & { readonly isBare?: boolean }) {
  const object = objectOf(value);
  const set = (name: string, next: Json | undefined) => {
    const changed = withField(object, name, next);
    const isEmpty = Object.keys(changed).length === 0;
    onValue(isEmpty && !isBare && !isListItem(path) ? undefined : changed);
  };
  const shown = Object.entries(schema.properties ?? {}).filter(
    ([name, { deprecated }]) => deprecated !== true || object[name] !== undefined,
  );
  const fields = shown.map(([name, inner]) => (
    <SchemaField
      key={name}
      path={[...path, name]}
      schema={inner}
      value={object[name]}
      required={schema.required?.includes(name)}
      onValue={(next) => set(name, next)}
    />
  ));
  if (isBare || path.length <= 1 || isListItem(path)) return <div className="stack">{fields}</div>;
  return (
    <Group path={path} hint={hintOf(schema)}>
      {fields}
    </Group>
  );
}

const isListItem = (path: readonly string[]) => /^\d+$/.test(path.at(-1) ?? '');

function ListField(props: SchemaFieldProps & { readonly item: JsonSchema }) {
  const { item, value, onValue } = props;
  const choices = choicesOf(item);
  const list = listOf(value);
  const give = (next: readonly Json[]) => onValue(next.length === 0 && !props.required ? undefined : next);
  if (choices) return <ChecksField {...props} choices={choices} list={list} onList={give} />;
  if (item.type === 'string') return <LinesField {...props} list={list} onList={give} />;
  return <ItemsField {...props} list={list} onList={give} />;
}

interface ListProps extends SchemaFieldProps {
  readonly list: readonly Json[];
  readonly onList: (list: readonly Json[]) => void;
}

function ChecksField({
  path,
  schema,
  list,
  onList,
  choices,
}: ListProps & { readonly choices: readonly string[] }) {
  return (
    <Group path={path} hint={hintOf(schema)}>
      <div className="checks">
        {choices.map((choice) => (
          <CheckInput
            key={choice}
            label={choiceLabel(choice)}
            checked={list.includes(choice)}
            onValue={(on) => onList(on ? [...list, choice] : list.filter((one) => one !== choice))}
          />
        ))}
      </div>
    </Group>
  );
}

const LinesField = ({ path, schema, list, onList }: ListProps) => (
  <Lines path={path} hint={<>{schema.description} One a line.</>} list={list.map(String)} onList={onList} />
);

function ItemsField({ path, schema, list, onList, item }: ListProps & { readonly item: JsonSchema }) {
  return (
    <Group path={path} hint={hintOf(schema)}>
      <RowList
        path={path}
        list={list}
        onList={onList}
        titleOf={(one, index) => titleOf(one) || `${item.title ?? 'Entry'} ${index + 1}`}
      >
        {(place, one) => (
          <SchemaField
            path={place}
            schema={item}
            value={one}
            required
            onValue={(next) => onList(list.with(Number(place.at(-1)), next ?? {}))}
          />
        )}
      </RowList>
      <div className="row">
        <Button icon="plus" small onClick={() => onList([...list, freshOf(item)])}>
          Add {(item.title ?? 'entry').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()}
        </Button>
      </div>
    </Group>
  );
}

/** A new entry: its required fields, empty. */
function freshOf(schema: JsonSchema): Json {
  const choices = choicesOf(schema);
  if (choices) return choices[0] ?? '';
  if (schema.anyOf?.[0]) return freshOf(schema.anyOf[0]);
  if (schema.type === 'array') return [];
  if (schema.type !== 'object') return '';
  const required = schema.required ?? [];
  return Object.fromEntries(required.map((name) => [name, freshOf(schema.properties?.[name] ?? {})]));
}

const titleOf = (value: Json): string =>
  stringOf(objectOf(value).name) || stringOf(objectOf(value).written) || stringOf(objectOf(value).heard);

/** A union of objects: a choice, and the fields of the chosen alternative. */
function UnionField({ options, ...props }: SchemaFieldProps & { readonly options: readonly JsonSchema[] }) {
  const object = objectOf(props.value);
  const fits = ({ required = [] }: JsonSchema) => required.every((name) => name in object);
  const at = Math.max(0, options.findIndex(fits));
  const chosen = options[at];
  if (!chosen?.properties) {
    return (
      <JsonText path={props.path} label={labelOf(props.path)} value={props.value} onValue={props.onValue} />
    );
  }
  return (
    <Group path={props.path}>
      <SelectInput
        aria-label="Kind"
        value={String(at)}
        options={options.map(({ title, required }, index) => ({
          value: String(index),
          label: labelOf([required?.[0] ?? title ?? '']),
        }))}
        onValue={(index) => props.onValue(freshOf(options[Number(index)] ?? {}))}
      />
      <ObjectField {...props} schema={chosen} isBare />
    </Group>
  );
}

/** An object with free names. */
function RecordField({ item, ...props }: SchemaFieldProps & { readonly item: JsonSchema | undefined }) {
  return (
    <JsonText
      path={props.path}
      label={labelOf(props.path)}
      hint={props.schema.description ?? item?.description}
      value={props.value}
      onValue={props.onValue}
    />
  );
}
