import { Injectable } from '@nestjs/common';
import { defaultStarterDocument } from '../pipeline/index.js';
import { AgentsService } from '../agents/index.js';
import { hashToken, isWellFormedToken, newSecretToken, SignInLinks, tokenHint } from '../auth/index.js';
import { SCOPES } from '../common/access/index.js';
import { AppConfig } from '../common/config/index.js';
import { newId } from '../common/ids/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import { DeploymentsService } from '../deployments/index.js';
import { TelephonyService } from '../telephony/index.js';
import { TestSetsService } from '../test-sets/index.js';
import { DEMO_TEST_SET } from './demo-cases.js';
import { type DemoAccess, demoFileOf, readDemoFile, writeDemoFile } from './demo-file.js';

/** Fixed, so that the demo account is found even if its file is lost. */
const ACCOUNT_ID = 'acc_demo';
const AGENT_ID = 'earshot-demo';
const CONNECTOR_ID = 'con_demo';
const EMAIL = 'demo@earshot.local';
const ENVIRONMENT = 'sandbox';

/** Dates such as "tomorrow" are those of this machine. */
const OWN_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const actor = { accountId: ACCOUNT_ID, email: EMAIL };

/**
 * Creates the demo account with a callable agent, and writes its access data to a file. Existing data is kept: the
 * file's key and token stay while the database knows them; otherwise new ones are added besides the earlier ones, which
 * another start on the same database may be using. Each run creates a new sign-in link for the owner.
 */
@Injectable()
export class DemoSeed {
  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: AgentsService,
    private readonly deployments: DeploymentsService,
    private readonly telephony: TelephonyService,
    private readonly testSets: TestSetsService,
    private readonly signInLinks: SignInLinks,
    private readonly config: AppConfig,
  ) {}

  /** `baseUrl`: where clients reach this instance, without a path. */
  async run(baseUrl: string): Promise<DemoAccess & { signInUrl: string }> {
    const demoFile = demoFileOf(this.config);
    const earlier = await readDemoFile(demoFile);
    const { apiKey, connectorToken, signInUrl } = await this.prisma.$transaction(async (transaction) => {
      // Several processes may start concurrently on one database.
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('earshot demo seed'))`;
      await this.ensureAgent(transaction);
      return {
        apiKey: await this.ensureApiKey(transaction, earlier?.apiKey),
        connectorToken: await this.ensureConnectorToken(transaction, earlier?.connectorToken),
        signInUrl: await this.signInUrl(transaction, baseUrl),
      };
    });
    const sipUri = this.telephony.openDemoLine(ACCOUNT_ID, CONNECTOR_ID);
    const access = {
      baseUrl,
      signalingUrl: baseUrl.replace(/^http/, 'ws'),
      // URL fragments never reach a server, so the key is in no log.
      studioUrl: `${baseUrl}/studio/#apiKey=${apiKey}`,
      signInUrl,
      accountId: ACCOUNT_ID,
      agentId: AGENT_ID,
      apiKey,
      connectorToken,
      ...(sipUri !== undefined && { sipUri }),
    };
    await writeDemoFile(demoFile, access);
    return access;
  }

  private async ensureAgent(transaction: Prisma.TransactionClient): Promise<void> {
    await transaction.account.upsert({
      where: { id: ACCOUNT_ID },
      create: { id: ACCOUNT_ID, name: 'Demo' },
      update: {},
    });
    if (!(await transaction.agent.findUnique({ where: { id: AGENT_ID } }))) {
      await this.agents.create(transaction, actor, {
        agentId: AGENT_ID,
        name: 'Demo agent',
        document: { ...defaultStarterDocument(), timeZone: OWN_TIME_ZONE },
      });
      await this.testSets.create(transaction, actor, AGENT_ID, DEMO_TEST_SET);
    }
    const active = await transaction.activeDeployment.findFirst({
      where: { agentId: AGENT_ID, environment: ENVIRONMENT },
    });
    if (!active) {
      await this.deployments.publish(transaction, {
        actor,
        agentId: AGENT_ID,
        environment: ENVIRONMENT,
        message: 'The demo agent',
      });
    }
  }

  private async signInUrl(transaction: Prisma.TransactionClient, baseUrl: string): Promise<string> {
    const { id } = await transaction.person.upsert({
      where: { accountId_email: { accountId: ACCOUNT_ID, email: EMAIL } },
      create: { id: newId('per'), accountId: ACCOUNT_ID, email: EMAIL, name: 'Demo', role: 'owner' },
      update: {},
    });
    return (await this.signInLinks.create(transaction, id, baseUrl, `agents/${AGENT_ID}/talk`)).signInUrl;
  }

  private async ensureApiKey(
    transaction: Prisma.TransactionClient,
    key: string | undefined,
  ): Promise<string> {
    const own = { accountId: ACCOUNT_ID, name: 'Demo', revokedAt: null };
    if (key !== undefined && isWellFormedToken('esk', key)) {
      const known = await transaction.apiKey.findFirst({ where: { ...own, secretHash: hashToken(key) } });
      if (known) return key;
    }
    const fresh = newSecretToken('esk');
    await transaction.apiKey.create({
      data: {
        ...own,
        id: newId('ak'),
        ownerEmail: EMAIL,
        secretHash: hashToken(fresh),
        hint: tokenHint(fresh),
        scopes: [...SCOPES],
      },
    });
    return fresh;
  }

  private async ensureConnectorToken(
    transaction: Prisma.TransactionClient,
    token: string | undefined,
  ): Promise<string> {
    await transaction.connector.upsert({
      where: { id: CONNECTOR_ID },
      create: {
        id: CONNECTOR_ID,
        accountId: ACCOUNT_ID,
        agentId: AGENT_ID,
        name: 'Demo connector',
        environment: ENVIRONMENT,
      },
      update: {},
    });
    const own = { connectorId: CONNECTOR_ID, revokedAt: null };
    if (token !== undefined && isWellFormedToken('ect', token)) {
      const known = await transaction.connectorToken.findFirst({
        where: { ...own, tokenHash: hashToken(token) },
      });
      if (known) return token;
    }
    const fresh = newSecretToken('ect');
    await transaction.connectorToken.create({
      data: { ...own, id: newId('ctk'), tokenHash: hashToken(fresh), hint: tokenHint(fresh) },
    });
    return fresh;
  }
}
