import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../../http/idempotency/index.js';
import { quotaExample } from '../../quotas/index.js';
import { Operation } from '../../http/openapi/index.js';
import type { WebhookEndpoint } from '../../generated/prisma/client.js';
import { webhookAnswers, webhookErrors } from '../webhook.schema.js';
import { ENDPOINT_PATH, EndpointIdPipe } from './endpoint-id.pipe.js';
import { EndpointSecrets } from './endpoint-secrets.js';
import { CreateEndpointDto, ListEndpointsQuery, RotateSecretDto, UpdateEndpointDto } from './endpoint.dto.js';
import { endpointView } from './endpoint.view.js';
import { maskHeaders } from './masked-headers.js';
import { EndpointsService } from './endpoints.service.js';

@ApiTags('Webhooks')
@Controller('v1/webhook-endpoints')
export class EndpointsController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly secrets: EndpointSecrets,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Get()
  @Operation({
    id: 'webhook-endpoints.list',
    summary: 'List the webhook endpoints',
    scope: 'webhooks:read',
    query: ListEndpointsQuery,
    response: webhookAnswers.endpoints,
  })
  async list(@CurrentPrincipal() { accountId }: Principal, @Query() query: ListEndpointsQuery) {
    const { rows, nextCursor } = await this.endpoints.list(accountId, query);
    return {
      data: rows.map((endpoint) => this.view(endpoint)),
      ...(nextCursor !== undefined && { next_cursor: nextCursor }),
    };
  }

  @Post()
  @Operation({
    id: 'webhook-endpoints.create',
    summary: 'Create a webhook endpoint',
    description: 'The signing secret is shown this once.',
    scope: 'webhooks:write',
    status: 201,
    body: {
      dto: CreateEndpointDto,
      example: { name: 'Pager', url: 'https://hooks.example.com/earshot', event_types: ['alerts.triggered'] },
    },
    response: webhookAnswers.newEndpoint,
    errors: {
      409: { WEBHOOK_ENDPOINT_LIMIT_REACHED: quotaExample('webhookEndpoints') },
    },
    idempotent: true,
  })
  async create(
    @CurrentActor() actor: Actor,
    @Idempotency('secret') idempotency: IdempotencyContext,
    @Body() body: CreateEndpointDto,
  ) {
    const check = () => this.endpoints.refuseBadUrl(body.url);
    return this.idempotency.runChecked(idempotency, check, async (transaction) => {
      const { endpoint, secret } = await this.endpoints.create(transaction, actor, body);
      return { ...this.view(endpoint), signing_secret: secret };
    });
  }

  @Get(':endpointId')
  @Operation({
    path: ENDPOINT_PATH,
    id: 'webhook-endpoints.get',
    summary: 'One webhook endpoint',
    scope: 'webhooks:read',
    response: webhookAnswers.endpoint,
    errors: webhookErrors.endpoint,
  })
  async get(@CurrentPrincipal() { accountId }: Principal, @Param('endpointId', EndpointIdPipe) id: string) {
    return this.view(await this.endpoints.get(accountId, id));
  }

  @Patch(':endpointId')
  @Operation({
    path: ENDPOINT_PATH,
    id: 'webhook-endpoints.update',
    summary: 'Update a webhook endpoint',
    description:
      'A field that is absent stays as it is. Headers that look like credentials are shown as `********`; sent back so, they stay as they ' +
      'are. Where `url` leads to another host they are dropped unless they are given anew.',
    scope: 'webhooks:write',
    body: { dto: UpdateEndpointDto, example: { url: 'https://hooks.example.com/v2', enabled: true } },
    response: webhookAnswers.endpoint,
    errors: webhookErrors.endpoint,
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('endpointId', EndpointIdPipe) id: string,
    @Body() body: UpdateEndpointDto,
  ) {
    return this.view(await this.endpoints.update(actor, id, body));
  }

  @Delete(':endpointId')
  @Operation({
    path: ENDPOINT_PATH,
    id: 'webhook-endpoints.delete',
    summary: 'Delete a webhook endpoint',
    scope: 'webhooks:write',
    errors: webhookErrors.endpoint,
  })
  async delete(@CurrentActor() actor: Actor, @Param('endpointId', EndpointIdPipe) id: string): Promise<void> {
    await this.endpoints.delete(actor, id);
  }

  @Post(':endpointId/rotate-secret')
  @Operation({
    path: ENDPOINT_PATH,
    id: 'webhook-endpoints.rotate-secret',
    summary: 'Give a webhook endpoint a new signing secret',
    description:
      'The old one stops at once, unless the body asks for a time in which deliveries carry the signatures of both.',
    scope: 'webhooks:write',
    body: { dto: RotateSecretDto, example: { overlap_hours: 12 }, optional: true },
    response: webhookAnswers.secret,
    errors: webhookErrors.endpoint,
    idempotent: true,
  })
  rotateSecret(
    @CurrentActor() actor: Actor,
    @Idempotency('secret') idempotency: IdempotencyContext,
    @Param('endpointId', EndpointIdPipe) id: string,
    @Body() body: RotateSecretDto,
  ) {
    return this.idempotency.run(idempotency, async (transaction) => ({
      signing_secret: await this.endpoints.rotateSecret(transaction, actor, id, body.overlap_hours),
    }));
  }

  private view(endpoint: WebhookEndpoint) {
    return endpointView(endpoint, maskHeaders(this.secrets.readHeaders(endpoint.id, endpoint.headersSealed)));
  }
}
