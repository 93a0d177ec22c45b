import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CallTokensService } from '../auth/index.js';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../common/access/index.js';
import { jsonList } from '../http/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../http/idempotency/index.js';
import { quotaExample } from '../quotas/index.js';
import { Operation } from '../http/openapi/index.js';
import {
  ConnectorIdsDto,
  CONNECTORS_VALIDATION_FAILED,
  CreateConnectorDto,
  RotateTokenDto,
  UpdateConnectorDto,
  UpdateConnectorsDto,
} from './connector.dto.js';
import {
  CONNECTOR_EXAMPLE,
  ConnectorBatchSchema,
  ConnectorListSchema,
  ConnectorSchema,
  ConnectorUpdatesSchema,
  connectorView,
  DeletedConnectorSchema,
  NewConnectorSchema,
  RotatedTokenSchema,
} from './connector.schema.js';
import { ConnectorsService } from './connectors.service.js';

const one = { schema: ConnectorSchema, example: CONNECTOR_EXAMPLE };
const missing = { CONNECTORS_NOT_FOUND: 'No such connector.' };
const missingAgent = { PROJECT_NOT_FOUND: 'No such agent.' };
const invalid = { [CONNECTORS_VALIDATION_FAILED]: 'name must be longer than or equal to 1 characters' };

@ApiTags('Connectors')
@Controller('v1/agents/:agentId/telephony/connectors')
export class ConnectorsController {
  constructor(
    private readonly connectors: ConnectorsService,
    private readonly callTokens: CallTokensService,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Get()
  @Operation({
    summary: 'List the connectors of an agent, newest first',
    scope: 'connectors:read',
    // Not paginated: returns all, and ignores page parameters.
    query: 'any',
    response: { schema: ConnectorListSchema, example: { connectors: [CONNECTOR_EXAMPLE] } },
    errors: { 404: missingAgent },
  })
  async list(@CurrentPrincipal() { accountId }: Principal, @Param('agentId') agentId: string) {
    return jsonList('connectors', await this.connectors.list(accountId, agentId), connectorView);
  }

  @Post('batch')
  @Operation({
    id: 'connectors.get-batch',
    summary: 'Several connectors at once',
    scope: 'connectors:read',
    limits: { environments: 'any' },
    body: { dto: ConnectorIdsDto, example: { connectorIds: [CONNECTOR_EXAMPLE.connectorId, 'con_gone'] } },
    response: {
      schema: ConnectorBatchSchema,
      example: { found: [CONNECTOR_EXAMPLE], notFound: ['con_gone'] },
    },
    errors: { 400: invalid, 404: missingAgent },
  })
  async findBatch(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Body() { connectorIds }: ConnectorIdsDto,
  ) {
    const found = await this.connectors.find(accountId, agentId, connectorIds);
    const foundIds = new Set(found.map(({ id }) => id));
    return { found: found.map(connectorView), notFound: connectorIds.filter((id) => !foundIds.has(id)) };
  }

  @Patch('batch')
  @Operation({
    summary: 'Change several connectors',
    description: 'Each by itself: one that can’t be changed keeps none of the others from it.',
    scope: 'connectors:write',
    limits: { environments: 'own' },
    body: {
      dto: UpdateConnectorsDto,
      example: { updates: [{ connectorId: CONNECTOR_EXAMPLE.connectorId, voiceName: 'alba' }] },
    },
    response: {
      schema: ConnectorUpdatesSchema,
      example: {
        results: [
          { connectorId: CONNECTOR_EXAMPLE.connectorId, success: true, data: CONNECTOR_EXAMPLE },
          { connectorId: 'con_gone', success: false, error: 'No such connector.' },
        ],
      },
    },
    errors: { 400: invalid, 404: missingAgent },
  })
  async updateBatch(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Body() { updates }: UpdateConnectorsDto,
  ) {
    const results = await this.connectors.updateAll(actor, agentId, updates);
    return {
      results: results.map((result) =>
        'connector' in result
          ? { connectorId: result.connectorId, success: true, data: connectorView(result.connector) }
          : { connectorId: result.connectorId, success: false, error: result.refusal.message },
      ),
    };
  }

  @Post()
  @Operation({
    summary: 'Create a connector',
    description:
      'Its token is shown this once. It works until it is rotated or the connector is deleted, across redeploys.',
    scope: 'connectors:write',
    limits: { environments: 'own' },
    status: 201,
    body: { dto: CreateConnectorDto, example: { name: 'Website widget', clientEnv: 'live' } },
    response: { schema: NewConnectorSchema, example: { ...CONNECTOR_EXAMPLE, token: 'ect_7Yb2…' } },
    errors: {
      400: invalid,
      404: missingAgent,
      409: { CONNECTOR_LIMIT_REACHED: quotaExample('connectors') },
    },
    idempotent: true,
  })
  create(
    @CurrentActor() actor: Actor,
    @Idempotency('secret') idempotency: IdempotencyContext,
    @Param('agentId') agentId: string,
    @Body() body: CreateConnectorDto,
  ) {
    return this.idempotency.run(idempotency, async (transaction) => {
      const { connector, token } = await this.connectors.create(transaction, actor, agentId, body);
      return { ...connectorView(connector), token };
    });
  }

  @Get(':connectorId')
  @Operation({
    summary: 'One connector',
    scope: 'connectors:read',
    response: one,
    errors: { 404: missing },
  })
  async get(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('connectorId') connectorId: string,
  ) {
    return connectorView(await this.connectors.get(accountId, agentId, connectorId));
  }

  @Patch(':connectorId')
  @Operation({
    summary: 'Change a connector',
    description:
      'A field that is absent stays as it is; null or the empty string takes an override away. Calls under way are not touched.',
    scope: 'connectors:write',
    limits: { environments: 'own' },
    body: { dto: UpdateConnectorDto, example: { clientEnv: 'live', variantId: null } },
    response: one,
    errors: { 400: invalid, 404: { ...missing, ...missingAgent } },
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('connectorId') connectorId: string,
    @Body() body: UpdateConnectorDto,
  ) {
    return connectorView(await this.connectors.update(actor, agentId, connectorId, body));
  }

  @Delete(':connectorId')
  @Operation({
    summary: 'Delete a connector',
    description:
      'Its token stops working within a second on every process. Phone numbers that led to it are taken from their agent.',
    scope: 'connectors:write',
    limits: { environments: 'own' },
    response: {
      schema: DeletedConnectorSchema,
      example: { deletedConnector: CONNECTOR_EXAMPLE.connectorId, deletedPhoneNumbers: [] },
    },
    errors: { 404: missing },
  })
  async delete(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('connectorId') connectorId: string,
  ) {
    const deletedPhoneNumbers = await this.connectors.delete(actor, agentId, connectorId);
    return { deletedConnector: connectorId, deletedPhoneNumbers };
  }

  @Post(':connectorId/rotate-token')
  @Operation({
    summary: 'Give a connector a new token',
    description:
      'The new token is shown this once. The old one stops at once, unless `overlapHours` asks for a time in which both work.',
    scope: 'connectors:write',
    limits: { environments: 'own' },
    body: { dto: RotateTokenDto, example: { overlapHours: 24 }, optional: true },
    response: {
      schema: RotatedTokenSchema,
      example: { token: 'ect_7Yb2…', previousTokenExpiresAt: '2026-05-05T09:00:00.000Z' },
    },
    errors: { 400: invalid, 404: missing },
    idempotent: true,
  })
  async rotateToken(
    @CurrentActor() actor: Actor,
    @Idempotency('secret') idempotency: IdempotencyContext,
    @Param('agentId') agentId: string,
    @Param('connectorId') connectorId: string,
    @Body() { overlapHours }: RotateTokenDto,
  ) {
    const rotated = await this.idempotency.run(idempotency, (transaction) =>
      this.connectors.rotateToken(transaction, actor, agentId, connectorId, overlapHours),
    );
    this.callTokens.changed();
    return rotated;
  }
}
