import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  type Actor,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  RequireScope,
} from '../../common/access/index.js';
import { EndpointIdPipe } from '../endpoints/endpoint-id.pipe.js';
import { ListDeliveriesQuery, RecoverDto } from './delivery-log.dto.js';
import { DeliveryLogService } from './delivery-log.service.js';
import { attemptView, deliveryView } from './delivery.view.js';

@Controller('v1/webhook-endpoints/:endpointId')
export class DeliveryLogController {
  constructor(private readonly log: DeliveryLogService) {}

  @Get('deliveries')
  @RequireScope('webhooks:read')
  async list(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('endpointId', EndpointIdPipe) endpointId: string,
    @Query() query: ListDeliveriesQuery,
  ) {
    const { rows, nextCursor } = await this.log.list(accountId, endpointId, query);
    return { data: rows.map(deliveryView), ...(nextCursor !== undefined && { next_cursor: nextCursor }) };
  }

  @Get('deliveries/:deliveryId')
  @RequireScope('webhooks:read')
  async get(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('endpointId', EndpointIdPipe) endpointId: string,
    @Param('deliveryId') deliveryId: string,
  ) {
    const delivery = await this.log.get(accountId, endpointId, deliveryId);
    return { ...deliveryView(delivery), attempts: delivery.attempts.map(attemptView) };
  }

  @Post('deliveries/:deliveryId/redeliver')
  @HttpCode(202)
  @RequireScope('webhooks:write')
  async redeliver(
    @CurrentActor() actor: Actor,
    @Param('endpointId', EndpointIdPipe) endpointId: string,
    @Param('deliveryId') deliveryId: string,
  ) {
    await this.log.redeliver(actor, endpointId, deliveryId);
    return deliveryView(await this.log.get(actor.accountId, endpointId, deliveryId));
  }

  @Post('recover')
  @HttpCode(202)
  @RequireScope('webhooks:write')
  async recover(
    @CurrentActor() actor: Actor,
    @Param('endpointId', EndpointIdPipe) endpointId: string,
    @Body() { since }: RecoverDto,
  ) {
    return { recovered: await this.log.recover(actor, endpointId, since) };
  }

  @Get('health')
  @RequireScope('webhooks:read')
  async health(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('endpointId', EndpointIdPipe) endpointId: string,
  ) {
    return this.log.health(accountId, endpointId);
  }
}
