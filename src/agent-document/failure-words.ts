import { Type } from '@sinclair/typebox';

/** What callers hear when a provider is slow, or fails for good. */
export const FailureWords = Type.Object(
  {
    waiting: Type.Optional(
      Type.Object(
        {
          afterMs: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 60_000,
              description:
                'So long, in milliseconds, the caller has waited for a sound of the agent. 0: never. Default: CALL_WAITING_WORDS_AFTER_MS.',
            }),
          ),
          say: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
              minItems: 1,
              maxItems: 5,
              description: 'One of these each time, in turn; may hold variables.',
            }),
          ),
        },
        {
          additionalProperties: false,
          title: 'WaitingWords',
          description:
            'What is said, once, to a caller whom an answer keeps waiting. Default of `say`: a few words where languageCode is English, else nothing.',
        },
      ),
    ),
    goodbye: Type.Optional(
      Type.String({
        maxLength: 500,
        description:
          "What is said where the agent can't go on, before the call ends; may hold variables. Empty: nothing. Default: a short apology where " +
          'languageCode is English, else nothing.',
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'FailureWords',
    description:
      'What callers hear when a provider keeps them waiting, or fails for good. Said by the built-in voice, which needs no provider and speaks English.',
  },
);
