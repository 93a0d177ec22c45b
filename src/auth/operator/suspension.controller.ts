import { Body, Controller, Delete, Param, Put, Req, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { IsString, Length } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { Describe, Operation, orNull, shape, Timestamp } from '../../http/openapi/index.js';
import type { Account } from '../../generated/prisma/client.js';
import { AccountSuspension } from './account-suspension.service.js';
import { FOR_THE_OPERATOR, OPERATOR, OperatorGuard } from './operator.guard.js';

const MAX_REASON = 300;

class SuspendAccountDto {
  @IsString()
  @Length(1, MAX_REASON)
  @Describe('Why, as a sentence: the account is told it with each refusal.')
  reason!: string;
}

const EXAMPLE = {
  accountId: 'acc_4fJ2kQ9xN1bV7cR5tY8uHe',
  name: 'Library',
  suspendedAt: '2026-05-04T09:30:00.000Z',
  reason: 'The invoice of March is open.',
};

const response = {
  schema: shape('AccountSuspension', {
    accountId: Type.String(),
    name: Type.String(),
    suspendedAt: orNull(Timestamp, { description: 'null: not suspended.' }),
    reason: orNull(Type.String()),
  }),
  example: EXAMPLE,
};

const errors = {
  401: { UNAUTHORIZED: 'Missing or invalid operator token.' },
  404: { ACCOUNT_NOT_FOUND: 'There is no account acc_4fJ2kQ9xN1bV7cR5tY8uHe.', NOT_FOUND: 'Not found.' },
};

@ApiTags('Operator')
@UseGuards(OperatorGuard)
@Controller('v1/accounts/:accountId/suspension')
export class SuspensionController {
  constructor(private readonly suspension: AccountSuspension) {}

  @Put()
  @Operation({
    id: 'accounts.suspend',
    summary: 'Suspend an account',
    description:
      'Its keys and people are answered 403 `ACCOUNT_SUSPENDED`, its calls end with a spoken goodbye, and new ones are refused, on all instances ' +
      `within seconds. Nothing is deleted. ${FOR_THE_OPERATOR}`,
    public: true,
    body: { dto: SuspendAccountDto, example: { reason: EXAMPLE.reason } },
    response,
    errors,
  })
  async suspend(
    @Param('accountId') accountId: string,
    @Body() { reason }: SuspendAccountDto,
    @Req() { id: correlationId }: FastifyRequest,
  ) {
    return view(await this.suspension.suspend({ accountId, email: OPERATOR, correlationId }, reason));
  }

  @Delete()
  @Operation({
    id: 'accounts.resume',
    summary: 'Resume a suspended account',
    description: `Everything works as before. ${FOR_THE_OPERATOR}`,
    public: true,
    response: { ...response, example: { ...EXAMPLE, suspendedAt: null, reason: null } },
    errors,
  })
  async resume(@Param('accountId') accountId: string, @Req() { id: correlationId }: FastifyRequest) {
    return view(await this.suspension.resume({ accountId, email: OPERATOR, correlationId }));
  }
}

const view = ({ id, name, suspendedAt, suspensionReason }: Account) => ({
  accountId: id,
  name,
  suspendedAt: suspendedAt?.toISOString() ?? null,
  reason: suspensionReason,
});
