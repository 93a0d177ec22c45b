import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { AgentsService } from '../../src/agents/index.js';
import { hashToken, newSecretToken, tokenHint } from '../../src/auth/credentials/secret-token.js';
import { type EnvironmentName, SCOPES, type Scope, toDbEnvironment } from '../../src/common/access/index.js';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { AppConfig } from '../../src/common/config/index.js';
import { newId } from '../../src/common/ids/index.js';
import { PrismaService } from '../../src/common/prisma/index.js';
import { createApp } from '../../src/create-app.js';
import { createTestDatabase } from './database.js';

/** A small agent document that is valid. */
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

/** The whole service on a database of its own, listening on a free port of loopback. */
export interface TestApp {
  readonly app: NestFastifyApplication;
  readonly prisma: PrismaService;
  readonly databaseUrl: string;
  /** A folder of its own, also the service's DATA_DIR. */
  readonly dataDir: string;
  /** `http://127.0.0.1:port` */
  readonly baseUrl: string;
  createAccount(): Promise<TestAccount>;
  /** A working API key of the account: all scopes unless told otherwise. */
  createKey(account: TestAccount, options?: TestKeyOptions): Promise<string>;
  createAgent(account: TestAccount, document?: AgentDocument, agentId?: string): Promise<string>;
  /** A connector of the agent; gives its token. */
  createConnector(
    account: TestAccount,
    agentId: string,
    environment: EnvironmentName,
    variantId?: string,
  ): Promise<string>;
  /** Ends the service and removes its database and folder. */
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Settings of the service, by the names of `.env.example`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Use this database instead of a fresh one; it's not removed by close(). */
  readonly databaseUrl?: string;
}

export async function createTestApp({ env = {}, databaseUrl }: TestAppOptions = {}): Promise<TestApp> {
  const own = databaseUrl === undefined ? await createTestDatabase() : undefined;
  const url = databaseUrl ?? own?.url ?? '';
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'earshot-test-'));
  const config = AppConfig.fromEnvironment({
    PORT: '0',
    LOG_LEVEL: 'silent',
    MEDIA_PORT: '0',
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    // All services on one database have one secret, or they refuse to start.
    INSTANCE_SECRET: `the secret of all tests on ${new URL(url).pathname}`,
    // Most suites need one media worker and no speech models; those that do load them with their first call.
    MEDIA_WORKERS: '1',
    // Only suites of telephony listen for phones.
    SIP_ENABLED: 'false',
    STARTER_PRELOAD: 'false',
    STARTER_WORKERS: '1',
    // Of a quarter of a second each.
    PASSWORD_HASH_LOG2_N: '10',
    // A busy test machine must not look like a database that is away, like a slow provider or like too many calls.
    MEDIA_OVERLOAD_LAG_MS: '0',
    DATABASE_CONNECT_TIMEOUT_MS: '20000',
    DATABASE_QUERY_TIMEOUT_MS: '20000',
    CALL_WAITING_WORDS_AFTER_MS: '0',
    ...env,
  });
  const app = await createApp(config);
  try {
    await app.listen(config.http.port, config.http.host);
  } catch (error) {
    await app.close();
    throw error;
  }
  const { port } = app.getHttpServer().address() as AddressInfo;
  const prisma = app.get(PrismaService);
  return {
    app,
    prisma,
    databaseUrl: url,
    dataDir,
    baseUrl: `http://127.0.0.1:${port}`,
    ...fixtures(app, prisma),
    async close() {
      await app.close();
      await own?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type Fixtures = Pick<TestApp, 'createAccount' | 'createKey' | 'createAgent' | 'createConnector'>;

function fixtures(app: NestFastifyApplication, prisma: PrismaService): Fixtures {
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
      const agent = await prisma.$transaction((transaction) =>
        app
          .get(AgentsService, { strict: false })
          .create(transaction, account, { agentId, name: 'Test agent', document }),
      );
      return agent.id;
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
