import { PrismaPg } from '@prisma/adapter-pg';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hashToken, newSecretToken, tokenHint } from '../../src/auth/credentials/secret-token.js';
import { type EnvironmentName, toDbEnvironment } from '../../src/common/access/principal.js';
import { SCOPES, type Scope } from '../../src/common/access/scopes.js';
import type { Overrides } from '../../src/common/config/index.js';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { newId } from '../../src/common/ids/index.js';
import { PrismaClient } from '../../src/generated/prisma/client.js';
import { createTestDatabase } from './database.js';
import { type SharedService, testSettings } from './service/settings.js';
import type { AgentsService } from '../../src/agents/index.js';
import {
  type Remote,
  type RemoteFunctions,
  remoteModule,
  remoteProvider,
  remoteTransaction,
  startService,
} from './service/start.js';

/** A small valid agent document. */
export const SMALL_DOCUMENT: AgentDocument = { schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-GB' };

export interface TestAccount {
  readonly accountId: string;
  readonly email: string;
}

interface TestKeyOptions {
  readonly scopes?: readonly Scope[];
  readonly agentIds?: readonly string[];
  readonly environments?: readonly EnvironmentName[];
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
}

/** The whole service in its own process, on a free loopback port. */
export interface TestApp {
  /** The test's connections to the service's database. */
  readonly prisma: PrismaClient;
  readonly databaseUrl: string;
  /** A temporary folder, also the service's DATA_DIR. */
  readonly dataDir: string;
  /** `http://127.0.0.1:port` */
  readonly baseUrl: string;
  createAccount(): Promise<TestAccount>;
  /** A working API key of the account, with all scopes by default. */
  createKey(account: TestAccount, options?: TestKeyOptions): Promise<string>;
  createAgent(account: TestAccount, document?: AgentDocument, agentId?: string): Promise<string>;
  /** Creates a connector of the agent. @returns Its token. */
  createConnector(
    account: TestAccount,
    agentId: string,
    environment: EnvironmentName,
    variantId?: string,
  ): Promise<string>;
  /** The provider with that class name, called over a control port: `provider<MediaService>('MediaService')`. */
  provider<T extends object>(name: string): Remote<T>;
  /** The same within a separate transaction, passed as the first argument. */
  inTransaction<T extends object>(name: string): RemoteFunctions<T>;
  /**
   * Functions of a test module, run in the service's process with the application as first argument.
   * @param file Path of the TypeScript file from the project's root
   */
  module<M extends object>(file: string): RemoteFunctions<M>;
  /** Stops the service and removes its database and folder. A shared service keeps running. */
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Settings of the service, by the names of `.env.example`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Constants to change. */
  readonly overrides?: Overrides;
  /** Uses this database instead of a fresh one; close() keeps it. */
  readonly databaseUrl?: string;
}

/** Starts a service with its own settings. `sharedApp` is faster when the defaults suffice. */
export async function createTestApp({
  env = {},
  overrides = {},
  databaseUrl,
}: TestAppOptions = {}): Promise<TestApp> {
  const own = databaseUrl === undefined ? await createTestDatabase() : undefined;
  const url = databaseUrl ?? own?.url ?? '';
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'earshot-test-'));
  const cleanUp = async () => {
    await own?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const service = await startService({ ...testSettings(url, dataDir), ...env }, overrides);
    return attach({ ...service, databaseUrl: url, dataDir }, () => service.close().finally(cleanUp));
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/**
 * The service shared by all suites of a run. Each suite creates its own accounts, and neither counts nor awaits others'
 * objects. Its settings: `SHARED_SETTINGS` and `SHARED_OVERRIDES`.
 */
export function sharedApp(): TestApp {
  const { EARSHOT_TEST_SERVICE: shared } = process.env;
  if (shared === undefined)
    throw new Error('No shared service: test/support/jest/global-setup.mjs starts it.');
  return attach(JSON.parse(shared) as SharedService, () => Promise.resolve());
}

function attach(
  { baseUrl, controlUrl, databaseUrl, dataDir }: SharedService,
  stop: () => Promise<void>,
): TestApp {
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: databaseUrl, max: 4 }) });
  const inTransaction = <T extends object>(name: string) => remoteTransaction<T>(controlUrl, name);
  return {
    prisma,
    databaseUrl,
    dataDir,
    baseUrl,
    provider: (name) => remoteProvider(controlUrl, name),
    inTransaction,
    module: (file) => remoteModule(controlUrl, file),
    ...fixtures(prisma, inTransaction<AgentsService>('AgentsService')),
    async close() {
      await prisma.$disconnect();
      await stop();
    },
  };
}

type Fixtures = Pick<TestApp, 'createAccount' | 'createKey' | 'createAgent' | 'createConnector'>;

function fixtures(prisma: PrismaClient, agents: RemoteFunctions<AgentsService>): Fixtures {
  return {
    async createAccount() {
      const { id } = await prisma.account.create({ data: { id: newId('acc'), name: 'Test' } });
      return { accountId: id, email: `${id}@example.test` };
    },
    async createKey(
      { accountId, email },
      { scopes = SCOPES, agentIds = [], environments = [], ...times } = {},
    ) {
      const key = newSecretToken('esk');
      await prisma.apiKey.create({
        data: {
          id: newId('ak'),
          accountId,
          name: 'test',
          ownerEmail: email,
          secretHash: hashToken(key),
          hint: tokenHint(key),
          scopes: [...scopes],
          agentIds: [...agentIds],
          environments: environments.map(toDbEnvironment),
          ...times,
        },
      });
      return key;
    },
    async createAgent(account, document = SMALL_DOCUMENT, agentId) {
      return (await agents.create(account, { agentId, name: 'Test agent', document })).id;
    },
    async createConnector({ accountId }, agentId, environment, variantId) {
      const token = newSecretToken('ect');
      await prisma.connector.create({
        data: {
          id: newId('con'),
          accountId,
          agentId,
          name: 'Test connector',
          environment: toDbEnvironment(environment),
          variantId,
          tokens: { create: { id: newId('ctk'), tokenHash: hashToken(token), hint: tokenHint(token) } },
        },
      });
      return token;
    },
  };
}
