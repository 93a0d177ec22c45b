import { type Static, Type } from '@sinclair/typebox';
import { shape } from '../../http/openapi/index.js';

export const ReplayedConversation = shape(
  'ReplayedConversation',
  {
    conversationId: Type.String({
      pattern: '^conv_[0-9A-Za-z]{1,64}$',
      description: 'A conversation of this agent whose words are on record.',
    }),
    unknownTools: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description:
          'What tools answer that were not called so on record. Default: that they failed. Either way it counts against the version.',
      }),
    ),
    judgeTools: Type.Optional(
      Type.Boolean({
        description:
          'Where the arguments are others, the first language model says whether they mean the same as in a call of the tool on record, ' +
          'which then answers and counts as made. Default: false.',
      }),
    ),
  },
  {
    description:
      'What the caller said in a real call is said again to the version that is tested and to the one that had the call: in text, or ' +
      '(with `spoken`) as it was recorded, turn by turn, in real time. Tools answer what they answered then; none is really called. The case passes unless the tested version does worse.',
  },
);

export type ReplayedConversation = Static<typeof ReplayedConversation>;
