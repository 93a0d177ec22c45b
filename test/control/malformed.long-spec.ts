import { createCallFixture } from '../support/call-fixture.js';
import { OPERATOR_TOKEN } from '../support/service/settings.js';
import { watchService } from '../support/unharmed.js';
import { FULL_TENANT_OVERRIDES, FULL_TENANT_SETTINGS } from './full-tenant.js';
import { describeMalformedRequests } from './malformed-suite.js';

describeMalformedRequests(async () => {
  const env = { ...FULL_TENANT_SETTINGS, OPERATOR_TOKEN, WEBHOOK_DELIVERY_ENABLED: 'false' };
  const fixture = await createCallFixture(env, undefined, FULL_TENANT_OVERRIDES);
  return { service: fixture.app, close: () => fixture.close(), watch: () => watchService(fixture) };
}, 20_000);
