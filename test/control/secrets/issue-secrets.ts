import type { HttpAnswer } from '../../support/http.js';
import { newId } from '../../../src/common/ids/index.js';

export type Caller = (method: string, path: string, request?: object) => Promise<HttpAnswer>;

/** Issued secrets and their owners. */
export interface Issued {
  readonly accountId: string;
  readonly agentId: string;
  readonly connectorToken: string;
  readonly studioToken: string;
  /** Values that must not be found, by kind. */
  readonly secrets: Readonly<Record<string, string>>;
}

const PERSONS_PASSWORD = 'nine-lives-of-a-cat-4Qx8';

/** A tenant's credential for its webhook receiver. */
const RECEIVER_PASSWORD = 'Bearer receiver-password-7Jq2mXw9LpZ4';

/** Makes the service issue every kind of secret, with an Idempotency-Key if supported and twice if rotatable. */
export async function issueSecrets(
  call: Caller,
  admin: string,
  accountId: string,
  document: object,
): Promise<Issued> {
  const post = async (path: string, body: object = {}) => {
    const headers = { 'idempotency-key': newId('iss') };
    const answer = await call('POST', path, { key: admin, headers, body });
    if (answer.status >= 300) throw new Error(`${path} was answered ${JSON.stringify(answer.body)}`);
    const again = await call('POST', path, { key: admin, headers, body });
    // Studio tokens have no idempotency key: each request makes a new one.
    if (!path.endsWith('/studio-tokens')) expect(again.body).toEqual(answer.body);
    return answer.body;
  };
  const { agentId } = await post(`/v1/accounts/${accountId}/agents`, { name: 'Front desk' });
  const agent = `/v1/agents/${agentId}`;
  await call('PUT', `${agent}/draft`, { key: admin, body: { revision: 1, document } });
  await post(`${agent}/deployments/publish`);
  const key = await post('/v1/api-keys', { name: 'Spare', scopes: ['agents:read'] });
  const revoked = await post('/v1/api-keys', { name: 'Gone', scopes: ['agents:read'] });
  await call('DELETE', `/v1/api-keys/${revoked.id}`, { key: admin });
  const connector = await post(`${agent}/telephony/connectors`, { name: 'Widget' });
  const rotated = await post(`${agent}/telephony/connectors/${connector.connectorId}/rotate-token`, {
    overlapHours: 1,
  });
  const minted = await post(`${agent}/telephony/connectors/${connector.connectorId}/call-tokens`);
  const endpoint = await post('/v1/webhook-endpoints', {
    name: 'Pager',
    url: 'http://127.0.0.1:9/hook',
    event_types: ['alerts.triggered'],
    headers: { authorization: RECEIVER_PASSWORD },
  });
  const newSecret = await post(`/v1/webhook-endpoints/${endpoint.id}/rotate-secret`, { overlap_hours: 1 });
  await call('POST', `/v1/webhook-endpoints/${endpoint.id}/test`, { key: admin });
  const studio = await post(`${agent}/studio-tokens`, { target: 'draft' });
  const person = await post('/v1/invitations', { email: 'ada@example.test', role: 'viewer' });
  const invitation = person.invitationUrl.split('#invitation=')[1];
  const joined = await call('POST', '/v1/invitations/accept', {
    body: { token: invitation, name: 'Ada', password: PERSONS_PASSWORD },
  });
  const link = await post(`/v1/people/${joined.body.user.id}/sign-in-links`);
  const ice = await call('GET', `/api/v1/ice-servers?token=${connector.token}`);
  return {
    accountId,
    agentId,
    connectorToken: connector.token,
    studioToken: studio.token,
    secrets: {
      'API key of the command line': admin,
      'API key': key.key,
      'revoked API key': revoked.key,
      'connector token': connector.token,
      'connector token after rotation': rotated.token,
      'signature of the call token': minted.token.split('.')[2],
      'webhook secret': endpoint.signing_secret,
      'webhook secret after rotation': newSecret.signing_secret,
      'header for the receiver': RECEIVER_PASSWORD,
      'signature of the studio token': studio.token.split('.')[2],
      invitation,
      'password of a person': PERSONS_PASSWORD,
      'session of a person': joined.headers.get('set-cookie')?.split(/[=;]/)[1] ?? '',
      'sign-in link': link.signInUrl.split('#sign-in=')[1],
      'TURN credential': ice.body.iceServers[0].credential,
    },
  };
}
