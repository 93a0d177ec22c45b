import { Type } from '@sinclair/typebox';
import { ENVIRONMENTS, fromDbEnvironment } from '../../common/access/index.js';
import type { PhoneNumber } from '../../generated/prisma/client.js';

const closed = { additionalProperties: false } as const;

export const phoneNumberView = (row: PhoneNumber) => ({
  number: row.number,
  projectId: row.agentId,
  accountId: row.accountId,
  clientEnv: fromDbEnvironment(row.environment),
  ...(row.connectorId !== null && { connectorId: row.connectorId }),
});

export const PhoneNumberSchema = Type.Object(
  {
    number: Type.String({
      description: 'E.164; with a `*` at its end it stands for all numbers that begin so.',
    }),
    projectId: Type.String({ description: 'The agent.' }),
    accountId: Type.String(),
    clientEnv: Type.Union(ENVIRONMENTS.map((name) => Type.Literal(name))),
    connectorId: Type.Optional(
      Type.String({ description: 'Where it has one, its agent, environment and variant are reached.' }),
    ),
  },
  { ...closed, title: 'PhoneNumber' },
);

export const PhoneNumberListSchema = Type.Object({ phoneNumbers: Type.Array(PhoneNumberSchema) }, closed);

export const ImportedPhoneNumbersSchema = Type.Object({ imported: Type.Array(PhoneNumberSchema) }, closed);

export const DeletedPhoneNumbersSchema = Type.Object(
  {
    deleted: Type.Array(Type.String()),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          { phoneNumber: Type.String(), error: Type.String() },
          { ...closed, title: 'PhoneNumberError' },
        ),
        {
          description: 'Those that the agent does not have.',
        },
      ),
    ),
  },
  { ...closed, title: 'DeletedPhoneNumbers' },
);

export const PhoneNumberBatchSchema = Type.Object(
  { found: Type.Array(PhoneNumberSchema), notFound: Type.Array(Type.String()) },
  closed,
);

export const PHONE_NUMBER_EXAMPLE = {
  number: '+442079460000',
  projectId: 'agent-7hT2mK5pW9qX3zL6vB1nRc',
  accountId: 'acc_4fJ2kQ9xN1bV7cR5tY8uHe',
  clientEnv: 'live',
  connectorId: 'con_6yT3rE8wQ1aS4dF7gH9jKl',
};
