import { useState } from 'react';
import { Button } from '../ui/button.js';
import { SelectInput, TextInput } from '../ui/inputs.js';
import { useRowKeys } from '../ui/row-keys.js';
import type { Json } from './json.js';
import { JsonText } from './json-text.js';
import { nameOf, wordsOf } from './names.js';
import {
  NEW_PARAMETER,
  type Parameter,
  PARAMETER_KINDS,
  type ParameterKind,
  parametersIn,
  schemaOfParameters,
} from './tool-parameters.js';
import { ChoicesRow, RowEnd, TableRows } from './table-rows.js';

interface Props {
  readonly path: readonly string[];
  readonly schema: Json | undefined;
  readonly onSchema: (schema: Json | undefined) => void;
}

const isSame = (rows: readonly Parameter[], schema: Json | undefined) =>
  JSON.stringify(schemaOfParameters(rows)) === JSON.stringify(schema ?? { type: 'object', properties: {} });

/** What a tool needs to know, as rows; as JSON Schema where rows can't show it. */
export function ParameterRows({ path, schema, onSchema }: Props) {
  const [typed, setTyped] = useState<readonly Parameter[]>([]);
  const saved = parametersIn(schema);
  // Rows without a name are in no document: they are kept here while the document is theirs.
  const rows = isSame(typed, schema) ? typed : (saved ?? []);
  const give = (next: readonly Parameter[]) => {
    setTyped(next);
    onSchema(next.some(({ name }) => name !== '') ? schemaOfParameters(next) : undefined);
  };
  const { keys, remove } = useRowKeys(rows, give);
  if (!saved) return <AsSchema path={path} schema={schema} onSchema={onSchema} />;
  const set = (at: number, change: Partial<Parameter>) =>
    give(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <TableRows
      path={path}
      title="What it needs to know"
      lead="The agent asks callers for what they have not said."
      columns={['Name', 'Kind', 'What it means', 'For example', 'Needed']}
      add={
        <Button icon="plus" small onClick={() => give([...rows, NEW_PARAMETER])}>
          Add a row
        </Button>
      }
    >
      {rows.map((row, at) => (
        <Row key={keys[at]} row={row} onChange={(change) => set(at, change)} onRemove={() => remove(at)} />
      ))}
    </TableRows>
  );
}

const AsSchema = ({ path, schema, onSchema }: Props) => (
  <JsonText
    path={path}
    label="What it needs to know, as JSON Schema"
    hint="These rules are more than rows can show."
    value={schema}
    onValue={onSchema}
  />
);

interface RowProps {
  readonly row: Parameter;
  readonly onChange: (change: Partial<Parameter>) => void;
  readonly onRemove: () => void;
}

function Row({ row, onChange, onRemove }: RowProps) {
  const { name, kind, required, choices } = row;
  const words = wordsOf(name) || 'new row';
  return (
    <>
      <tr>
        <td>
          <TextInput
            aria-label="Name of the row"
            placeholder="Name"
            value={wordsOf(name)}
            onValue={(text) => onChange({ name: nameOf(text) })}
          />
        </td>
        <td>
          <SelectInput<ParameterKind>
            aria-label={`Kind of ${words}`}
            value={kind}
            options={kind === 'any' ? [...PARAMETER_KINDS, ANYTHING] : PARAMETER_KINDS}
            onValue={(next) => onChange({ kind: next })}
          />
        </td>
        <Described row={row} words={words} onChange={onChange} />
        <RowEnd
          words={words}
          isNeeded={required}
          onNeeded={(on) => onChange({ required: on })}
          onRemove={onRemove}
        />
      </tr>
      {kind === 'choice' && (
        <ChoicesRow words={words} choices={choices} onChoices={(next) => onChange({ choices: next })} />
      )}
    </>
  );
}

/** Of schemas that name no type. */
const ANYTHING = { value: 'any', label: 'Anything' } as const;

const Described = (props: Pick<RowProps, 'row' | 'onChange'> & { readonly words: string }) => (
  <>
    <td>
      <TextInput
        aria-label={`What ${props.words} means`}
        placeholder="What it means"
        value={props.row.description}
        onValue={(description) => props.onChange({ description })}
      />
    </td>
    <td>
      <TextInput
        aria-label={`Example for ${props.words}`}
        placeholder="For example"
        value={props.row.example}
        onValue={(example) => props.onChange({ example })}
      />
    </td>
  </>
);
