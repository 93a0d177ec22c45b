import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { TelephonyService } from '../../../src/telephony/index.js';
import { OpenAiStandIn } from '../../stand-ins/index.js';
import { createTestApp, type TestApp } from '../../support/app.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { ownAddress } from '../../support/own-address.js';
import { publish } from '../../support/publish.js';
import { SmallDisk } from '../../support/small-disk.js';
import { TcpRelay } from '../../support/tcp-relay.js';
import { keysBrain } from '../../telephony/support/two-phone-instances.js';
import { NUMBER } from '../../telephony/support/phone-fixture.js';
import type { Fault } from './table.js';

/** The default. */
export const LEASE_MS = 7_000;
export const CUT_OFF = 'Sorry, we were cut off.';
const GOODBYE = 'Sorry, please call again later.';
const READY_WITHIN_MS = 1_500;

/** An instance with fault injection. */
export interface Troubled {
  readonly app: TestApp;
  /** Process id. */
  readonly pid: number;
  readonly toDatabase: TcpRelay;
  /** Disk for recordings; undefined when it cannot be mounted. */
  readonly disk: SmallDisk | undefined;
}

const asSignal = { dead: 'SIGKILL', frozen: 'SIGSTOP' } as const;

/** Several instances on one database, each with a link to it that can be cut, and their agent. */
export class TroubledInstances {
  token = '';
  private readonly closing: (() => void)[] = [];

  private constructor(
    readonly all: readonly Troubled[],
    readonly model: OpenAiStandIn,
    private readonly database: TestDatabase,
  ) {}

  static async start(count: number): Promise<TroubledInstances> {
    const model = await OpenAiStandIn.start({ brain: keysBrain });
    const database = await createTestDatabase();
    const all = await Promise.all(Array.from({ length: count }, () => startOne(model, database.url)));
    const instances = new TroubledInstances(all, model, database);
    await instances.publishAgent();
    return instances;
  }

  get host(): string {
    return ownAddress();
  }

  sipPortOf({ app }: Troubled): Promise<number | undefined> {
    return app.provider<TelephonyService>('TelephonyService').port();
  }

  /** Starts a load balancer for the first ready instance. @returns Its address. */
  async balance(instances: readonly Troubled[]): Promise<string> {
    const server = net.createServer((client) => void join(client, instances));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.closing.push(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  harm({ pid, toDatabase, disk }: Troubled, fault: Fault): void {
    if (fault === 'cut off') toDatabase.partition();
    else if (fault === 'disk full') disk?.fill();
    else process.kill(pid, asSignal[fault]);
  }

  async close(): Promise<void> {
    for (const { pid } of this.all) killed(pid);
    await Promise.all(this.all.map(({ app }) => app.close().catch(() => undefined)));
    for (const { toDatabase, disk } of this.all) {
      toDatabase.close();
      disk?.close();
    }
    for (const close of this.closing) close();
    await this.model.close();
    await this.database.drop();
  }

  private async publishAgent(): Promise<void> {
    const [first] = this.all;
    if (!first) throw new Error('There are no instances.');
    const { app } = first;
    const account = await app.createAccount();
    const agentId = await app.createAgent(account, {
      schemaVersion: 1,
      greeting: 'Hello.',
      prompt: 'You are helpful.',
      carryOn: { message: CUT_OFF },
      failure: { goodbye: GOODBYE },
      turnTaking: { noInputPromptMs: 0, hangUpAfterSilenceMs: 0 },
      models: { traditional: { llm: { provider: 'openai' } } },
    });
    for (const environment of ['sandbox', 'live'] as const) await publish(app, account, agentId, environment);
    this.token = await app.createConnector(account, agentId, 'sandbox');
    const key = await app.createKey(account);
    const post = async (path: string, body: object) => {
      const headers = { 'X-API-KEY': key, 'Content-Type': 'application/json' };
      const answer = await fetch(`${app.baseUrl}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
    };
    await post('/v1/telephony/trunks', { name: 'This machine', allowedAddresses: [this.host], maxCalls: 10 });
    await post(`/v1/agents/${agentId}/telephony/phone-numbers`, { phoneNumbers: [NUMBER] });
  }
}

async function startOne({ url }: OpenAiStandIn, databaseUrl: string): Promise<Troubled> {
  const toDatabase = await TcpRelay.create(databaseUrl);
  const through = new URL(databaseUrl);
  through.host = `127.0.0.1:${toDatabase.port}`;
  const disk = SmallDisk.mount('roomy');
  const env = {
    ...(disk instanceof SmallDisk && { DATA_DIR: disk.folder }),
    RECORDINGS_ENABLED: 'true',
    ...{ LLM_URL: url, STT_URL: url, TTS_URL: url, STARTER_PRELOAD: 'true' },
    ...{ SIP_ENABLED: 'true', SIP_PORT: '0', ALLOW_PRIVATE_NETWORKS: 'sip' },
    DATABASE_URL: through.href,
    DATABASE_QUERY_TIMEOUT_MS: '5000',
  };
  const overrides = { conversations: { flushIntervalMs: 20 } };
  const app = await createTestApp({ env, overrides, databaseUrl });
  const pid = await app.module<typeof import('./in-service.js')>('test/calls/silence/in-service.ts').pid();
  return { app, pid, toDatabase, disk: disk instanceof SmallDisk ? disk : undefined };
}

async function join(client: net.Socket, instances: readonly Troubled[]): Promise<void> {
  client.on('error', () => undefined);
  const target = await firstReady(instances);
  if (!target) return void client.destroy();
  const server = net.connect(Number(new URL(target.app.baseUrl).port), '127.0.0.1');
  server.on('error', () => undefined);
  server.on('close', () => client.destroy());
  client.on('close', () => server.destroy());
  client.pipe(server).pipe(client);
}

async function firstReady(instances: readonly Troubled[]): Promise<Troubled | undefined> {
  for (const one of instances) {
    const signal = AbortSignal.timeout(READY_WITHIN_MS);
    const answer = await fetch(`${one.app.baseUrl}/health/ready`, { signal }).catch(() => undefined);
    if (answer?.ok) return one;
  }
  return undefined;
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already killed.
  }
}
