import { type Static, Type } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;

/** Warm transfer: the destination is called first, and hears a briefing before the caller is connected. */
const Warm = Type.Object(
  {
    briefing: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description:
          'What the person hears first, where the model says nothing for it. Default: what the caller said last.',
      }),
    ),
    holdMessage: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'What the caller hears while it waits.' }),
    ),
    acceptPrompt: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'Said after the briefing; then the person has to press 1 to get the caller, and any other key declines. Without it whoever stays ' +
          'on the line gets the caller, and an answering machine does, too.',
      }),
    ),
    pauseMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 5_000,
        default: 500,
        description:
          'Milliseconds between the answer and the first word to the person, who lifts the phone to the ear meanwhile. Default: 500.',
      }),
    ),
  },
  {
    ...closed,
    title: 'WarmTransfer',
    description:
      'The person is called from here, is told who calls and why, and is then put together with the caller. Of `number` and `sipUri`.',
  },
);

const Destination = Type.Object(
  {
    name: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9 _-]{0,63}$',
      examples: ['front desk'],
      description: 'What the model calls it.',
    }),
    description: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Tells the model when it is the right one.' }),
    ),
    to: Type.Union([
      Type.Object(
        {
          agentId: Type.String({ pattern: '^[a-zA-Z0-9-]{1,100}$' }),
          history: Type.Optional(
            Type.Union([Type.Literal('full'), Type.Literal('summary'), Type.Literal('none')], {
              description:
                'What it is told of what was said before: the words, the last 8,000 characters of them; what a language model makes of them in a few ' +
                'sentences; or nothing. Default: full.',
            }),
          ),
        },
        {
          ...closed,
          title: 'TransferToAgent',
          description: 'Another agent of the account takes over in the same call.',
        },
      ),
      Type.Object(
        {
          url: Type.String({
            pattern: '^https://[^ <>"]{1,1000}$',
            examples: ['https://www.example.com/help'],
          }),
        },
        { ...closed, title: 'TransferToUrl', description: 'A page that the app of a web caller opens.' },
      ),
      Type.Object(
        {
          number: Type.String({
            pattern: '^\\+[1-9][0-9]{1,14}$',
            examples: ['+442071838750'],
            description: 'E.164.',
          }),
        },
        { ...closed, title: 'TransferToNumber' },
      ),
      Type.Object(
        {
          sipUri: Type.String({
            pattern: "^sips?:[A-Za-z0-9._~!$&'()*+,;=%-]{1,100}@[A-Za-z0-9.-]{1,200}(:[0-9]{1,5})?$",
            maxLength: 320,
            examples: ['sip:desk@pbx.example.com'],
          }),
        },
        { ...closed, title: 'TransferToSipUri' },
      ),
    ]),
    warm: Type.Optional(Warm),
  },
  { ...closed, title: 'TransferDestination' },
);

/** Destinations of transfers. A model chooses among these only. */
export const Transfer = Type.Object(
  {
    destinations: Type.Array(Destination, {
      maxItems: 50,
      description: 'Whom the tool `transfer` can reach, each under a name of its own.',
    }),
  },
  { ...closed, title: 'Transfer' },
);

export type NamedDestination = Static<typeof Destination>;

/** What the next agent receives of the conversation so far. */
export type HandoffHistory = 'full' | 'summary' | 'none';

/** Texts that are spoken during a warm transfer, by field name. */
export function textsOf(warm: NamedDestination['warm']): Readonly<Record<string, string>> {
  const { pauseMs: _pause, ...texts } = warm ?? {};
  return texts;
}
