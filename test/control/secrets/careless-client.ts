import type { Caller, Issued } from './issue-secrets.js';

/**
 * Requests with misplaced secrets in paths, queries, bodies and other headers. (Not in field names, since unknown ones
 * are reported by name.)
 */
export async function sendSecretsEverywhere(call: Caller, admin: string, { agentId, secrets }: Issued) {
  for (const secret of Object.values(secrets)) {
    const inUrl = encodeURIComponent(secret);
    const headers = {
      authorization: `Bearer ${secret}`,
      cookie: `key=${secret}`,
      'x-service-auth-token': secret,
      'idempotency-key': `${secret} `.repeat(3).trim(),
      'x-service-correlation-id': secret,
    };
    await call('GET', `/v1/agents/${inUrl}`, { key: admin });
    await call('GET', `/v1/agents/${inUrl}/draft?token=${inUrl}`, { key: secret });
    await call('GET', `/${inUrl}`);
    await call('PUT', `/v1/account?key=${inUrl}`, { key: admin });
    await call('GET', `/v1/api-keys?cursor=${inUrl}`, { key: admin });
    await call('GET', `/v1/conversations?endReason=${inUrl}`, { key: secret, headers });
    await call('GET', `/v1/webhook-endpoints/${inUrl}`, { key: admin });
    await call('GET', `/api/v1/ice-servers?token=${inUrl}x`);
    await call('GET', `/api/v1/studio/sessions/sess_none/events?token=${inUrl}`, { headers });
    await call('GET', `/api/v1/webrtc/signal?token=${inUrl}`, { headers });
    await call('GET', '/metrics', { headers });
    for (const [method, path] of [
      ['POST', '/v1/api-keys'],
      ['POST', '/v1/webhook-endpoints'],
      ['POST', '/v1/alert-rules'],
      ['PATCH', `/v1/agents/${agentId}`],
      ['PUT', `/v1/agents/${agentId}/draft`],
      ['POST', `/v1/agents/${agentId}/test-sets`],
      ['POST', `/v1/agents/${agentId}/deployments/publish`],
    ] as const) {
      const wrong = {
        name: [secret],
        url: { secret },
        revision: secret,
        document: secret,
        environment: secret,
      };
      await call(method, path, { key: admin, body: wrong });
      await call(method, path, { key: admin, headers, body: { token: secret } });
      await call(method, path, { key: admin, rawBody: `{"name":"${secret}` });
      await call(method, path, {
        key: admin,
        rawBody: secret,
        headers: { 'content-type': `text/plain; token="${secret}"` },
      });
    }
  }
}
