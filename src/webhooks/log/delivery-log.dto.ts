import { IsIn } from 'class-validator';
import { IfGiven, IsInstant } from '../../http/index.js';
import { pageQuery } from '../../http/pagination/index.js';
import { WebhookDeliveryStatus } from '../../generated/prisma/client.js';
import { EVENT_TYPES, type EventType } from '../events/event-types.js';

const MAX_PAGE = 100;
const DEFAULT_PAGE = 50;

/** Query of `GET /v1/webhook-endpoints/{id}/deliveries`. */
export class ListDeliveriesQuery extends pageQuery({ max: MAX_PAGE, fallback: DEFAULT_PAGE }) {
  @IfGiven()
  @IsIn(Object.values(WebhookDeliveryStatus))
  status?: WebhookDeliveryStatus;

  @IfGiven()
  @IsIn(EVENT_TYPES)
  event_type?: EventType;
}

/** Body of `POST /v1/webhook-endpoints/{id}/recover`. */
export class RecoverDto {
  @IsInstant()
  since!: Date;
}
