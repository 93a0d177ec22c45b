import { Type } from '@sinclair/typebox';

export const Privacy = Type.Object(
  {
    storeText: Type.Optional(
      Type.Boolean({
        description:
          'False keeps what is said, and the numbers of callers, out of the records of calls. Default: as the instance is set.',
      }),
    ),
    recordAudio: Type.Optional(
      Type.Boolean({
        description: 'False keeps calls from being recorded, where the instance records. Default: true.',
      }),
    ),
    storeKeys: Type.Optional(
      Type.Boolean({
        description:
          'False keeps the keys that callers press (card numbers, codes) out of records and live events: only how many there were is kept. Default: true.',
      }),
    ),
    redact: Type.Optional(
      Type.Array(
        Type.Union([Type.Literal('card_numbers'), Type.Literal('emails'), Type.Literal('phone_numbers')]),
        {
          maxItems: 3,
          uniqueItems: true,
          description:
            'What looks like one of these is kept out of the records of calls, and its sound out of recordings.',
        },
      ),
    ),
  },
  { additionalProperties: false, title: 'Privacy' },
);
