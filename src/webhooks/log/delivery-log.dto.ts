import { Type } from 'class-transformer';
import { IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { IfGiven, IsInstant } from '../../common/http/index.js';
import { WebhookDeliveryStatus } from '../../generated/prisma/client.js';
import { EVENT_TYPES, type EventType } from '../events/event-types.js';

const MAX_PAGE = 100;
const DEFAULT_PAGE = 50;

/** Query of `GET /v1/webhook-endpoints/{id}/deliveries`. */
export class ListDeliveriesQuery {
  @IfGiven()
  @IsIn(Object.values(WebhookDeliveryStatus))
  status?: WebhookDeliveryStatus;

  @IfGiven()
  @IsIn(EVENT_TYPES)
  event_type?: EventType;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE)
  limit = DEFAULT_PAGE;

  @IfGiven()
  @IsString()
  cursor?: string;
}

/** Body of `POST /v1/webhook-endpoints/{id}/recover`. */
export class RecoverDto {
  @IsInstant()
  since!: Date;
}
