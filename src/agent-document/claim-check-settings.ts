import { Type } from '@sinclair/typebox';

/** What happens to sentences that say that something was done which was not. */
export const ClaimCheckSettings = Type.Object(
  {
    mode: Type.Optional(
      Type.Union([Type.Literal('off'), Type.Literal('warn'), Type.Literal('hold')], {
        description:
          '`warn`: each claim is recorded with its proof, and all is said. `hold`: a sentence that no tool call proves is not said; the model is asked ' +
          'once more. `off`: nothing is checked. Default: warn.',
      }),
    ),
    onFailure: Type.Optional(
      Type.String({
        maxLength: 300,
        description:
          'With `hold`, said in place of a sentence that stays unproven. Empty: nothing. Default: a short apology where languageCode is English, else nothing.',
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'ClaimCheck',
    description: 'Whether what the agent says that it did is compared with its tool calls.',
  },
);
