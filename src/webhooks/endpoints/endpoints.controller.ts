import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  type Actor,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  RequireScope,
} from '../../common/access/index.js';
import type { WebhookEndpoint } from '../../generated/prisma/client.js';
import { TestDeliveryService } from '../delivery/test-delivery.service.js';
import { EndpointIdPipe } from './endpoint-id.pipe.js';
import { EndpointSecrets } from './endpoint-secrets.js';
import { CreateEndpointDto, ListEndpointsQuery, RotateSecretDto, UpdateEndpointDto } from './endpoint.dto.js';
import { endpointView } from './endpoint.view.js';
import { EndpointsService } from './endpoints.service.js';

@Controller('v1/webhook-endpoints')
export class EndpointsController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly secrets: EndpointSecrets,
    private readonly testDeliveries: TestDeliveryService,
  ) {}

  @Get()
  @RequireScope('webhooks:read')
  async list(@CurrentPrincipal() { accountId }: Principal, @Query() query: ListEndpointsQuery) {
    const { rows, nextCursor } = await this.endpoints.list(accountId, query);
    return {
      data: rows.map((endpoint) => this.view(endpoint)),
      ...(nextCursor !== undefined && { next_cursor: nextCursor }),
    };
  }

  @Post()
  @RequireScope('webhooks:write')
  async create(@CurrentActor() actor: Actor, @Body() body: CreateEndpointDto) {
    const { endpoint, secret } = await this.endpoints.create(actor, body);
    return { ...this.view(endpoint), signing_secret: secret };
  }

  @Get(':endpointId')
  @RequireScope('webhooks:read')
  async get(@CurrentPrincipal() { accountId }: Principal, @Param('endpointId', EndpointIdPipe) id: string) {
    return this.view(await this.endpoints.get(accountId, id));
  }

  @Patch(':endpointId')
  @RequireScope('webhooks:write')
  async update(
    @CurrentActor() actor: Actor,
    @Param('endpointId', EndpointIdPipe) id: string,
    @Body() body: UpdateEndpointDto,
  ) {
    return this.view(await this.endpoints.update(actor, id, body));
  }

  @Delete(':endpointId')
  @HttpCode(204)
  @RequireScope('webhooks:write')
  async delete(@CurrentActor() actor: Actor, @Param('endpointId', EndpointIdPipe) id: string): Promise<void> {
    await this.endpoints.delete(actor, id);
  }

  @Post(':endpointId/rotate-secret')
  @HttpCode(200)
  @RequireScope('webhooks:write')
  async rotateSecret(
    @CurrentActor() actor: Actor,
    @Param('endpointId', EndpointIdPipe) id: string,
    @Body() body: RotateSecretDto,
  ) {
    return { signing_secret: await this.endpoints.rotateSecret(actor, id, body.overlap_hours) };
  }

  /** Sends one delivery of type `webhook.test` now and tells what came of it. */
  @Post(':endpointId/test')
  @HttpCode(200)
  @RequireScope('webhooks:write')
  async test(@CurrentPrincipal() { accountId }: Principal, @Param('endpointId', EndpointIdPipe) id: string) {
    return this.testDeliveries.send(await this.endpoints.get(accountId, id));
  }

  private view(endpoint: WebhookEndpoint) {
    return endpointView(endpoint, this.secrets.openHeaders(endpoint.id, endpoint.headersSealed));
  }
}
