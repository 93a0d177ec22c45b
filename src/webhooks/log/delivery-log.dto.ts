import { Transform, Type } from 'class-transformer';
import { IsDate, IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { IfGiven } from '../../common/http/index.js';
import { WebhookDeliveryStatus } from '../../generated/prisma/client.js';
import { EVENT_TYPES, type EventType } from '../events/event-types.js';

const MAX_PAGE = 100;
const DEFAULT_PAGE = 50;

/** ISO 8601 with a time and a zone, so that nobody's local time is guessed. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;

const toInstant = ({ value }: { value: unknown }) =>
  typeof value === 'string' && INSTANT.test(value) ? new Date(value) : value;

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
  @Transform(toInstant)
  @IsDate({ message: 'since must be an ISO 8601 instant, for example 2026-01-31T12:00:00Z' })
  since!: Date;
}
