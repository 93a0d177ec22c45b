import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { ENDPOINT_PATH, EndpointIdPipe } from '../endpoints/endpoint-id.pipe.js';
import { EndpointsService } from '../endpoints/endpoints.service.js';
import { webhookAnswers, webhookErrors } from '../webhook.schema.js';
import { TestDeliveryService } from './test-delivery.service.js';

@ApiTags('Webhooks')
@Controller('v1/webhook-endpoints')
export class TestDeliveryController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly testDeliveries: TestDeliveryService,
  ) {}

  /** Sends one delivery of type `webhook.test` now and returns its outcome. */
  @Post(':endpointId/test')
  @Operation({
    path: ENDPOINT_PATH,
    id: 'webhook-endpoints.test',
    summary: 'Send a test delivery now and return its outcome',
    scope: 'webhooks:write',
    response: webhookAnswers.test,
    errors: webhookErrors.endpoint,
  })
  async test(@CurrentPrincipal() { accountId }: Principal, @Param('endpointId', EndpointIdPipe) id: string) {
    return this.testDeliveries.send(await this.endpoints.get(accountId, id));
  }
}
