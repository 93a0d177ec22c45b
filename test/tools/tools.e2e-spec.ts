import { Logger } from '@nestjs/common';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { AgentDocument, AgentTool } from '../../src/agent-document/index.js';
import { SafeHttpClient } from '../../src/safe-http/index.js';
import type { DeploymentsService } from '../../src/deployments/index.js';
import type { AccountSecrets } from '../../src/tools/index.js';
import { ToolBox } from '../../src/tools/tool-box.js';
import { readOperatorSecrets } from '../../src/tools/secrets/operator-secrets.js';
import type { HandoffWays } from '../../src/tools/hand-off.js';
import type { AgentEvent, CallAction } from '../../src/voice/agent-adapter.js';
import { McpService } from '../providers/support/mcp-service.js';
import { createTestApp, SMALL_DOCUMENT, type TestAccount, type TestApp } from '../support/app.js';
import { type HttpAnswer, httpClient } from '../support/http.js';
import { HOSTILE_ARGUMENTS } from './support/hostile-arguments.js';
import { HOSTILE_SCHEMAS } from './support/hostile-schemas.js';

const VALUE = 'a-secret-nobody-else-gets';
const OPERATOR_VALUE = 'given-by-the-operator';

let app: TestApp;
let call: ReturnType<typeof httpClient>;
let account: TestAccount;
let key: string;
let server: Server;
let host: string;
const received: IncomingMessage[] = [];
const http = new SafeHttpClient({ allowPrivateNetworks: true });
const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-tools-'));

Logger.overrideLogger(false);

beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(request);
    if (request.url?.startsWith('/elsewhere'))
      response.writeHead(307, { location: `http://localhost:${port()}/` });
    response.end(`You said ${request.headers.authorization ?? request.url}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${port()}`;
  app = await createTestApp({
    env: {
      HTTP_BODY_LIMIT_BYTES: '4194304',
      ALLOW_PRIVATE_NETWORKS: 'tools',
    },
    overrides: { quotas: { toolSecrets: 2 } },
  });
  call = httpClient(app.baseUrl);
  account = await app.createAccount();
  key = await app.createKey(account);
});
beforeEach(() => received.splice(0));
afterAll(async () => {
  await app.close();
  http.close();
  server.close();
  rmSync(folder, { recursive: true });
});

const port = () => (server.address() as AddressInfo).port;

const tool = (change: Partial<AgentTool['http']> = {}, parameters?: AgentTool['parameters']): AgentTool => ({
  name: 'look_up',
  description: 'Looks something up.',
  ...(parameters && { parameters }),
  http: { method: 'GET', url: `http://${host}/`, ...change },
});

/** Runs a document's tool like a call of the account. */
async function use(
  agent: Partial<AgentDocument>,
  {
    accountId = account.accountId,
    name = 'look_up',
    values = {},
    text = JSON.stringify(values),
    actions = [],
    ways,
  }: {
    accountId?: string;
    name?: string;
    values?: object;
    text?: string;
    actions?: CallAction[];
    ways?: Partial<HandoffWays>;
  } = {},
) {
  const events: AgentEvent[] = [];
  const secrets = app.provider<AccountSecrets>('AccountSecrets');
  const box = new ToolBox(
    {
      accountId,
      agent: { schemaVersion: 1, ...agent },
      possibleActions: new Set(actions),
      control: {
        can: new Set(actions),
        transfer: () => Promise.resolve({ kind: 'done' }),
        sendDigits: () => Promise.resolve({ kind: 'done' }),
      },
      emit: (event) => events.push(event),
      ...ways,
    },
    { http, secrets, timeoutMs: 5_000 },
  );
  const { output } = await box.run(name, text, AbortSignal.timeout(10_000));
  const codes = events.flatMap((event) => (event.kind === 'fault' ? [event.code] : []));
  return { output, codes, events, declarations: box.declarations };
}

const save = (agentId: string, tools: readonly unknown[]): Promise<HttpAnswer> =>
  saveDraft(agentId, { tools });

async function saveDraft(agentId: string, settings: object): Promise<HttpAnswer> {
  const { revision } = (await call('GET', `/v1/agents/${agentId}/draft`, { key })).body;
  const body = { revision, document: { ...SMALL_DOCUMENT, ...settings } };
  return call('PUT', `/v1/agents/${agentId}/draft`, { key, body });
}

describe('hostile tool', () => {
  it('is rejected on save with its path', async () => {
    const agentId = await app.createAgent(account);
    for (const { what, schema, refusedAt } of HOSTILE_SCHEMAS) {
      const { status, body } = await save(agentId, [
        { ...tool({ url: 'https://a.example/' }), parameters: schema },
      ]);
      // Bodies with more values or depth are rejected earlier.
      if (body.error_code === 'MALFORMED_JSON') continue;
      expect([what, status, body.error_code]).toEqual([what, 400, 'SCHEMA_VALIDATION_FAILED']);
      expect(body.error_message).toContain(`/tools/0/parameters${refusedAt} `);
    }
    expect((await call('GET', `/v1/agents/${agentId}/draft`, { key })).body.document).toEqual(SMALL_DOCUMENT);
  });

  it('saved by an earlier release does not break the call', async () => {
    for (const { schema } of HOSTILE_SCHEMAS) {
      const { output, codes, declarations } = await use(
        { tools: [tool({}, schema)] },
        { values: { x: 'a' } },
      );
      expect([output, codes]).toEqual(['This tool is not available.', ['TOOL_SCHEMA_INVALID']]);
      expect(declarations[0]?.parameters).toEqual({ type: 'object', properties: {} });
    }
    const agentId = await app.createAgent(account);
    const document = { ...SMALL_DOCUMENT, tools: [tool({}, { $ref: '#' })] };
    await app.prisma.draft.update({
      where: { agentId },
      data: { document: JSON.parse(JSON.stringify(document)) as object },
    });
    const stored = await app.provider<DeploymentsService>('DeploymentsService').draftDocument(agentId);
    expect(stored).toEqual(document);
    expect(received).toEqual([]);
  });

  it('never throws or stalls for any model arguments', async () => {
    for (const { schema, values } of HOSTILE_ARGUMENTS) {
      const { codes } = await use({ tools: [tool({}, schema)] }, { values });
      for (const code of codes) expect(['TOOL_ARGUMENTS_INVALID', 'TOOL_UNREACHABLE']).toContain(code);
    }
    for (const text of ['{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000), `{"a":"${'x'.repeat(40_000)}"}`]) {
      const { codes } = await use({ tools: [tool({ method: 'POST' })] }, { text });
      expect(codes).toEqual(['TOOL_ARGUMENTS_INVALID']);
    }
    expect(received.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('account secret', () => {
  const put = (name: string, allowedHosts: readonly string[], value = VALUE) =>
    call('PUT', `/v1/secrets/${name}`, { key, body: { value, allowedHosts } });
  const withHeader = (change: Partial<AgentTool['http']> = {}, name = 'BOOKING') =>
    tool({ headers: { Authorization: `Bearer {{secret.${name}}}` }, ...change });

  it('is write-only, and each change is audited', async () => {
    const answers = [await put('BOOKING', [host, 'API.example.com'])];
    expect(answers[0]).toMatchObject({
      status: 200,
      body: {
        secret: { name: 'BOOKING', allowedHosts: [host, 'api.example.com'], updatedBy: account.email },
      },
    });
    answers.push(
      await call('GET', '/v1/secrets/BOOKING', { key }),
      await call('GET', '/v1/secrets', { key }),
    );
    expect(answers[2]?.body.secrets).toHaveLength(1);
    answers.push(await put('OTHER', ['a.example']), await put('THIRD', ['a.example']));
    expect([answers[4]?.status, answers[4]?.body.error_code]).toEqual([422, 'SECRET_LIMIT_REACHED']);
    answers.push(
      await call('DELETE', '/v1/secrets/OTHER', { key }),
      await call('GET', '/v1/audit-log', { key }),
    );
    expect((await call('GET', '/v1/secrets/OTHER', { key })).body.error_code).toBe('SECRET_NOT_FOUND');
    const actions = answers[6]?.body.entries?.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['secret.put', 'secret.delete']));
    const rows = await app.prisma.toolSecret.findMany();
    expect(JSON.stringify([answers, rows])).not.toContain(VALUE);
  });

  it.each([
    ['a name that is none', 'BOOK-ING', ['a.example']],
    ['no host', 'NAME', []],
    ['a host with a path', 'NAME', ['a.example/path']],
    ['a host with a user', 'NAME', ['user@a.example']],
    ['a whole address', 'NAME', ['https://a.example']],
    ['any host', 'NAME', ['*.example']],
  ])('is rejected with %s', async (_what, name, hosts) => {
    const { status, body } = await put(name, hosts);
    expect([status, body.error_code]).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
  });

  it('cannot be set by a key limited to some agents or environments', async () => {
    for (const limits of [{ agentIds: ['agent-x'] }, { environments: ['sandbox'] as const }]) {
      const limited = await app.createKey(account, limits);
      const body = { value: VALUE, allowedHosts: ['evil.example'] };
      expect((await call('PUT', '/v1/secrets/BOOKING', { key: limited, body })).status).toBe(403);
      expect((await call('GET', '/v1/secrets', { key: limited })).status).toBe(403);
    }
  });

  it('is sent to an allowed host in header and query, and removed from responses', async () => {
    await put('BOOKING', [host]);
    const { output } = await use({ tools: [withHeader()] });
    expect(received[0]?.headers.authorization).toBe(`Bearer ${VALUE}`);
    expect(output).toBe('You said Bearer [secret]');
    await use(
      { tools: [tool({ url: `http://${host}/?a=1&key={{secret.BOOKING}}` })] },
      { values: { a: '2', b: '3' } },
    );
    // A model cannot replace the document's fixed values.
    expect(received[1]?.url).toBe(`/?a=1&key=${VALUE}&b=3`);
  });

  it('is replaced at once, while others are cached', async () => {
    await put('BOOKING', [host]);
    const sent = async (name = 'BOOKING') => {
      await use({ tools: [withHeader({}, name)] });
      return received.at(-1)?.headers.authorization;
    };
    expect(await sent()).toBe(`Bearer ${VALUE}`);
    await sent('NOBODY_KNOWS');
    await sent('NOBODY_ELSE_KNOWS');
    await put('BOOKING', [host], 'a-newer-value');
    // The database's notification of the change arrives meanwhile.
    for (let i = 0; i < 5; i++) expect(await sent()).toBe('Bearer a-newer-value');
  });

  it('is never sent to another account, host, port, redirect or templated address', async () => {
    await put('BOOKING', [host]);
    const stranger = await app.createAccount();
    const refused: [object, string, string?][] = [
      [withHeader(), 'TOOL_SECRET_MISSING', stranger.accountId],
      [withHeader({ url: `http://localhost:${port()}/` }), 'TOOL_SECRET_NOT_ALLOWED'],
      [withHeader({ url: `http://${host}1/` }), 'TOOL_URL_INVALID'],
      [withHeader({ url: 'http://127.0.0.1/' }), 'TOOL_SECRET_NOT_ALLOWED'],
      [withHeader({ url: `http://${host}@localhost:${port()}/` }), 'TOOL_SECRET_NOT_ALLOWED'],
      [tool({ url: `http://{{secret.BOOKING}}.localhost:${port()}/` }), 'TOOL_SECRET_NOT_ALLOWED'],
      [tool({ url: `http://${host}/{{secret.BOOKING}}` }), 'TOOL_SECRET_NOT_ALLOWED'],
      [tool({ url: `http://{{ secret.BOOKING }}@${host}/` }), 'TOOL_SECRET_NOT_ALLOWED'],
      [withHeader({}, 'NOBODY_KNOWS'), 'TOOL_SECRET_MISSING'],
    ];
    for (const [bad, code, accountId = account.accountId] of refused) {
      expect([code, (await use({ tools: [bad as AgentTool] }, { accountId })).codes]).toEqual([code, [code]]);
    }
    expect(received).toEqual([]);
    const { codes } = await use({ tools: [withHeader({ url: `http://${host}/elsewhere` })] });
    expect(codes).toEqual(['TOOL_REFUSED']);
    expect(received.map(({ url }) => url)).toEqual(['/elsewhere']);
  });

  it('in a host or path is rejected on save', async () => {
    const agentId = await app.createAgent(account);
    for (const url of [
      'https://{{secret.A}}.example/',
      'https://a.example/{{secret.A}}?b',
      'https://x:{{secret.A}}@a.example',
    ]) {
      const { status, body } = await save(agentId, [tool({ url })]);
      expect([status, body.error_message]).toEqual([
        400,
        expect.stringContaining('/tools/0/http/url must have secrets'),
      ]);
    }
  });

  it("of the operator applies to the file's account and hosts; the old format is rejected with advice", async () => {
    const file = path.join(folder, 'secrets.yaml');
    const write = (content: string) => writeFileSync(file, content);
    write(`acc_one:\n  KEY: { value: ${OPERATOR_VALUE}, hosts: [api.example.com] }\n`);
    const secrets = await readOperatorSecrets(file);
    expect(secrets.get('acc_one')?.get('KEY')).toEqual({
      value: OPERATOR_VALUE,
      allowedHosts: ['api.example.com'],
    });
    expect(secrets.get('acc_two')).toBeUndefined();
    for (const [content, message] of [
      [`KEY: ${OPERATOR_VALUE}\n`, /shape of earlier releases/],
      [`acc_one: { KEY: ${OPERATOR_VALUE} }\n`, /must map accounts to secrets/],
      [`acc_one: { KEY: { value: ${OPERATOR_VALUE}, hosts: [] } }\n`, /must map accounts to secrets/],
      [`acc_one: { KEY: { value: ${OPERATOR_VALUE}, hosts: ['https://x/'] } }\n`, /a host of KEY/],
      [`acc_one: "${OPERATOR_VALUE}\n`, /not valid YAML/],
    ] as const) {
      write(content);
      const error: unknown = await readOperatorSecrets(file).catch((caught: unknown) => caught);
      expect(String(error)).toMatch(message);
      expect(String(error)).not.toContain(OPERATOR_VALUE);
    }
  });
});

describe('built-in tool', () => {
  it.each([
    ['transfer', { target: 'sales' }, { kind: 'transfer', target: 'sales' }],
    ['send_dtmf', { digits: '4#' }, { kind: 'dtmf', digits: '4#' }],
  ] as const)('%s fails only when the call cannot perform it', async (name, values, wish) => {
    const destinations = [{ name: 'sales', to: { number: '+442079460001' } }];
    const agent: Partial<AgentDocument> = { builtInTools: [name], transfer: { destinations } };
    const there = await use(agent, { name, values });
    expect(there.output).toMatch(/not possible on this call/);
    expect(there.codes).toEqual(['TOOL_NOT_POSSIBLE']);
    expect(there.events).toContainEqual({ ...wish, done: false });
    const phone = await use(agent, { name, values, actions: ['transfer', 'dtmf'] });
    expect([phone.output, phone.codes]).toEqual(['done', []]);
    expect(phone.events).toContainEqual({ ...wish, done: true });
  });

  it("asks a web caller's app or hands over to an agent, and never claims an unconfirmed success", async () => {
    const agent: Partial<AgentDocument> = {
      builtInTools: ['transfer'],
      transfer: {
        destinations: [
          { name: 'shop', to: { url: 'https://shop.example.com/' } },
          { name: 'nights', to: { agentId: 'agent-nights' } },
        ],
      },
    };
    const shop = { name: 'transfer', values: { target: 'shop' } };
    expect((await use(agent, { ...shop, actions: ['transfer'] })).output).toMatch(
      /not possible on this call/,
    );
    const asked = await use(agent, { ...shop, ways: { offerTransfer: () => true } });
    expect(asked.output).toMatch(/do not say that it is done/);
    expect(asked.events).toContainEqual({ kind: 'transfer', target: 'shop', done: false });
    const nights = { name: 'transfer', values: { target: 'Nights' } };
    expect((await use(agent, nights)).output).toMatch(/cannot take over/);
    const ready = await use(agent, { ...nights, ways: { prepareAgent: () => Promise.resolve(true) } });
    expect(ready.events).toContainEqual({ kind: 'transfer', target: 'Nights', done: true });
  });
});

describe('MCP server in a document', () => {
  const sky = { name: 'sky', url: 'https://sky.example/mcp', tools: ['find.city'] };

  it.each([
    ['two servers of one name', { mcpServers: [sky, sky] }, '/mcpServers/1/name is the same as'],
    [
      'a tool with the name of a tool of the document',
      { mcpServers: [sky], tools: [{ ...tool(), name: 'sky_find_city' }] },
      '/mcpServers/0/tools/0 is sky_find_city to the model',
    ],
    [
      'a tool with the name of one of our own',
      { mcpServers: [{ ...sky, name: 'hang', tools: ['up'] }] },
      '/mcpServers/0/tools/0 is hang_up to the model',
    ],
    [
      'tools of one name for models',
      { mcpServers: [{ ...sky, tools: ['find.city', 'find_city'] }] },
      '/mcpServers/0/tools/1 is sky_find_city',
    ],
    [
      'a secret in the address',
      { mcpServers: [{ ...sky, url: 'https://{{secret.KEY}}.example/' }] },
      '/mcpServers/0/url must have secrets in its query only',
    ],
    [
      'a variable in the host',
      { mcpServers: [{ ...sky, url: 'https://{{call.host | a}}/' }] },
      '/mcpServers/0/url must have variables in its path or query only',
    ],
    ['no tools at all', { mcpServers: [{ ...sky, tools: [] }] }, '/mcpServers/0/tools'],
    [
      'names that only a variant makes the same',
      {
        mcpServers: [sky],
        variants: { night: { overrides: { mcpServers: [{ ...sky, name: 'look', tools: ['up'] }] } } },
        tools: [{ ...tool(), name: 'look_up' }],
      },
      '/variants/night/overrides/mcpServers/0/tools/0 is look_up',
    ],
  ])('is rejected with %s', async (_what, settings, problem) => {
    const agentId = await app.createAgent(account);
    const { status, body } = await saveDraft(agentId, settings);
    expect([status, body.error_code]).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
    expect(body.error_message).toContain(problem);
  });

  it('is queried for its tools on save, with warnings about their problems', async () => {
    const service = await McpService.start();
    const agentId = await app.createAgent(account);
    try {
      const named = { ...service.document({ headers: {} }), tools: ['get_weather', 'nobody', 'drop_tables'] };
      service.tools[1]!.description = 'x'.repeat(300_000);
      const saved = await saveDraft(agentId, { mcpServers: [named] });
      expect(saved.body.warnings).toEqual([
        {
          path: '/mcpServers/0/tools/1',
          code: 'MCP_TOOL_MISSING',
          message: 'The server sky has no tool nobody.',
        },
        {
          path: '/mcpServers/0/tools/2',
          code: 'TOOL_SCHEMA_INVALID',
          message:
            'The tool drop_tables cannot be called: what the server says of it is larger than 262144 characters.',
        },
      ]);
      service.state = 'away';
      const { body } = await saveDraft(agentId, {
        mcpServers: [
          { ...named, tools: ['get_weather'] },
          { ...named, name: 'keyless', headers: { a: '{{secret.NONE}}' } },
        ],
      });
      expect(body.warnings.map(({ path, code }: Record<string, string>) => [path, code])).toEqual([
        ['/mcpServers/0/url', 'MCP_LIST_UNAVAILABLE'],
        ['/mcpServers/1', 'TOOL_SECRET_MISSING'],
      ]);
    } finally {
      await service.close();
    }
  });
});
