import { randomInt } from 'node:crypto';
import type { InvitationsService } from '../../src/auth/index.js';
import { fromDbEnvironment } from '../../src/common/access/principal.js';
import type { TestAccount, TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { PASSWORD } from '../support/people.js';
import { isForOperator, type Operation } from './operations.js';
import {
  addThing,
  ALL_THINGS,
  type Ids,
  invitation,
  NOBODYS_ADDRESS,
  OF_GATES,
  OF_ROLLOUTS,
  SEPARATE_THINGS,
} from './tenant-things.js';

export { FULL_TENANT_OVERRIDES, FULL_TENANT_SETTINGS } from '../support/service/settings.js';
export type { Ids };

/** An account with one of every object that has an id. */
export interface FullTenant extends TestAccount {
  /** A key with all scopes. */
  readonly key: string;
  readonly ids: Ids;
}

export async function createFullTenant(service: TestApp): Promise<FullTenant> {
  const account = await service.createAccount();
  const key = await service.createKey(account);
  return { ...account, key, ids: await addEverything(service, account, key) };
}

/** Adds one more of every object to an account. */
export const addEverything = (service: TestApp, account: TestAccount, key: string): Promise<Ids> =>
  addAgentWith(service, account, key, ALL_THINGS);

async function addAgentWith(
  service: TestApp,
  account: TestAccount,
  key: string,
  things: readonly string[],
): Promise<Ids> {
  const { accountId } = account;
  const { body: agent } = await httpClient(service.baseUrl)('POST', `/v1/accounts/${accountId}/agents`, {
    key,
    body: { name: 'Front desk' },
  });
  let ids: Ids = { accountId, agentId: agent.agentId, clientEnv: 'sandbox', quota: 'agents' };
  for (const name of things) ids = await addThing(service, account, key, ids, name);
  return ids;
}

/** Objects whose id comes with another object. */
const MADE_BY: Readonly<Record<string, string>> = { testCaseId: 'testSetId' };

/** Adds one more of the objects an operation may delete, so that no other operation is affected. */
export async function addOwn(service: TestApp, tenant: FullTenant, operation: Operation): Promise<Ids> {
  const { key } = tenant;
  const { path } = operation;
  if (isForOperator(operation))
    return { ...tenant.ids, accountId: (await service.createAccount()).accountId };
  const ended = /[{](\w+)[}]$/.exec(path)?.[1] ?? '';
  if (ended === 'agentId') return addEverything(service, tenant, key);
  const thing = MADE_BY[ended] ?? (path.endsWith('/phone-numbers') ? 'phoneNumber' : ended);
  if (SEPARATE_THINGS.includes(thing)) return addThing(service, tenant, key, tenant.ids, thing);
  if (!path.includes('{agentId}')) return tenant.ids;
  return addAgentWith(service, tenant, key, path.includes('{rolloutId}') ? OF_ROLLOUTS : OF_GATES);
}

const EQUAL_ARMS = ['as it is', 'short'].map((name) => ({ name, weight: 1 }));

/** The documented example of an operation's body, with this tenant's ids. */
export async function exampleFor(service: TestApp, operation: Operation, ids: Ids): Promise<unknown> {
  if (typeof operation.body !== 'object' || operation.body === null) return operation.body;
  const body = { ...operation.body };
  const { phoneNumber, connectorId } = ids;
  if ('phoneNumbers' in body) return { ...body, phoneNumbers: [phoneNumber] };
  if ('token' in body) return { ...body, token: await invitationToken(service, ids), password: PASSWORD };
  if ('password' in body) return { ...body, email: ids['email'], password: PASSWORD };
  if ('phoneNumber' in body) return { ...body, phoneNumber };
  if ('connectorId' in body) return { ...body, connectorId };
  // Accounts cannot share addresses.
  if ('allowedAddresses' in body)
    return { ...body, allowedAddresses: [`10.0.${randomInt(256)}.${randomInt(256)}`] };
  if ('toNumber' in body && 'environment' in body)
    return { ...body, environment: await environmentOfNumber(service, ids) };
  if ('url' in body) return { ...body, url: NOBODYS_ADDRESS };
  // One version without variants: it is the only one deployed there.
  if ('arms' in body) return { ...body, arms: EQUAL_ARMS };
  if ('version' in body) return { ...body, version: ids['deploymentId'] };
  // Topic names are unique per agent.
  if (operation.name.startsWith('POST') && operation.path.endsWith('/topics'))
    return { ...body, name: `Topic ${randomInt(1_000_000_000)}` };
  if (!('revision' in body)) return body;
  const draft = await service.prisma.draft.findUnique({ where: { agentId: ids['agentId'] ?? '' } });
  return { ...body, revision: draft?.revision ?? 1 };
}

/** The token of a pending invitation. */
async function invitationToken({ inTransaction }: TestApp, { accountId = '' }: Ids): Promise<string> {
  const actor = { accountId, email: 'a@example.test' };
  const { invitationUrl } = await inTransaction<InvitationsService>('InvitationsService').create(
    actor,
    invitation(),
    'http://localhost',
  );
  return invitationUrl.split('#invitation=')[1] ?? '';
}

/** Other operations move the agent's outbound number. */
async function environmentOfNumber({ prisma }: TestApp, { agentId = '' }: Ids): Promise<string> {
  const number = await prisma.phoneNumber.findFirst({ where: { agentId } });
  return number ? fromDbEnvironment(number.environment) : 'sandbox';
}
