import { type TSchema, Type } from '@sinclair/typebox';

const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

/** How an agent uses its knowledge in addition to its prompt. */
export const Knowledge = Type.Object(
  {
    mode: optional(
      Type.Union([Type.Literal('ahead'), Type.Literal('tool'), Type.Literal('off')], {
        description:
          'Whether passages of topics and documents are put before the model with each turn, it asks for them with the tool ' +
          '`search_knowledge`, or neither. Speech-to-speech models always ask. Default: ahead.',
      }),
    ),
    maxPassages: optional(
      Type.Integer({ minimum: 1, maximum: 20, description: 'The most passages for one turn. Default: 4.' }),
    ),
    tokenBudget: optional(
      Type.Integer({
        minimum: 50,
        maximum: 8_000,
        description: 'About how many tokens the passages of a turn may have together. Default: 800.',
      }),
    ),
    minSimilarity: optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'How near in meaning a passage must be that has none of the words: the cosine of its embedding and that of what the caller said. What irrelevant ' +
          'texts have differs from model to model. Default: 0.2.',
      }),
    ),
  },
  { additionalProperties: false, title: 'KnowledgeUse' },
);
