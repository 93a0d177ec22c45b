import { type Static, type TSchema, Type } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

/** What the agent says during a slow tool call. */
export const Filler = Type.Object(
  {
    afterMs: Type.Integer({ minimum: 0, maximum: 30_000, description: 'Silence before it is said.' }),
    say: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
      minItems: 1,
      maxItems: 10,
      description: 'Said in turn, one each time; may hold variables.',
    }),
  },
  {
    ...closed,
    title: 'ToolFiller',
    description:
      'What the agent says, once an answer, while the tool keeps the caller waiting. Not said where the model has said something itself.',
  },
);

/** How what a tool did is undone. */
const Undo = Type.Object(
  {
    tool: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The tool in `tools` that undoes it: `cancel_table`.',
    }),
    arguments: optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
        maxProperties: 50,
        description:
          'Its arguments. Texts may hold `{{result.NAME}}` and `{{arguments.NAME}}`: what the call answered, and what it was given. A text that is only such a place becomes the value itself, for example a number.',
      }),
    ),
    order: optional(
      Type.Union([Type.Literal('after'), Type.Literal('before')], {
        description:
          'When a caller wants something else instead. `after`: the new call comes first, and what it replaces is undone once it has succeeded. `before`: for things that cannot exist at once. Default: after.',
      }),
    ),
  },
  {
    ...closed,
    title: 'ToolUndo',
    description: 'How what the tool did is undone, where the caller corrects it or takes it back.',
  },
);

/** A tool of an agent document: an HTTP request that a model may make. */
export const Tool = Type.Object(
  {
    name: Type.String({ pattern: '^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$', examples: ['find_room'] }),
    description: Type.String({ minLength: 1, maxLength: 2_000 }),
    parameters: optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema of the arguments.' }),
    ),
    http: Type.Object(
      {
        method: Type.Union([
          Type.Literal('GET'),
          Type.Literal('POST'),
          Type.Literal('PUT'),
          Type.Literal('PATCH'),
          Type.Literal('DELETE'),
        ]),
        url: Type.String({
          minLength: 1,
          maxLength: 2_000,
          description: 'Path and query may hold variables: `{{call.order}}`.',
        }),
        headers: optional(
          Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 4_000 }), {
            maxProperties: 30,
            description: 'Values may hold secret references: `{{secret.NAME}}`.',
          }),
        ),
        body: optional(
          Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
            maxProperties: 50,
            description:
              'Fields of the JSON body that the model cannot change; their texts may hold variables and secret references. For POST, PUT and PATCH.',
          }),
        ),
        timeoutMs: optional(Type.Integer({ minimum: 100, maximum: 60_000 })),
        repeatable: optional(
          Type.Boolean({
            description:
              'The service does nothing twice for one `Idempotency-Key`: a request that failed, or whose outcome died with the process, is sent again. Default: true for GET, PUT and DELETE.',
          }),
        ),
        durable: optional(
          Type.Boolean({
            description:
              'The request is written down before it leaves, and not made while the database is away. Default: true for all but GET.',
          }),
        ),
      },
      { ...closed, title: 'ToolRequest' },
    ),
    filler: optional(Filler),
    undo: optional(Undo),
    claims: optional(
      Type.Array(Type.String({ minLength: 2, maxLength: 60 }), {
        maxItems: 20,
        description:
          'Words with which the agent says that the tool did its work: `booked`. Default: from the name and the first word of the description.',
      }),
    ),
    reads: optional(
      Type.Array(Type.String({ minLength: 2, maxLength: 60 }), {
        maxItems: 20,
        description:
          'What the tool tells: `rooms left`. A tool with these, and without `claims`, changes nothing.',
      }),
    ),
  },
  { ...closed, title: 'Tool' },
);

export type AgentTool = Static<typeof Tool>;

const REFERENCE = /\{\{\s*secret\.([A-Za-z_][A-Za-z0-9_]{0,99})\s*\}\}/g;

/** Names of the secrets that a text references as `{{secret.NAME}}`. */
export function secretsIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

/**
 * Whether a secret would become part of the scheme, host or path of an address, where it could be logged or sent to
 * other hosts.
 */
export function hasSecretBeforeQuery(url: string): boolean {
  return secretsIn(url.split(/[?#]/, 1)[0] ?? '').length > 0;
}
