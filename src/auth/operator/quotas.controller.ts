import { Body, Controller, Delete, Get, Param, Put, Req, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { IsInt } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { AccountQuotas } from '../../quotas/index.js';
import { Describe, Operation, responseShape, shape } from '../../http/openapi/index.js';
import { FOR_THE_OPERATOR, OPERATOR, OperatorGuard } from './operator.guard.js';

class SetQuotaDto {
  @IsInt()
  @Describe('A whole number between `min` and `max` of the quota.')
  value!: number;
}

const EXAMPLE = {
  name: 'agents',
  value: 5_000,
  isDefault: false,
  default: 1_000,
  min: 1,
  max: 10_000_000,
  meaning: 'Agents.',
};

const response = {
  schema: responseShape({
    quotas: Type.Array(
      shape('Quota', {
        name: Type.String(),
        value: Type.Integer(),
        isDefault: Type.Boolean(),
        default: Type.Integer(),
        min: Type.Integer(),
        max: Type.Integer(),
        meaning: Type.String(),
      }),
    ),
  }),
  example: { quotas: [EXAMPLE] },
};

const unauthorized = { 401: { UNAUTHORIZED: 'Missing or invalid operator token.' } };
const unknownAccount = {
  ACCOUNT_NOT_FOUND: 'There is no account acc_4fJ2kQ9xN1bV7cR5tY8uHe.',
  NOT_FOUND: 'Not found.',
};
const errors = {
  ...unauthorized,
  404: {
    ...unknownAccount,
    QUOTA_NOT_FOUND: 'There is no quota agent. There are storageBytes, requests, agents.',
  },
};

@ApiTags('Operator')
@UseGuards(OperatorGuard)
@Controller('v1/accounts/:accountId/quotas')
export class QuotasController {
  constructor(private readonly quotas: AccountQuotas) {}

  @Get()
  @Operation({
    id: 'quotas.list',
    summary: 'The quotas of an account',
    description: FOR_THE_OPERATOR,
    public: true,
    response,
    errors: { ...unauthorized, 404: unknownAccount },
  })
  async list(@Param('accountId') accountId: string) {
    return { quotas: await this.quotas.list(accountId) };
  }

  @Put(':quota')
  @Operation({
    id: 'quotas.set',
    summary: 'Set a quota of an account',
    description: `It takes effect on all instances within seconds. ${FOR_THE_OPERATOR}`,
    public: true,
    body: { dto: SetQuotaDto, example: { value: 5_000 } },
    response,
    errors,
  })
  async set(
    @Param('accountId') accountId: string,
    @Param('quota') quota: string,
    @Body() { value }: SetQuotaDto,
    @Req() { id: correlationId }: FastifyRequest,
  ) {
    await this.quotas.set({ accountId, email: OPERATOR, correlationId }, quota, value);
    return this.list(accountId);
  }

  @Delete(':quota')
  @Operation({
    id: 'quotas.reset',
    summary: 'Reset a quota of an account to its default',
    description: `It takes effect on all instances within seconds. ${FOR_THE_OPERATOR}`,
    public: true,
    response: { ...response, example: { quotas: [{ ...EXAMPLE, value: 1_000, isDefault: true }] } },
    errors,
  })
  async reset(
    @Param('accountId') accountId: string,
    @Param('quota') quota: string,
    @Req() { id: correlationId }: FastifyRequest,
  ) {
    await this.quotas.set({ accountId, email: OPERATOR, correlationId }, quota, undefined);
    return this.list(accountId);
  }
}
