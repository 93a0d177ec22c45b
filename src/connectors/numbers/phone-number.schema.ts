import { Type } from '@sinclair/typebox';
import { oneOf, responseShape, shape } from '../../http/openapi/index.js';
import { ENVIRONMENTS, fromDbEnvironment } from '../../common/access/index.js';
import type { PhoneNumber } from '../../generated/prisma/client.js';

export const phoneNumberView = (row: PhoneNumber) => ({
  number: row.number,
  projectId: row.agentId,
  accountId: row.accountId,
  clientEnv: fromDbEnvironment(row.environment),
  ...(row.connectorId !== null && { connectorId: row.connectorId }),
  ...(row.callerName !== null && { callerName: row.callerName }),
});

export const PhoneNumberSchema = shape('PhoneNumber', {
  number: Type.String({
    description: 'E.164; with a `*` at its end it stands for all numbers that begin so.',
  }),
  projectId: Type.String({ description: 'The agent.' }),
  accountId: Type.String(),
  clientEnv: oneOf(ENVIRONMENTS),
  connectorId: Type.Optional(
    Type.String({ description: 'Where it has one, its agent, environment and variant are reached.' }),
  ),
  callerName: Type.Optional(
    Type.String({ description: 'What phones show beside it where an agent calls from it.' }),
  ),
});

export const PhoneNumberListSchema = responseShape({ phoneNumbers: Type.Array(PhoneNumberSchema) });

/** Batch responses list numbers, single ones do not, as clients of the hosted platform expect. */
export const ImportedPhoneNumbersSchema = responseShape({ imported: Type.Array(Type.String()) });
export const ImportedPhoneNumberSchema = responseShape({ imported: Type.String() });
export const DeletedPhoneNumberSchema = responseShape({ deleted: Type.String() });

export const DeletedPhoneNumbersSchema = shape('DeletedPhoneNumbers', {
  deleted: Type.Array(Type.String()),
  errors: Type.Optional(
    Type.Array(shape('PhoneNumberError', { phoneNumber: Type.String(), error: Type.String() }), {
      description: 'Those that the agent does not have.',
    }),
  ),
});

export const PhoneNumberBatchSchema = responseShape({
  found: Type.Array(PhoneNumberSchema),
  notFound: Type.Array(Type.String()),
});

export const PHONE_NUMBER_EXAMPLE = {
  number: '+442079460000',
  projectId: 'agent-7hT2mK5pW9qX3zL6vB1nRc',
  accountId: 'acc_4fJ2kQ9xN1bV7cR5tY8uHe',
  clientEnv: 'live',
  connectorId: 'con_6yT3rE8wQ1aS4dF7gH9jKl',
};
