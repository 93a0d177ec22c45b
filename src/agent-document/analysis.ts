import { Type } from '@sinclair/typebox';

export const Analysis = Type.Object(
  {
    summary: Type.Optional(Type.Boolean({ description: 'Whether the call is summed up.' })),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Fields to extract from each call, as a JSON Schema of the subset that tools may use.',
      }),
    ),
    success: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        description: 'A statement that is true of a call that went well.',
      }),
    ),
    provider: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9][a-z0-9-]{0,63}$',
        examples: ['my-openai'],
        description: 'The language model that is asked. Default: the first of the account or the instance.',
      }),
    ),
    modelId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  {
    additionalProperties: false,
    title: 'Analysis',
    description: 'What a language model is to find out from the record of a call once it has ended.',
  },
);
