import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inProject } from '../../../scripts/lib/project.mjs';
import { hashToken, newSecretToken } from '../../../src/auth/index.js';
import { RealtimeStandIn } from '../../stand-ins/index.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { dumpDatabase } from '../../support/dump.js';
import { httpClient } from '../../support/http.js';
import { until } from '../../support/until.js';
import { type LoggedService, startLoggedService } from './logged-service.js';
import { sendSecretsEverywhere } from './careless-client.js';
import { callEveryProvider, documentFor } from './call-every-provider.js';
import { type Caller, type Issued, issueSecrets } from './issue-secrets.js';
import { startTelltaleProvider, type TelltaleProvider } from './telltale-provider.js';
import { tracesOf } from './traces.js';

const PROJECT = inProject();
const secret = (name: string): string => `${name}-${randomBytes(24).toString('base64url')}`;

describe('issued or stored secret', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-secrets-'));
  const given = {
    REALTIME_API_KEY: secret('realtime'),
    GEMINI_API_KEY: secret('gemini'),
    LLM_API_KEY: secret('llm'),
    STT_API_KEY: secret('stt'),
    TTS_API_KEY: secret('tts'),
    DEEPGRAM_API_KEY: secret('deepgram'),
    INSTANCE_SECRET: secret('instance'),
    METRICS_TOKEN: secret('metrics'),
    TURN_SECRET: secret('turn'),
  };
  const inFiles = { catalogue: secret('catalogue'), tool: secret('tool') };
  const ofAccount = { provider: secret('provider') };
  const bodies: string[] = [];
  let database: TestDatabase;
  let telltale: TelltaleProvider;
  let realtime: RealtimeStandIn;
  let service: LoggedService;
  let issued: Issued;
  let admin: string;
  let call: Caller;

  beforeAll(async () => {
    database = await createTestDatabase();
    telltale = await startTelltaleProvider();
    realtime = await RealtimeStandIn.start({
      apiKey: given.REALTIME_API_KEY,
      brain: ({ history }) =>
        history.at(-1)?.role === 'tool'
          ? { kind: 'say', text: 'That did not work.' }
          : { kind: 'call', name: 'weather', arguments: '{}' },
    });
    const providers = path.join(folder, 'providers.yaml');
    const entry = `{ kind: openai, url: 'http://${telltale.host}/v1', apiKey: ${inFiles.catalogue}, model: m }`;
    writeFileSync(providers, `llm:\n  catalogue: ${entry}\n`);
    const http = `http://${telltale.host}/v1`;
    const env = {
      ...given,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      LOG_LEVEL: 'trace',
      MEDIA_LOG_LEVEL: 'debug',
      SIGNALING_GATEWAY: 'debug',
      ALLOW_PRIVATE_NETWORKS: 'providers,tools,webhooks',
      PROVIDERS_FILE: providers,
      TURN_URLS: 'turn:127.0.0.1:9',
      REALTIME_URL: realtime.url,
      GEMINI_URL: `http://${telltale.host}`,
      DEEPGRAM_URL: `ws://${telltale.host}`,
      LLM_URL: http,
      STT_URL: http,
      TTS_URL: http,
      STARTER_PRELOAD: 'false',
    };
    service = await startLoggedService(env);
    const send = httpClient(service.baseUrl);
    call = async (method, url, request) => {
      const answer = await send(method, url, request);
      if (answer.status >= 400) bodies.push(JSON.stringify([answer.body, [...answer.headers]]));
      return answer;
    };
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    const cli = (...words: string[]) =>
      JSON.parse(
        execFileSync(process.execPath, ['scripts/cli.mjs', ...words], {
          cwd: PROJECT,
          env: { PATH, HOME, NODE_COMPILE_CACHE, ...env, LOG_LEVEL: 'silent' },
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      ) as { accountId: string; apiKey: string };
    const { accountId } = cli('accounts', 'create', '--name', 'Test');
    admin = cli(
      'keys',
      'create',
      '--account',
      accountId,
      '--email',
      'a@example.test',
      '--scopes',
      'all',
    ).apiKey;
    const toolSecret = { value: inFiles.tool, allowedHosts: [telltale.host] };
    await call('PUT', '/v1/secrets/WEATHER_KEY', { key: admin, body: toolSecret });
    issued = await issueSecrets(call, admin, accountId, documentFor(telltale));
  });
  afterAll(async () => {
    await service?.stop();
    await realtime?.close();
    telltale?.close();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('appears in no table, log or error, whichever operation used it', async () => {
    await sendSecretsEverywhere(call, admin, issued);
    bodies.push(...(await callEveryProvider(service.baseUrl, call, admin, issued, telltale)));
    await setUpProvider();
    await failInTheDatabase();
    const lists = [
      '/v1/api-keys',
      '/v1/webhook-endpoints',
      '/v1/audit-log',
      '/v1/conversations',
      '/v1/secrets',
      '/v1/providers',
    ];
    for (const url of [...lists, `/v1/agents/${issued.agentId}/telephony/connectors`]) {
      const { status, body } = await call('GET', url, { key: admin });
      expect(status).toBe(200);
      // Extra headers belong to the tenant and are shown to it.
      bodies.push(JSON.stringify(body).replaceAll(/"headers":\{[^}]*\}/g, ''));
    }
    const dump = Object.values(await dumped())
      .flat()
      .join('\n');
    const { password } = new URL(database.url);
    const secrets = { ...issued.secrets, ...given, ...inFiles, ...ofAccount, ...(password && { password }) };

    // Sanity check: the log contains allowed references to the secrets and operations.
    const log = service.output();
    const known = [`"hint": "${admin.slice(0, 8)}"`, Buffer.from(hashToken(admin)).toString('hex')];
    expect(known.filter((text) => !dump.includes(text))).toEqual([]);
    const logged = [
      '"route":"/v1/agents/:agentId/draft"',
      '"status":401',
      '"code":"INTERNAL_ERROR"',
      'agent failed',
    ];
    expect(logged.filter((text) => !log.includes(text))).toEqual([]);
    expect(bodies.length).toBeGreaterThan(300);
    for (const name of ['gemini', 'llm', 'stt', 'tts', 'deepgram', 'catalogue', 'tool', 'provider'])
      expect([name, telltale.told().includes(`${name}-`)]).toEqual([name, true]);
    expect(tracesOf(secrets, Object.values(secrets).join()).length).toBeGreaterThan(
      Object.keys(secrets).length,
    );

    expect(tracesOf(secrets, dump)).toEqual([]);
    expect(bodies.filter((body) => tracesOf(secrets, body).length > 0)).toEqual([]);
    expect(tracesOf(secrets, log)).toEqual([]);
  });

  it('is logged as rejected with its source but not its value', async () => {
    const guesses = { key: newSecretToken('esk'), token: newSecretToken('ect'), jwt: 'a'.repeat(40) };
    await call('GET', '/v1/account', { key: guesses.key });
    for (const token of [guesses.token, guesses.jwt]) await call('GET', `/api/v1/ice-servers?token=${token}`);
    const said = (kind: string) =>
      service.output().includes(`"kind":"${kind}","reason":"invalid","address":"127.0.0.1"`);
    await until('all of them are logged', () => ['api-key', 'connector-token', 'studio-token'].every(said));
    expect(tracesOf(guesses, service.output())).toEqual([]);
  });

  it('would be detected in any encoding', () => {
    const secrets = { it: admin };
    const { length } = admin;
    for (const before of ['', 'x', 'xx']) {
      const bytes = Buffer.from(`${before}${admin}, and more`);
      for (const form of ['utf8', 'hex', 'base64', 'base64url'] as const)
        expect([form, before, tracesOf(secrets, bytes.toString(form)).length > 0]).toEqual([
          form,
          before,
          true,
        ]);
    }
    expect(tracesOf(secrets, admin.slice(0, length / 2))).not.toEqual([]);
    expect(tracesOf(secrets, admin.slice(0, 8))).toEqual([]);
  });

  /** A provider of the account, which repeats its key in each answer of the test. */
  async function setUpProvider(): Promise<void> {
    const url = `http://${telltale.host}/v1`;
    const services = { stt: { model: 'm' }, llm: { model: 'm' }, tts: { model: 'm', voice: 'v' } };
    const body = { preset: 'openai-compatible', url, apiKey: ofAccount.provider, services };
    const put = await call('PUT', '/v1/providers/own', { key: admin, body });
    expect(put.status).toBe(200);
    const elsewhere = { ...body, apiKey: undefined, url: 'http://127.0.0.1:9/v1' };
    await call('PUT', '/v1/providers/own', { key: admin, body: elsewhere });
    const test = await call('POST', '/v1/providers/own/test', { key: admin });
    expect(test.body).toMatchObject({ ok: false });
    bodies.push(JSON.stringify([put.body, test.body]));
  }

  /** Requests that carry or make secrets, while the tables that they need are away. */
  async function failInTheDatabase(): Promise<void> {
    const tables = ['api_keys', 'connector_tokens', 'webhook_endpoints', 'audit_log', 'idempotent_requests'];
    const { agentId, connectorToken } = issued;
    for (const table of tables) {
      await rename(table, `${table}_away`);
      const headers = { 'idempotency-key': `while-${table}-is-away` };
      const request = { key: admin, headers };
      const body = { name: 'c', url: 'http://127.0.0.1:9/', event_types: ['alerts.resolved'] };
      await call('POST', '/v1/api-keys', { ...request, body: { name: 'k', scopes: ['agents:read'] } });
      await call('POST', `/v1/agents/${agentId}/telephony/connectors`, { ...request, body: { name: 'c' } });
      await call('POST', '/v1/webhook-endpoints', { ...request, body });
      await call('GET', `/api/v1/ice-servers?token=${connectorToken}`);
      await rename(`${table}_away`, table);
    }
  }

  async function rename(from: string, to: string): Promise<void> {
    await withDatabase((client) => client.query(`ALTER TABLE ${from} RENAME TO ${to}`));
  }

  const dumped = () =>
    withDatabase((client) => dumpDatabase(async (sql, ...values) => (await client.query(sql, values)).rows));

  async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
});
