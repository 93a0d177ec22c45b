import { type Static, Type } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;

const Destination = Type.Object(
  {
    name: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9 _-]{0,63}$',
      description: 'What the model calls it.',
    }),
    description: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Tells the model when it is the right one.' }),
    ),
    to: Type.Union([
      Type.Object(
        { agentId: Type.String({ pattern: '^[a-zA-Z0-9-]{1,100}$' }) },
        {
          ...closed,
          title: 'TransferToAgent',
          description: 'Another agent of the account takes over in the same call.',
        },
      ),
      Type.Object(
        { url: Type.String({ pattern: '^https://[^ <>"]{1,1000}$' }) },
        { ...closed, title: 'TransferToUrl', description: 'A page that the app of a web caller opens.' },
      ),
      Type.Object(
        { number: Type.String({ pattern: '^\\+[1-9][0-9]{1,14}$', description: 'E.164.' }) },
        { ...closed, title: 'TransferToNumber' },
      ),
      Type.Object(
        {
          sipUri: Type.String({
            pattern: "^sips?:[A-Za-z0-9._~!$&'()*+,;=%-]{1,100}@[A-Za-z0-9.-]{1,200}(:[0-9]{1,5})?$",
            maxLength: 320,
          }),
        },
        { ...closed, title: 'TransferToSipUri' },
      ),
    ]),
  },
  { ...closed, title: 'TransferDestination' },
);

/** Where the agent may hand callers over to. A model chooses among these and names nobody else. */
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
