import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { jsonList } from '../../http/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../../http/idempotency/index.js';
import { quotaExample } from '../../quotas/index.js';
import { Operation } from '../../http/openapi/index.js';
import { NUMBER_OR_RANGE } from './number-range.js';
import { connectorView, CONNECTOR_EXAMPLE, ConnectorSchema } from '../connector.schema.js';
import {
  ImportPhoneNumberDto,
  ImportPhoneNumbersDto,
  ListPhoneNumbersQuery,
  LookupConnectorDto,
  PhoneNumbersDto,
  ReassignPhoneNumberDto,
} from './phone-number.dto.js';
import {
  DeletedPhoneNumberSchema,
  DeletedPhoneNumbersSchema,
  ImportedPhoneNumberSchema,
  ImportedPhoneNumbersSchema,
  PHONE_NUMBER_EXAMPLE,
  PhoneNumberBatchSchema,
  PhoneNumberListSchema,
  PhoneNumberSchema,
  phoneNumberView,
} from './phone-number.schema.js';
import {
  INVALID_NUMBER,
  numberEntries,
  NumberEntryPipe,
  PHONE_NUMBERS_VALIDATION_FAILED,
} from './number-entry.js';
import { phoneNumberNotFound, PhoneNumbersService } from './phone-numbers.service.js';

const NUMBER = PHONE_NUMBER_EXAMPLE.number;
const one = { schema: PhoneNumberSchema, example: PHONE_NUMBER_EXAMPLE };
const missing = { PHONE_NUMBERS_NOT_FOUND: 'No such phone number.' };
const missingAgent = { PROJECT_NOT_FOUND: 'No such agent.' };
const invalid = {
  [PHONE_NUMBERS_VALIDATION_FAILED]:
    'clientEnv must be one of the following values: sandbox, pre-release, live',
};
const invalidNumber = {
  [INVALID_NUMBER]:
    'phoneNumbers: +4477 is no phone number; write it as +442079460000, or +4420* for all that begin so.',
};
const taken = {
  PHONE_NUMBERS_ALREADY_EXISTS: '+442079460000 belongs to another agent of the account.',
  PHONE_NUMBER_LIMIT_REACHED: quotaExample('phoneNumbers'),
};
const path = { phoneNumber: NUMBER_OR_RANGE };

@ApiTags('Phone numbers')
@Controller('v1/agents/:agentId/telephony')
export class PhoneNumbersController {
  constructor(
    private readonly numbers: PhoneNumbersService,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Get('phone-numbers')
  @Operation({
    summary: 'List the phone numbers of an agent',
    scope: 'connectors:read',
    query: ListPhoneNumbersQuery,
    response: { schema: PhoneNumberListSchema, example: { phoneNumbers: [PHONE_NUMBER_EXAMPLE] } },
    errors: { 404: missingAgent },
  })
  async list(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Query() { connectorId }: ListPhoneNumbersQuery,
  ) {
    return jsonList(
      'phoneNumbers',
      await this.numbers.list(accountId, agentId, connectorId),
      phoneNumberView,
    );
  }

  @Post('phone-numbers')
  @Operation({
    id: 'phone-numbers.import',
    summary: 'Give an agent phone numbers',
    description:
      'Calls to them that come in over a trunk of the account reach the agent. All are taken, or none. A number with a `*` at its end ' +
      'stands for all numbers that begin so; the longest one holds.',
    scope: 'connectors:write',
    limits: { environments: 'own' },
    status: 201,
    body: { dto: ImportPhoneNumbersDto, example: { phoneNumbers: [NUMBER], clientEnv: 'live' } },
    response: { schema: ImportedPhoneNumbersSchema, example: { imported: [NUMBER] } },
    errors: { 400: { ...invalid, ...invalidNumber }, 404: missingAgent, 409: taken },
    idempotent: true,
  })
  async importMany(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Param('agentId') agentId: string,
    @Body() { phoneNumbers, clientEnv }: ImportPhoneNumbersDto,
  ) {
    const numbers = numberEntries(phoneNumbers);
    return this.idempotency.run(idempotency, async (transaction) => {
      const rows = await this.numbers.import(transaction, actor, agentId, numbers, clientEnv);
      return { imported: rows.map(({ number }) => number) };
    });
  }

  @Delete('phone-numbers')
  @Operation({
    id: 'phone-numbers.delete-many',
    summary: 'Take phone numbers from an agent',
    scope: 'connectors:write',
    limits: { environments: 'own' },
    body: { dto: PhoneNumbersDto, example: { phoneNumbers: [NUMBER] } },
    response: { schema: DeletedPhoneNumbersSchema, example: { deleted: [NUMBER] } },
    errors: { 400: { ...invalid, ...invalidNumber }, 404: missingAgent },
  })
  async deleteMany(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Body() { phoneNumbers }: PhoneNumbersDto,
  ) {
    const numbers = numberEntries(phoneNumbers);
    const deleted = await this.numbers.delete(actor, agentId, numbers);
    const errors = numbers
      .filter((number) => !deleted.includes(number))
      .map((phoneNumber) => ({ phoneNumber, error: 'No such phone number.' }));
    return { deleted, ...(errors.length > 0 && { errors }) };
  }

  @Post('phone-numbers/batch')
  @Operation({
    id: 'phone-numbers.get-batch',
    summary: 'Several phone numbers at once',
    scope: 'connectors:read',
    limits: { environments: 'any' },
    body: { dto: PhoneNumbersDto, example: { phoneNumbers: [NUMBER, '+442079460001'] } },
    response: {
      schema: PhoneNumberBatchSchema,
      example: { found: [PHONE_NUMBER_EXAMPLE], notFound: ['+442079460001'] },
    },
    errors: { 400: { ...invalid, ...invalidNumber }, 404: missingAgent },
  })
  async findBatch(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Body() { phoneNumbers }: PhoneNumbersDto,
  ) {
    const numbers = numberEntries(phoneNumbers);
    const found = await this.numbers.find(accountId, agentId, numbers);
    const known = new Set(found.map(({ number }) => number));
    return {
      found: found.map(phoneNumberView),
      notFound: numbers.filter((number) => !known.has(number)),
    };
  }

  @Get('phone-numbers/:phoneNumber')
  @Operation({
    id: 'phone-numbers.get',
    summary: 'One phone number',
    scope: 'connectors:read',
    path,
    response: one,
    errors: { 404: { ...missing, ...missingAgent } },
  })
  async get(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('phoneNumber', NumberEntryPipe) number: string,
  ) {
    return phoneNumberView(await this.numbers.get(accountId, agentId, number));
  }

  @Post('phone-numbers/:phoneNumber')
  @Operation({
    id: 'phone-numbers.import-one',
    summary: 'Give an agent a phone number',
    scope: 'connectors:write',
    limits: { environments: 'own' },
    status: 201,
    path,
    body: { dto: ImportPhoneNumberDto, example: { clientEnv: 'live' }, optional: true },
    response: { schema: ImportedPhoneNumberSchema, example: { imported: NUMBER } },
    errors: { 400: { ...invalid, ...invalidNumber }, 404: missingAgent, 409: taken },
    idempotent: true,
  })
  async importOne(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Param('agentId') agentId: string,
    @Param('phoneNumber', NumberEntryPipe) number: string,
    @Body() { clientEnv }: ImportPhoneNumberDto,
  ) {
    return this.idempotency.run(idempotency, async (transaction) => {
      await this.numbers.import(transaction, actor, agentId, [number], clientEnv);
      return { imported: number };
    });
  }

  @Delete('phone-numbers/:phoneNumber')
  @Operation({
    id: 'phone-numbers.delete',
    summary: 'Take a phone number from an agent',
    scope: 'connectors:write',
    limits: { environments: 'own' },
    path,
    response: { schema: DeletedPhoneNumberSchema, example: { deleted: NUMBER } },
    errors: { 404: { ...missing, ...missingAgent } },
  })
  async delete(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('phoneNumber', NumberEntryPipe) number: string,
  ) {
    const [deleted] = await this.numbers.delete(actor, agentId, [number]);
    if (deleted === undefined) throw phoneNumberNotFound();
    return { deleted };
  }

  @Patch('phone-numbers/:phoneNumber')
  @Operation({
    id: 'phone-numbers.reassign',
    summary: 'Have a number’s callers come in through a connector, or give it a name',
    description: 'With a connector the number belongs to its agent. Calls under way are not touched.',
    scope: 'connectors:write',
    limits: { environments: 'own' },
    path,
    body: { dto: ReassignPhoneNumberDto, example: { connectorId: PHONE_NUMBER_EXAMPLE.connectorId } },
    response: one,
    errors: {
      400: invalid,
      404: { ...missing, ...missingAgent, CONNECTORS_NOT_FOUND: 'No such connector.' },
    },
  })
  async reassign(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('phoneNumber', NumberEntryPipe) number: string,
    @Body() change: ReassignPhoneNumberDto,
  ) {
    return phoneNumberView(await this.numbers.reassign(actor, agentId, number, change));
  }

  @Post('connectors/lookup')
  @Operation({
    id: 'connectors.lookup',
    summary: 'The connector of a phone number',
    scope: 'connectors:read',
    limits: { environments: 'any' },
    body: { dto: LookupConnectorDto, example: { phoneNumber: NUMBER } },
    response: { schema: ConnectorSchema, example: CONNECTOR_EXAMPLE },
    errors: {
      400: { CONNECTORS_VALIDATION_FAILED: 'phoneNumber must be a number in E.164' },
      404: { CONNECTORS_NOT_FOUND: 'No such connector.', ...missingAgent },
    },
  })
  async lookup(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Body() { phoneNumber }: LookupConnectorDto,
  ) {
    return connectorView(await this.numbers.connectorOfNumber(accountId, agentId, phoneNumber));
  }
}
