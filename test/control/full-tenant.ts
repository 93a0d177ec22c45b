import { randomInt } from 'node:crypto';
import type { InvitationsService } from '../../src/auth/index.js';
import { fromDbEnvironment } from '../../src/common/access/environment.js';
import type { TestAccount, TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { PASSWORD } from '../support/people.js';
import type { Operation } from './operations.js';
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

export { FULL_TENANT_SETTINGS } from '../support/service/settings.js';
export type { Ids };

/** An account that has one of everything that has an id. */
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

/** Gives an account one more of everything. */
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
  let ids: Ids = { accountId, agentId: agent.agentId, clientEnv: 'sandbox' };
  for (const name of things) ids = await addThing(service, account, key, ids, name);
  return ids;
}

/** What has an id only because another thing was made. */
const MADE_BY: Readonly<Record<string, string>> = { testCaseId: 'testSetId' };

/** What an operation may end without any other operation noticing: one more of what its path names, and no more. */
export async function addOwn(service: TestApp, tenant: FullTenant, { path }: Operation): Promise<Ids> {
  const { key } = tenant;
  if (path.endsWith('/suspension'))
    return { ...tenant.ids, accountId: (await service.createAccount()).accountId };
  const ended = /[{](\w+)[}]$/.exec(path)?.[1] ?? '';
  if (ended === 'agentId') return addEverything(service, tenant, key);
  const thing = MADE_BY[ended] ?? (path.endsWith('/phone-numbers') ? 'phoneNumber' : ended);
  if (SEPARATE_THINGS.includes(thing)) return addThing(service, tenant, key, tenant.ids, thing);
  if (!path.includes('{agentId}')) return tenant.ids;
  return addAgentWith(service, tenant, key, path.includes('{rolloutId}') ? OF_ROLLOUTS : OF_GATES);
}

const EQUAL_ARMS = ['as it is', 'short'].map((name) => ({ name, weight: 1 }));

/** The documented example of an operation's body, so that it can be sent by such a tenant. */
export async function exampleFor(service: TestApp, operation: Operation, ids: Ids): Promise<unknown> {
  if (typeof operation.body !== 'object' || operation.body === null) return operation.body;
  const body = { ...operation.body };
  const { phoneNumber, connectorId } = ids;
  if ('phoneNumbers' in body) return { ...body, phoneNumbers: [phoneNumber] };
  if ('token' in body) return { ...body, token: await invitationToken(service, ids), password: PASSWORD };
  if ('password' in body) return { ...body, email: ids['email'], password: PASSWORD };
  if ('phoneNumber' in body) return { ...body, phoneNumber };
  if ('connectorId' in body) return { ...body, connectorId };
  // No two accounts have the same addresses.
  if ('allowedAddresses' in body)
    return { ...body, allowedAddresses: [`10.0.${randomInt(256)}.${randomInt(256)}`] };
  if ('toNumber' in body && 'environment' in body)
    return { ...body, environment: await environmentOfNumber(service, ids) };
  if ('url' in body) return { ...body, url: NOBODYS_ADDRESS };
  // Of one version without variants: nothing else is deployed there.
  if ('arms' in body) return { ...body, arms: EQUAL_ARMS };
  if ('version' in body) return { ...body, version: ids['deploymentId'] };
  // No two topics of an agent have the same name.
  if (operation.name.startsWith('POST') && operation.path.endsWith('/topics'))
    return { ...body, name: `Topic ${randomInt(1_000_000_000)}` };
  if (!('revision' in body)) return body;
  const draft = await service.prisma.draft.findUnique({ where: { agentId: ids['agentId'] ?? '' } });
  return { ...body, revision: draft?.revision ?? 1 };
}

/** Of an invitation that nobody has accepted. */
async function invitationToken({ inTransaction }: TestApp, { accountId = '' }: Ids): Promise<string> {
  const actor = { accountId, email: 'a@example.test' };
  const { invitationUrl } = await inTransaction<InvitationsService>('InvitationsService').create(
    actor,
    invitation(),
    'http://localhost',
  );
  return invitationUrl.split('#invitation=')[1] ?? '';
}

/** Other operations move the number from which the agent calls. */
async function environmentOfNumber({ prisma }: TestApp, { agentId = '' }: Ids): Promise<string> {
  const number = await prisma.phoneNumber.findFirst({ where: { agentId } });
  return number ? fromDbEnvironment(number.environment) : 'sandbox';
}
