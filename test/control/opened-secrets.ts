// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { AccountProviders } from '../../src/providers/index.js';
import { AccountSecrets } from '../../src/tools/index.js';
import { EndpointSecrets } from '../../src/webhooks/endpoints/endpoint-secrets.js';

export interface Sealed {
  readonly accountId: string;
  readonly endpoint: { readonly id: string; readonly headersSealed: string; readonly secretSealed: string };
  readonly provider: string;
  readonly secret: string;
}

/** All sealed values, opened by the service. */
export async function open(app: INestApplication, { accountId, endpoint, provider, secret }: Sealed) {
  const secrets = app.get(EndpointSecrets, { strict: false });
  const { entries } = await app.get(AccountProviders, { strict: false }).entries(accountId);
  const ears = entries.stt.get(provider);
  return {
    signingSecret: secrets.openSecret(endpoint.id, endpoint.secretSealed),
    headers: secrets.openHeaders(endpoint.id, endpoint.headersSealed),
    apiKey: ears && 'apiKey' in ears ? ears.apiKey : undefined,
    toolSecret: await app.get(AccountSecrets, { strict: false }).find(accountId, secret),
  };
}
