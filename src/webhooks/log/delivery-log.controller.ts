import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../../http/idempotency/index.js';
import { Operation } from '../../http/openapi/index.js';
import { webhookAnswers, webhookErrors } from '../webhook.schema.js';
import { ENDPOINT_PATH, EndpointIdPipe } from '../endpoints/endpoint-id.pipe.js';
import { ListDeliveriesQuery, RecoverDto } from './delivery-log.dto.js';
import { DeliveryLogService } from './delivery-log.service.js';
import { attemptView, deliveryView } from './delivery.view.js';

@ApiTags('Webhooks')
@Controller('v1/webhook-endpoints/:endpointId')
export class DeliveryLogController {
  constructor(
    private readonly log: DeliveryLogService,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Get('deliveries')
  @Operation({
    path: ENDPOINT_PATH,
    id: 'webhook-deliveries.list',
    summary: 'List the deliveries to a webhook endpoint, newest first',
    scope: 'webhooks:read',
    query: ListDeliveriesQuery,
    response: webhookAnswers.deliveries,
    errors: webhookErrors.endpoint,
  })
  async list(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('endpointId', EndpointIdPipe) endpointId: string,
    @Query() query: ListDeliveriesQuery,
  ) {
    const { rows, nextCursor } = await this.log.list(accountId, endpointId, query);
    return { data: rows.map(deliveryView), ...(nextCursor !== undefined && { next_cursor: nextCursor }) };
  }

  @Get('deliveries/:deliveryId')
  @Operation({
    path: ENDPOINT_PATH,
    id: 'webhook-deliveries.get',
    summary: 'One delivery with its attempts',
    scope: 'webhooks:read',
    response: webhookAnswers.deliveryWithAttempts,
    errors: webhookErrors.delivery,
  })
  async get(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('endpointId', EndpointIdPipe) endpointId: string,
    @Param('deliveryId') deliveryId: string,
  ) {
    const delivery = await this.log.get(accountId, endpointId, deliveryId);
    return { ...deliveryView(delivery), attempts: delivery.attempts.map(attemptView) };
  }

  @Post('deliveries/:deliveryId/redeliver')
  @Operation({
    path: ENDPOINT_PATH,
    id: 'webhook-deliveries.redeliver',
    summary: 'Send a delivery again',
    scope: 'webhooks:write',
    status: 202,
    response: webhookAnswers.delivery,
    errors: {
      ...webhookErrors.delivery,
      409: { WEBHOOK_DELIVERY_IN_PROGRESS: 'The delivery is being sent right now.' },
    },
    idempotent: true,
  })
  async redeliver(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Param('endpointId', EndpointIdPipe) endpointId: string,
    @Param('deliveryId') deliveryId: string,
  ) {
    const answer = await this.idempotency.run(idempotency, async (transaction) => {
      await this.log.redeliver(transaction, actor, endpointId, deliveryId);
      return deliveryView(await this.log.get(actor.accountId, endpointId, deliveryId, transaction));
    });
    this.log.sendSoon(endpointId);
    return answer;
  }

  @Post('recover')
  @Operation({
    path: ENDPOINT_PATH,
    id: 'webhook-endpoints.recover',
    summary: 'Send again what failed since a time',
    scope: 'webhooks:write',
    status: 202,
    body: { dto: RecoverDto, example: { since: '2026-05-04T00:00:00Z' } },
    response: webhookAnswers.recovered,
    errors: webhookErrors.endpoint,
    idempotent: true,
  })
  async recover(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Param('endpointId', EndpointIdPipe) endpointId: string,
    @Body() { since }: RecoverDto,
  ) {
    const answer = await this.idempotency.run(idempotency, async (transaction) => ({
      recovered: await this.log.recover(transaction, actor, endpointId, since),
    }));
    this.log.sendSoon(endpointId);
    return answer;
  }

  @Get('health')
  @Operation({
    path: ENDPOINT_PATH,
    id: 'webhook-endpoints.health',
    summary: 'The health of deliveries to a webhook endpoint',
    scope: 'webhooks:read',
    response: webhookAnswers.health,
    errors: webhookErrors.endpoint,
  })
  async health(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('endpointId', EndpointIdPipe) endpointId: string,
  ) {
    return this.log.health(accountId, endpointId);
  }
}
