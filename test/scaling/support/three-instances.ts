import pg from 'pg';
import type { AgentDocument } from '../../../src/agent-document/index.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { freePort } from '../../support/free-port.js';
import { type Haproxy, startHaproxy } from '../../support/haproxy.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../../support/service-process.js';
import { until } from '../../support/until.js';
import type { CallTarget } from '../callers/messages.js';
import { publish } from './publish.js';

export interface ThreeInstancesOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of one of them. */
  readonly envOf?: (index: number) => Readonly<Record<string, string>>;
  /** What has to be there before they start. */
  readonly beforeStart?: (instances: readonly Instance[], databaseUrl: string) => Promise<void>;
  /** Where one of them finds the database, where that is not directly. */
  readonly databaseUrlOf?: (index: number, url: string) => string;
  /** In place of a database of the server that all suites share: one with all migrations, which the suite removes. */
  readonly databaseUrl?: string;
  /** What each of them is started through. */
  readonly through?: readonly string[];
}

/** One of several: it comes back on the same port. */
export interface Instance {
  readonly index: number;
  readonly baseUrl: string;
  /** Where the others ask it. */
  readonly peerUrl: string;
  /** Undefined while it is down. */
  process: ServiceProcess | undefined;
}

/** The built service three times on one database, each a process of its own, behind HAProxy. */
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
    const { databaseUrl } = options;
    const database = databaseUrl === undefined ? await createTestDatabase() : ownedElsewhere(databaseUrl);
    const client = new pg.Pool({ connectionString: database.url, max: 2 });
    // The next query has a new connection.
    client.on('error', () => undefined);
    const three = new ThreeInstances(client, database, options);
    try {
      for (const index of [0, 1, 2]) {
        const baseUrl = `http://127.0.0.1:${await freePort()}`;
        const peerUrl = `http://127.0.0.1:${await freePort()}`;
        three.instances.push({ index, baseUrl, peerUrl, process: undefined });
      }
      await options.beforeStart?.(three.instances, database.url);
      // One after the other: the first makes what the demo account has.
      for (const instance of three.instances) await three.run(instance);
      three.proxy = await startHaproxy(three.instances.map(portOf));
      return three;
    } catch (error) {
      await three.close();
      throw error;
    }
  }

  /** The one name of all three. */
  get url(): string {
    return this.proxy?.url ?? '';
  }

  /** Of HAProxy. */
  get proxyPid(): number | undefined {
    return this.proxy?.pid;
  }

  /** What all of them know of the demo account. */
  get access(): ServiceProcess {
    const running = this.instances.find(({ process }) => process)?.process;
    if (!running) throw new Error('None of the instances runs.');
    return running;
  }

  /** What their callers are told. */
  get target(): CallTarget {
    return { signalingUrl: this.url, authToken: this.access.connectorToken };
  }

  /** Starts it where it was before, and waits until it takes calls. */
  async run(instance: Instance): Promise<void> {
    const { index } = instance;
    const { databaseUrlOf, env, envOf, through } = this.options;
    const { url } = this.database;
    const settings = {
      HOST: '127.0.0.1',
      PORT: String(portOf(instance)),
      INSTANCE_PEER_PORT: new URL(instance.peerUrl).port,
      INSTANCE_SECRET: 'the same secret for all instances of this test',
      TOOL_ALLOW_PRIVATE_NETWORKS: 'true',
      SIP_ENABLED: 'false',
      ...env,
      ...envOf?.(index),
    };
    instance.process = await startServiceProcess(databaseUrlOf?.(index, url) ?? url, settings, through);
    const isReady = async () => (await fetch(`${instance.baseUrl}/health/ready`)).ok;
    await until('the instance takes calls', isReady, 60_000);
  }

  async kill(instance: Instance): Promise<void> {
    await instance.process?.kill();
    instance.process = undefined;
  }

  /** Gives the demo agent this document in the environment of the demo's connector. */
  publish(document: AgentDocument): Promise<void> {
    return publish(this.access, document);
  }

  async query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(sql, values)).rows;
  }

  /** Which of the instances has which call now, by the session. */
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

  /** What the instances wrote to their standard error, those that are gone not counted. */
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
