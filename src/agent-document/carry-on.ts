import { Type } from '@sinclair/typebox';

export const CarryOn = Type.Object(
  {
    message: Type.Optional(
      Type.String({
        maxLength: 500,
        description:
          'What the agent says first when a call goes on that was cut off by a fault of the service; empty: nothing. Default: a short apology ' +
          'where languageCode is English, else nothing. Where the caller waits for an answer, that is given instead.',
      }),
    ),
  },
  { additionalProperties: false, title: 'CarryOn' },
);
