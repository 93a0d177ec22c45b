import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { AgentDocument } from '../../../src/agent-document/index.js';
import { type Brain, OpenAiStandIn } from '../../stand-ins/index.js';
import { type FaultyPostgres, startFaultyPostgres } from '../../support/faulty-postgres.js';
import { httpClient } from '../../support/http.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../../support/service-process.js';
import { type Receiver, startReceiver } from '../../webhooks/support/receiver.js';

/** Much longer than the rest of a reply. */
const SLOW_MS = 1_500;
/** After the database is available again. */
const BACK_WITHIN_MS = 20_000;
const ASKS_AGAIN_AFTER_MS = 500;

/** Behaviour of a version's tool. */
export type ToolKind = 'good' | 'broken' | 'slow';

/** Calls its tool for any question and repeats the result. */
const brain: Brain = ({ history, tools }) => {
  const last = history.at(-1);
  if (last?.role === 'tool') return { kind: 'say', text: 'It is seven.' };
  return tools.includes('look_up')
    ? { kind: 'call', name: 'look_up', arguments: '{}' }
    : { kind: 'say', text: 'No.' };
};

/** Production-like instances on one PostgreSQL that can be frozen; their agent's tool is a service. */
export class Instances {
  private killed: { readonly index: number; readonly atMs: number } | undefined;

  private constructor(
    readonly postgres: FaultyPostgres,
    private readonly services: readonly ServiceProcess[],
    private readonly model: OpenAiStandIn,
    private readonly tool: Server,
    readonly receiver: Receiver,
    private readonly gone = new Set<number>(),
  ) {}

  static async start(count: number): Promise<Instances> {
    buildService();
    const postgres = await startFaultyPostgres();
    const model = await OpenAiStandIn.start({ brain });
    const tool = await startTool();
    const receiver = await startReceiver();
    const { url } = model;
    const env = {
      ...{ LLM_URL: url, LLM_MODEL: 'm', STT_URL: url, STT_MODEL: 'm', TTS_URL: url, TTS_MODEL: 'm' },
      ...{ ALLOW_PRIVATE_NETWORKS: 'tools,webhooks' },
      ...{ CALL_MAX_OFFERS_PER_TOKEN_PER_MINUTE: '6000', STARTER_WORKERS: '1' },
    };
    const overrides = { webhooks: { pollIntervalMs: 100 } };
    const services: ServiceProcess[] = [];
    // In order: the first one seeds.
    for (let index = 0; index < count; index++)
      services.push(await startServiceProcess(postgres.url, env, { overrides }));
    return new Instances(postgres, services, model, tool, receiver);
  }

  get token(): string {
    return this.of(0).connectorToken;
  }

  /** Running instances. */
  get alive(): readonly number[] {
    return this.services.map((_, index) => index).filter((index) => !this.gone.has(index));
  }

  addressOf(index: number): string {
    return this.of(index).baseUrl;
  }

  async kill(index: number): Promise<void> {
    this.gone.add(index);
    this.killed = { index, atMs: performance.now() };
    await this.of(index).kill();
  }

  /** Whether an instance was killed so soon after that time that it may not have written recent changes. */
  diedWithin(index: number | undefined, sinceMs: number, withinMs: number): boolean {
    const { killed } = this;
    return killed !== undefined && killed.index === index && killed.atMs - sinceMs < withinMs;
  }

  /** A request to a running instance, retried while the database is unavailable. */
  async call(method: string, path: string, body?: object) {
    const { apiKey: key, baseUrl, agentId } = this.of(this.alive[0] ?? 0);
    const ask = () => httpClient(baseUrl)(method, path.replace('{agentId}', agentId), { key, body });
    const deadline = performance.now() + BACK_WITHIN_MS;
    let answer = await ask();
    while (answer.status === 503 && performance.now() < deadline) {
      await delay(ASKS_AGAIN_AFTER_MS);
      answer = await ask();
    }
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Publishes a version that greets with its name. @returns Its deployment */
  async publish(greeting: string, tool: ToolKind, rollout?: object): Promise<{ readonly id: string }> {
    const { port } = this.tool.address() as AddressInfo;
    const http = { method: 'GET' as const, url: `http://127.0.0.1:${port}/${tool}` };
    const document: AgentDocument = {
      ...{ schemaVersion: 1, greeting, prompt: 'You look things up.', languageCode: 'en-GB' },
      tools: [{ name: 'look_up', description: 'Looks a number up.', http }],
      models: { traditional: { llm: { provider: 'openai' } } },
      carryOn: { message: 'Sorry, we were cut off.' },
    };
    const { revision } = await this.call('GET', '/v1/agents/{agentId}/draft');
    await this.call('PUT', '/v1/agents/{agentId}/draft', { revision, document });
    const body = { environment: 'sandbox', ...(rollout && { rollout }) };
    return (await this.call('POST', '/v1/agents/{agentId}/deployments/publish', body)).deployment;
  }

  async rows<Row extends object>(sql: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.postgres.url });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async close(): Promise<void> {
    this.postgres.thaw();
    await Promise.all(this.services.map((service) => service.kill()));
    await this.postgres.stop();
    await this.model.close();
    await this.receiver.close();
    this.tool.closeAllConnections();
    await new Promise((resolve) => this.tool.close(resolve));
  }

  private of(index: number): ServiceProcess {
    const service = this.services[index];
    if (!service) throw new Error(`There is no instance ${index}.`);
    return service;
  }
}

async function startTool(): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = async () => {
      if (request.url === '/slow') await delay(SLOW_MS);
      response.writeHead(request.url === '/broken' ? 500 : 200, { 'content-type': 'application/json' });
      response.end('{"number":7}');
    };
    void answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
