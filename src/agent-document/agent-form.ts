import { type Static, Type } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;
const NAME = '^[a-zA-Z][a-zA-Z0-9_]{0,63}$';
const TIME = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

const FieldType = Type.Union(
  [
    Type.Literal('text'),
    Type.Literal('name'),
    Type.Literal('spelled'),
    Type.Literal('number'),
    Type.Literal('date'),
    Type.Literal('time'),
    Type.Literal('datetime'),
    Type.Literal('duration'),
    Type.Literal('phone'),
    Type.Literal('email'),
    Type.Literal('money'),
    Type.Literal('choice'),
    Type.Literal('yes-no'),
    Type.Literal('postcode'),
  ],
  { description: 'What the value is, and so what the caller may say for it.' },
);

const Field = Type.Object(
  {
    name: Type.String({
      pattern: NAME,
      examples: ['people'],
      description: 'The argument of the tool, and `{{form.NAME}}`.',
    }),
    type: FieldType,
    ask: Type.String({
      minLength: 1,
      maxLength: 500,
      examples: ['For how many people?'],
      description: 'What the agent asks; may hold `{{form.NAME}}` of fields before it.',
    }),
    confirm: Type.Optional(
      Type.Boolean({
        description:
          'Whether the value is read back at once. Default: true for email, phone, spelled and postcode.',
      }),
    ),
    optional: Type.Optional(Type.Boolean({ description: 'A caller who does not want to say it need not.' })),
    choices: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        minItems: 2,
        maxItems: 50,
        uniqueItems: true,
        description: 'Of a choice.',
      }),
    ),
    from: Type.Optional(
      Type.String({
        pattern: TIME,
        examples: ['17:00'],
        description: 'The earliest time of day of a time or datetime.',
      }),
    ),
    until: Type.Optional(Type.String({ pattern: TIME, examples: ['22:00'], description: 'The latest one.' })),
  },
  { ...closed, title: 'FormField' },
);

/** What an agent collects from a caller, and the tool that receives it. */
export const FormSchema = Type.Object(
  {
    name: Type.String({ pattern: '^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$', examples: ['book-a-table'] }),
    when: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
      minItems: 1,
      maxItems: 50,
      description: 'What a caller may say to begin it, as the examples of an intent.',
    }),
    fields: Type.Array(Field, { minItems: 1, maxItems: 30 }),
    review: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description:
          'The question whether all values are right, with `{{form.NAME}}`. Default: names and values.',
      }),
    ),
    unanswered: Type.Optional(
      Type.Union([Type.Literal('skip'), Type.Literal('transfer'), Type.Literal('leave')], {
        description:
          'Once a value was asked for three times: go on without it, hand over, or leave the form. Default: `leave`.',
      }),
    ),
    then: Type.Object(
      {
        tool: Type.Optional(
          Type.String({
            maxLength: 64,
            examples: ['book_table'],
            description: 'Called with the values by their names.',
          }),
        ),
        say: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 1_000,
            description: 'Said once the tool has answered well, with `{{form.NAME}}`.',
          }),
        ),
        failed: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 1_000,
            description: 'Said where the tool has refused or failed.',
          }),
        ),
        transfer: Type.Optional(
          Type.String({
            maxLength: 64,
            description: 'Who gets the caller then: the name of a destination of `transfer`.',
          }),
        ),
      },
      {
        ...closed,
        title: 'FormEnd',
        minProperties: 1,
        description: 'What is done with the values once the caller has confirmed them.',
      },
    ),
  },
  { ...closed, title: 'Form' },
);

export type AgentForm = Static<typeof FormSchema>;

const FORM_PLACE = /\{\{\s*form\.([A-Za-z][A-Za-z0-9_]{0,63})\s*\}\}/g;

/** The text without form placeholders, which are filled while the form runs. */
export const withoutFormPlaces = (text: string): string => text.replace(FORM_PLACE, '');

/** Replaces each form placeholder. */
export const fillFormPlaces = (text: string, fill: (field: string) => string): string =>
  text.replace(FORM_PLACE, (_place, field: string) => fill(field));

export const formPlacesIn = (text: string): string[] =>
  [...text.matchAll(FORM_PLACE)].map(([, field = '']) => field);

/** The texts of a form that may contain placeholders, with their JSON Pointers. */
export function textsOfForm({ fields, review, then }: AgentForm): (readonly [path: string, text: string])[] {
  return [
    ...fields.map(({ ask }, index) => [`fields/${index}/ask`, ask] as const),
    ['review', review ?? ''],
    ['then/say', then.say ?? ''],
    ['then/failed', then.failed ?? ''],
  ];
}
