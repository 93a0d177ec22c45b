import type { WebhookEndpoint } from '../../generated/prisma/client.js';
import type { ExtraHeaders } from './extra-headers.js';

/** The API's view of an endpoint, without its secret. */
export function endpointView(endpoint: WebhookEndpoint, headers: ExtraHeaders) {
  return {
    id: endpoint.id,
    name: endpoint.name,
    url: endpoint.url,
    enabled: endpoint.enabled,
    event_types: endpoint.eventTypes,
    timeout_ms: endpoint.timeoutMs,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
    headers,
  };
}
