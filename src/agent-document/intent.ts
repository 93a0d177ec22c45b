import { Type } from '@sinclair/typebox';

/** Maximum characters of all examples in a document. */
export const MAX_EXAMPLE_CHARACTERS = 100_000;

/** An intent that the starter agent answers. */
export const Intent = Type.Object(
  {
    name: Type.String({ pattern: '^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$', examples: ['opening-hours'] }),
    examples: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
      minItems: 1,
      maxItems: 50,
      description: 'What a caller may say.',
    }),
    keys: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9A-D*#]{1,32}$', examples: ['1'] }), {
        maxItems: 20,
        uniqueItems: true,
        description: 'What a caller may press on the telephone instead, for example `1`.',
      }),
    ),
    reply: Type.String({ minLength: 1, maxLength: 2_000 }),
    endsCall: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false, title: 'Intent' },
);
