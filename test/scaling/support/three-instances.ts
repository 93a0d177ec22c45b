import pg from 'pg';
import type { AgentDocument } from '../../../src/agent-document/index.js';
import type { Overrides } from '../../../src/common/config/index.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { freePort } from '../../support/free-port.js';
import { type Haproxy, startHaproxy } from '../../support/haproxy.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../../support/service-process.js';
import { until } from '../../support/until.js';
import type { CallTarget } from '../callers/messages.js';
import { publish } from './publish.js';

export interface ThreeInstancesOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Constants to change. */
  readonly overrides?: Overrides;
  /** Settings per instance. */
  readonly envOf?: (index: number) => Readonly<Record<string, string>>;
  /** Prepares what they need before they start. */
  readonly beforeStart?: (instances: readonly Instance[], databaseUrl: string) => Promise<void>;
  /** An instance's own database URL, if not direct. */
  readonly databaseUrlOf?: (index: number, url: string) => string;
  /** Replaces the database on the shared server: one with all migrations, removed by the suite. */
  readonly databaseUrl?: string;
  /** A built checkout of an earlier version: all run that at first, and this version when they are started again. */
  readonly upgradedFrom?: string | undefined;
  /** The command each of them is started through. */
  readonly through?: readonly string[];
}

/** One of several instances: it restarts on the same port. */
export interface Instance {
  readonly index: number;
  readonly baseUrl: string;
  /** Its address for the others. */
  readonly peerUrl: string;
  /** Undefined while it is down. */
  process: ServiceProcess | undefined;
}

/** Three processes of the built service on one database behind HAProxy. */
export class ThreeInstances {
  readonly instances: Instance[] = [];
  private proxy: Haproxy | undefined;

  private constructor(
    private readonly client: pg.Pool,
    private readonly database: TestDatabase,
    private readonly options: ThreeInstancesOptions,
  ) {}

  static async start(options: ThreeInstancesOptions = {}): Promise<ThreeInstances> {
    buildService();
    const { databaseUrl, upgradedFrom } = options;
    // Each version applies its own migrations.
    const template = upgradedFrom === undefined ? undefined : 'template0';
    const database =
      databaseUrl === undefined ? await createTestDatabase(template) : ownedElsewhere(databaseUrl);
    const client = new pg.Pool({ connectionString: database.url, max: 2 });
    // The next query opens a new connection.
    client.on('error', () => undefined);
    const three = new ThreeInstances(client, database, options);
    try {
      for (const index of [0, 1, 2]) {
        const baseUrl = `http://127.0.0.1:${await freePort()}`;
        const peerUrl = `http://127.0.0.1:${await freePort()}`;
        three.instances.push({ index, baseUrl, peerUrl, process: undefined });
      }
      await options.beforeStart?.(three.instances, database.url);
      // In order: the first creates the demo account.
      for (const instance of three.instances) await three.run(instance, upgradedFrom);
      three.proxy = await startHaproxy(three.instances.map(portOf));
      return three;
    } catch (error) {
      await three.close();
      throw error;
    }
  }

  /** The common URL. */
  get url(): string {
    return this.proxy?.url ?? '';
  }

  /** Of HAProxy. */
  get proxyPid(): number | undefined {
    return this.proxy?.pid;
  }

  /** The demo account's credentials, valid on all of them. */
  get access(): ServiceProcess {
    const running = this.instances.find(({ process }) => process)?.process;
    if (!running) throw new Error('None of the instances runs.');
    return running;
  }

  /** The target for callers. */
  get target(): CallTarget {
    return { signalingUrl: this.url, authToken: this.access.connectorToken };
  }

  /** Starts it on its old port and waits until it accepts calls. @param folder See `upgradedFrom`. */
  async run(instance: Instance, folder?: string): Promise<void> {
    const { index } = instance;
    const { databaseUrlOf, env, envOf, overrides, through } = this.options;
    const { url } = this.database;
    const settings = {
      HOST: '127.0.0.1',
      PORT: String(portOf(instance)),
      INSTANCE_PEER_PORT: new URL(instance.peerUrl).port,
      INSTANCE_SECRET: 'the same secret for all instances of this test',
      ALLOW_PRIVATE_NETWORKS: 'tools',
      SIP_ENABLED: 'false',
      ...env,
      ...envOf?.(index),
    };
    const itsUrl = databaseUrlOf?.(index, url) ?? url;
    instance.process = await startServiceProcess(itsUrl, settings, { overrides, folder, through });
    const isReady = async () => (await fetch(`${instance.baseUrl}/health/ready`)).ok;
    await until('the instance takes calls', isReady, 60_000);
  }

  async kill(instance: Instance): Promise<void> {
    await instance.process?.kill();
    instance.process = undefined;
  }

  /** Publishes this document for the demo agent, in the demo connector's environment. */
  publish(document: AgentDocument): Promise<void> {
    return publish(this.access, document);
  }

  async query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(sql, values)).rows;
  }

  /** The current instance of each call, by session. */
  async ownersOf(): Promise<ReadonlyMap<string, Instance>> {
    const rows = await this.query<{ session_id: string; address: string | null }>(
      `SELECT c.session_id, i.address FROM conversations c JOIN instances i ON i.id = c.instance_id
        WHERE c.ended_at IS NULL AND c.mode <> 'text'`,
    );
    const owners = new Map<string, Instance>();
    for (const { session_id, address } of rows) {
      const owner = this.instances.find(({ peerUrl }) => peerUrl === address);
      if (owner) owners.set(session_id, owner);
    }
    return owners;
  }

  /** The running instances' standard error. */
  errors(): string {
    return this.instances.map(({ process }) => process?.errorOutput() ?? '').join('');
  }

  async close(): Promise<void> {
    await this.proxy?.stop();
    await Promise.all(this.instances.map((instance) => this.kill(instance)));
    await this.client.end();
    await this.database.drop();
  }
}

const ownedElsewhere = (url: string): TestDatabase => ({ url, drop: () => Promise.resolve() });

const portOf = ({ baseUrl }: Instance): number => Number(new URL(baseUrl).port);
