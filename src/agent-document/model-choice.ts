import { type TSchema, Type } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

const Provider = Type.Object(
  {
    provider: Type.String({
      pattern: '^[a-z0-9][a-z0-9-]{0,63}$',
      examples: ['my-openai'],
      description:
        'Name of a provider that this instance is configured for, for example `starter` or `openai`.',
    }),
    modelId: optional(Type.String({ minLength: 1, maxLength: 200 })),
    options: optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
        maxProperties: 50,
        description:
          'Set in the provider\'s requests as they are, by its own names, for example `{ "reasoning_effort": "low" }`. What Earshot sets itself is refused or goes before. ' +
          'At most 4,000 characters of JSON. Engines of this machine have none.',
      }),
    ),
  },
  { ...closed, title: 'ProviderChoice' },
);

const Stage = Type.Object(
  {
    ...Provider.properties,
    fallbacks: optional(Type.Array(Provider, { maxItems: 5, description: 'Tried in this order.' })),
  },
  { ...closed, title: 'ModelStage' },
);

/** The providers that an agent uses, and their models. */
export const Models = Type.Object(
  {
    endToEnd: optional(Stage),
    traditional: optional(
      Type.Object(
        { stt: optional(Stage), llm: optional(Stage), tts: optional(Stage) },
        { ...closed, title: 'TraditionalModels' },
      ),
    ),
  },
  { ...closed, title: 'Models' },
);
