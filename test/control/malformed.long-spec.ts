import { createCallFixture } from '../support/call-fixture.js';
import { OPERATOR_TOKEN } from '../support/service/settings.js';
import { watchService } from '../support/unharmed.js';
import { FULL_TENANT_SETTINGS } from './full-tenant.js';
import { describeMalformedRequests } from './malformed-suite.js';

describeMalformedRequests(async () => {
  const fixture = await createCallFixture({
    ...FULL_TENANT_SETTINGS,
    OPERATOR_TOKEN,
    WEBHOOK_DELIVERY_ENABLED: 'false',
  });
  return { service: fixture.app, close: () => fixture.close(), watch: () => watchService(fixture) };
}, 20_000);
