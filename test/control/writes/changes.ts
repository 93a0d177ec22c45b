import { AppConfig } from '../../../src/common/config/index.js';
import { PrismaService } from '../../../src/common/prisma/index.js';
import type { EndpointSecrets } from '../../../src/webhooks/endpoints/endpoint-secrets.js';
import type { TestAccount, TestApp } from '../../support/app.js';
import { type HttpAnswer, httpClient } from '../../support/http.js';
import { until } from '../../support/until.js';

/** A kind of change by clients, and how to find its result in the database. */
export interface Change {
  readonly name: string;
  /** Tables it reads or writes. */
  readonly tables: readonly string[];
  /** Makes the change; `label` is stored with its result, and is its Idempotency-Key if it has one. */
  send(label: string, hasKey: boolean): Promise<HttpAnswer>;
  /** The id in the response. */
  idOf(answer: HttpAnswer): string;
  /** Ids in the database, by label. */
  made(): Promise<Map<string, string[]>>;
}

interface PublishedAgent {
  readonly agentId: string;
  /** A deployment to promote and roll back to. */
  readonly deploymentId: string;
}

/** Objects that a suite changes. */
export interface Ground {
  readonly app: TestApp;
  readonly account: TestAccount;
  readonly key: string;
  /** Several, since changes of one agent are serialized. */
  readonly agents: readonly PublishedAgent[];
  /** A separate database client, unaffected by faults and with long timeouts. */
  readonly onlooker: PrismaService;
}

const DEPLOYMENT_TABLES = ['agents', 'active_deployments', 'deployments', 'audit_log'];
const KEY_TABLE = 'idempotent_requests';
const URL = 'https://127.0.0.1:9/hook';

export async function prepareGround(app: TestApp, databaseUrl: string, agentCount = 1): Promise<Ground> {
  const account = await patiently(() => app.createAccount());
  const key = await patiently(() => app.createKey(account));
  const agents: PublishedAgent[] = [];
  while (agents.length < agentCount) {
    const agentId = await patiently(() => app.createAgent(account));
    const path = `/v1/agents/${agentId}/deployments/publish`;
    const deploymentId = await patiently(async () => {
      const { body } = await httpClient(app.baseUrl)('POST', path, { key, body: {} });
      return body.deployment.id as string;
    });
    agents.push({ agentId, deploymentId });
  }
  const patience = { DATABASE_CONNECT_TIMEOUT_MS: '30000', DATABASE_QUERY_TIMEOUT_MS: '30000' };
  const onlooker = new PrismaService(AppConfig.fromEnvironment({ DATABASE_URL: databaseUrl, ...patience }));
  return { app, account, key, agents, onlooker };
}

/** The tested timeouts are shorter than a process's first statements take on a busy machine. */
const patiently = <T>(work: () => Promise<T>): Promise<NonNullable<Exclude<T, false>>> =>
  until('the ground is prepared', () => work().catch(() => undefined as T), 60_000);

export function changesOn(ground: Ground): readonly Change[] {
  return [
    {
      ...deployment(ground, 'publish', ({ agentId }) => `/v1/agents/${agentId}/deployments/publish`),
      tables: [...DEPLOYMENT_TABLES, 'drafts', 'agent_versions', 'agent_contents', KEY_TABLE],
    },
    deployment(ground, 'promotion', (agent) => `${pathOf(agent)}/promote`),
    deployment(ground, 'rollback', (agent) => `${pathOf(agent)}/rollback`),
    newEndpoint(ground),
    newSecret(ground),
    newKey(ground),
  ];
}

const pathOf = ({ agentId, deploymentId }: PublishedAgent): string =>
  `/v1/agents/${agentId}/deployments/${deploymentId}`;

/** The same agent for the same hexadecimal label. */
function agentFor({ agents }: Ground, label: string): PublishedAgent {
  const agent = agents[Number.parseInt(label.slice(0, 4), 16) % agents.length];
  if (!agent) throw new Error('There is no agent.');
  return agent;
}

function sender(
  ground: Ground,
  pathFor: (agent: PublishedAgent) => string,
  bodyOf: (label: string) => object,
) {
  const { app, key } = ground;
  const call = httpClient(app.baseUrl);
  return (label: string, hasKey: boolean) =>
    call('POST', pathFor(agentFor(ground, label)), {
      key,
      body: bodyOf(label),
      headers: hasKey ? { 'idempotency-key': label } : {},
    });
}

function deployment(
  ground: Ground,
  kind: 'publish' | 'promotion' | 'rollback',
  pathFor: (agent: PublishedAgent) => string,
): Change {
  const { onlooker, account } = ground;
  return {
    name: kind,
    tables: [...DEPLOYMENT_TABLES, KEY_TABLE],
    send: sender(ground, pathFor, (label) => ({ deploymentMessage: label })),
    idOf: ({ body }) => body.deployment.id as string,
    made: async () => {
      const rows = await onlooker.deployment.findMany({
        where: { accountId: account.accountId, type: kind },
      });
      return byLabel(rows.map(({ message, id }) => [message, id]));
    },
  };
}

function newEndpoint(ground: Ground): Change {
  const { accountId } = ground.account;
  return {
    name: 'new webhook endpoint',
    tables: ['webhook_endpoints', 'audit_log', KEY_TABLE],
    send: sender(
      ground,
      () => '/v1/webhook-endpoints',
      (label) => ({
        name: label,
        url: URL,
        event_types: ['alerts.triggered'],
      }),
    ),
    idOf: ({ body }) => body.id as string,
    made: async () => {
      const rows = await ground.onlooker.webhookEndpoint.findMany({ where: { accountId } });
      return byLabel(rows.map(({ name, id }) => [name, id]));
    },
  };
}

/** Each uses its own endpoint named by the label, so that the result can be found. */
function newSecret(ground: Ground): Change {
  const { app, key, onlooker } = ground;
  const { accountId } = ground.account;
  const call = httpClient(app.baseUrl);
  const secrets = app.provider<EndpointSecrets>('EndpointSecrets');
  const idFor = (label: string) => `whe_${label.replaceAll(/[^A-Za-z0-9]/g, '')}`;
  return {
    name: 'new secret of a webhook endpoint',
    tables: ['webhook_endpoints', 'audit_log', KEY_TABLE],
    async send(label, hasKey) {
      const id = idFor(label);
      const sealed = {
        headersSealed: await secrets.sealHeaders(id, {}),
        secretSealed: await secrets.sealSecret(id, 'whsec_first'),
      };
      const data = [{ id, accountId, name: label, url: URL, eventTypes: [], timeoutMs: 5_000, ...sealed }];
      await onlooker.webhookEndpoint.createMany({ data, skipDuplicates: true });
      const path = `/v1/webhook-endpoints/${id}/rotate-secret`;
      return call('POST', path, { key, body: {}, headers: hasKey ? { 'idempotency-key': label } : {} });
    },
    idOf: ({ body }) => body.signing_secret as string,
    made: async () => {
      const where = { accountId, action: 'webhook_endpoint.rotate_secret' };
      const rotations = await onlooker.auditEntry.findMany({ where });
      const endpoints = await onlooker.webhookEndpoint.findMany({ where: { accountId } });
      const known = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
      const rotated = rotations.flatMap(({ resourceId }) => known.get(resourceId) ?? []);
      const pairs = rotated.map(
        async ({ id, name, secretSealed }) => [name, await secrets.openSecret(id, secretSealed)] as const,
      );
      return byLabel(await Promise.all(pairs));
    },
  };
}

function newKey(ground: Ground): Change {
  const { accountId } = ground.account;
  return {
    name: 'new API key',
    tables: ['api_keys', 'audit_log', KEY_TABLE],
    send: sender(
      ground,
      () => '/v1/api-keys',
      (label) => ({ name: label, scopes: ['agents:read'] }),
    ),
    idOf: ({ body }) => body.id as string,
    made: async () => {
      const rows = await ground.onlooker.apiKey.findMany({ where: { accountId } });
      return byLabel(rows.map(({ name, id }) => [name, id]));
    },
  };
}

function byLabel(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const [label, id] of pairs) ids.set(label, [...(ids.get(label) ?? []), id]);
  return ids;
}
