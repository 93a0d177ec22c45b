import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/index.js';
import { newId } from '../../common/ids/index.js';
import type { WebhookEndpoint } from '../../generated/prisma/client.js';
import { TEST_EVENT_TYPE } from '../events/event-types.js';
import { eventBody } from '../events/events.service.js';
import { DeliverySender } from './delivery-sender.js';

/** Tests an endpoint, enabled or not: one signed request of a distinct type, neither logged nor retried. */
@Injectable()
export class TestDeliveryService {
  constructor(
    private readonly sender: DeliverySender,
    private readonly clock: Clock,
  ) {}

  async send(endpoint: WebhookEndpoint) {
    const eventId = newId('evt');
    const data = { webhook_endpoint_id: endpoint.id, message: 'This is a test delivery.' };
    const body = eventBody(eventId, TEST_EVENT_TYPE, this.clock.now(), data);
    const attempt = await this.sender.send({ ...endpoint, endpointId: endpoint.id }, { eventId, body });
    return {
      event_id: eventId,
      event_type: TEST_EVENT_TYPE,
      delivered: attempt.outcome.kind === 'delivered',
      status_code: attempt.statusCode ?? null,
      error_code: attempt.errorCode ?? null,
      duration_ms: attempt.durationMs,
      response_excerpt: attempt.responseExcerpt ?? null,
    };
  }
}
