import { Button } from '../ui/button.js';
import { SelectInput, TextInput } from '../ui/inputs.js';
import { useRowKeys } from '../ui/row-keys.js';
import { useSchemaAt } from './document-field.js';
import { useSetField } from './draft-context.js';
import { hasTimes, kindOptions } from './form-kinds.js';
import { type Json, type JsonObject, listOf, stringOf, withField } from './json.js';
import { freeName, nameOf, wordsOf } from './names.js';
import { choicesOf } from './schema.js';
import { ChoicesRow, RowEnd, TableRows } from './table-rows.js';

interface RowsProps {
  readonly path: readonly string[];
  readonly fields: readonly JsonObject[];
}

/** What a form asks for, in rows. */
export function FieldRows({ path, fields }: RowsProps) {
  const set = useSetField();
  const give = (next: readonly JsonObject[]) => set(path, next);
  const { keys, remove } = useRowKeys(fields, give);
  const kinds = choicesOf(useSchemaAt([...path, '0', 'type'])) ?? [];
  const add = () => {
    const taken = fields.map(({ name }) => stringOf(name));
    give([...fields, { name: freeName('field', taken), type: 'text', ask: '' }]);
  };
  return (
    <TableRows
      path={path}
      title="What it asks for"
      lead="In this order."
      columns={['Name', 'Kind', 'How it asks', 'Needed']}
      add={
        <Button icon="plus" small onClick={add}>
          Add a row
        </Button>
      }
    >
      {fields.map((field, at) => (
        <FieldRow
          key={keys[at]}
          field={field}
          kinds={kinds}
          onField={(next) => give(fields.with(at, next))}
          onRemove={() => remove(at)}
        />
      ))}
    </TableRows>
  );
}

interface RowProps {
  readonly field: JsonObject;
  readonly kinds: readonly string[];
  readonly onField: (field: JsonObject) => void;
  readonly onRemove: () => void;
}

function FieldRow({ field, kinds, onField, onRemove }: RowProps) {
  const words = wordsOf(stringOf(field.name)) || 'new row';
  const set = (name: string, value: Json | undefined) => onField(withField(field, name, value));
  return (
    <>
      <tr>
        <td>
          <TextInput
            aria-label="Name of the field"
            maxLength={64}
            value={wordsOf(stringOf(field.name))}
            onValue={(text) => set('name', nameOf(text).replaceAll('-', '_'))}
          />
        </td>
        <td>
          <SelectInput
            aria-label={`Kind of ${words}`}
            value={stringOf(field.type)}
            options={kindOptions(kinds)}
            onValue={(type) => onField(withKind(field, type))}
          />
        </td>
        <AskCell words={words} ask={stringOf(field.ask)} onAsk={(ask) => set('ask', ask)} />
        <RowEnd
          words={words}
          isNeeded={field.optional !== true}
          onNeeded={(needed) => set('optional', needed ? undefined : true)}
          onRemove={onRemove}
        />
      </tr>
      <KindRow field={field} words={words} onSet={set} />
    </>
  );
}

const AskCell = (props: {
  readonly words: string;
  readonly ask: string;
  readonly onAsk: (ask: string) => void;
}) => (
  <td>
    <TextInput
      aria-label={`How it asks for ${props.words}`}
      placeholder="How it asks"
      maxLength={500}
      value={props.ask}
      onValue={props.onAsk}
    />
  </td>
);

function withKind(field: JsonObject, type: string): JsonObject {
  const { choices: _choices, from: _from, until: _until, ...rest } = field;
  return { ...rest, type, ...(type === 'choice' && { choices: [] }) };
}

interface KindProps {
  readonly field: JsonObject;
  readonly words: string;
  readonly onSet: (name: string, value: Json | undefined) => void;
}

/** What only some kinds have. */
function KindRow({ field, words, onSet }: KindProps) {
  const kind = stringOf(field.type);
  const time = (name: string, label: string) => (
    <TextInput
      type="time"
      aria-label={`${label} ${words}`}
      value={stringOf(field[name])}
      onValue={(value) => onSet(name, value || undefined)}
    />
  );
  if (kind === 'choice') {
    const choices = listOf(field.choices).map(stringOf);
    return <ChoicesRow words={words} choices={choices} onChoices={(next) => onSet('choices', next)} />;
  }
  if (!hasTimes(kind)) return null;
  return (
    <tr className="row-more">
      <td colSpan={5}>
        <span className="span">
          between {time('from', 'Earliest')} and {time('until', 'Latest')}
        </span>
      </td>
    </tr>
  );
}
