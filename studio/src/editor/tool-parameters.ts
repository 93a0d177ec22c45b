import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  stringOf,
  withField,
} from './json.js';

/** A parameter of a tool, as a row. */
export interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  readonly required: boolean;
  readonly description: string;
  readonly example: string;
  /** Of a choice. */
  readonly choices: readonly string[];
}

const KINDS = {
  text: { type: 'string' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'time' },
  whole: { type: 'integer' },
  number: { type: 'number' },
  'yes-no': { type: 'boolean' },
  choice: { type: 'string' },
  any: {},
} as const satisfies Readonly<Record<string, JsonObject>>;

export type ParameterKind = keyof typeof KINDS;

export const PARAMETER_KINDS: readonly { readonly value: ParameterKind; readonly label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'whole', label: 'Whole number' },
  { value: 'number', label: 'Number' },
  { value: 'date', label: 'Date' },
  { value: 'time', label: 'Time' },
  { value: 'yes-no', label: 'Yes or no' },
  { value: 'choice', label: 'One of a list' },
];

export const NEW_PARAMETER: Parameter = {
  name: '',
  kind: 'text',
  required: true,
  description: '',
  example: '',
  choices: [],
};

/** JSON Schema keywords that a row shows. */
const SHOWN = new Set(['type', 'format', 'description', 'examples', 'enum']);

/** The parameters of a JSON Schema; undefined if it says more than rows can show. */
export function parametersIn(schema: Json | undefined): readonly Parameter[] | undefined {
  const { type = 'object', properties, required, ...more } = objectOf(schema);
  if (type !== 'object' || Object.keys(more).length > 0) return undefined;
  const needed = listOf(required).map(stringOf);
  const known = objectOf(properties);
  // The database keeps the order of lists only.
  const names = [...new Set([...needed, ...Object.keys(known)])];
  const rows = names.map((name) => parameterIn(name, objectOf(known[name]), needed.includes(name)));
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

function parameterIn(name: string, schema: JsonObject, required: boolean): Parameter | undefined {
  const { type, format, description, examples, enum: choices } = schema;
  if (Object.keys(schema).some((keyword) => !SHOWN.has(keyword))) return undefined;
  const kind = choices === undefined ? kindOf(type, format) : 'choice';
  const isPlain = choices === undefined || (type === 'string' && isList(choices) && choices.every(isText));
  const [example = ''] = listOf(examples);
  if (kind === undefined || !isPlain || isObject(example) || isList(example)) return undefined;
  return {
    ...{ name, kind, required, example: String(example) },
    description: stringOf(description),
    choices: listOf(choices).map(stringOf),
  };
}

const isText = (value: Json) => typeof value === 'string';

const kindOf = (type: Json | undefined, format: Json | undefined) =>
  (Object.keys(KINDS) as ParameterKind[]).find((kind) => {
    const shape: JsonObject = KINDS[kind];
    return kind !== 'choice' && shape.type === type && shape.format === format;
  });

/** The JSON Schema of rows. Those without a name are not part of it yet. */
export function schemaOfParameters(rows: readonly Parameter[]): JsonObject {
  const named = rows.filter(({ name }) => name !== '');
  const needed = named.flatMap(({ name, required }) => (required ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(named.map((row) => [row.name, schemaOf(row)])),
    ...(needed.length > 0 && { required: needed }),
  };
}

function schemaOf({ kind, description, example, choices }: Parameter): JsonObject {
  const described = withField({ ...KINDS[kind] }, 'description', description || undefined);
  const listed = kind === 'choice' ? { ...described, enum: choices } : described;
  return withField(listed, 'examples', example === '' ? undefined : [valueAs(kind, example)]);
}

/** A typed text as a value of that kind, if it is one. */
export function valueAs(kind: ParameterKind, text: string): Json {
  if (kind === 'yes-no' && /^(yes|no|true|false)$/i.test(text)) return /^(yes|true)$/i.test(text);
  const isNumber =
    (kind === 'whole' || kind === 'number') && text.trim() !== '' && Number.isFinite(Number(text));
  return isNumber ? Number(text) : text;
}

/** Arguments to try a tool with: the example of each row, or something of its kind. */
export const exampleArguments = (rows: readonly Parameter[]): JsonObject =>
  Object.fromEntries(
    rows.map(({ name, kind, example, choices }) => [
      name,
      example === '' ? (choices[0] ?? SAMPLES[kind] ?? '') : valueAs(kind, example),
    ]),
  );

const SAMPLES: Partial<Readonly<Record<ParameterKind, Json>>> = {
  whole: 1,
  number: 1,
  'yes-no': true,
  date: '2027-03-01',
  time: '19:30',
};
