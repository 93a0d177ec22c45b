import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Scope } from '../../src/common/access/scopes.js';
import { sharedApp, type TestAccount } from '../support/app.js';

const service = sharedApp();
const endpoint = new URL(`${service.baseUrl}/mcp`);
const clients: Client[] = [];

afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));
afterAll(() => service.close());

interface Answer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
}

/** A coding assistant's connection to the MCP server. */
class Assistant {
  private constructor(
    readonly client: Client,
    readonly account: TestAccount,
  ) {}

  static async connect(options: { scopes?: readonly Scope[]; bearer?: boolean } = {}): Promise<Assistant> {
    const account = await service.createAccount();
    const key = await service.createKey(account, options.scopes ? { scopes: options.scopes } : {});
    const client = new Client({ name: 'test', version: '1' });
    clients.push(client);
    const headers: Record<string, string> = options.bearer
      ? { authorization: `Bearer ${key}` }
      : { 'x-api-key': key };
    await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit: { headers } }));
    return new Assistant(client, account);
  }

  async call(name: string, given: Record<string, unknown> = {}) {
    const { isError = false, content } = (await this.client.callTool({ name, arguments: given })) as Answer;
    const [first] = content;
    return { isError, text: first?.text ?? '' };
  }

  async ask<T>(name: string, given: Record<string, unknown> = {}): Promise<T> {
    const { isError, text } = await this.call(name, given);
    if (isError) throw new Error(text);
    return JSON.parse(text) as T;
  }

  async toolNames(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }
}

it('takes an assistant from nothing to a tested, published agent, on the audit log', async () => {
  const assistant = await Assistant.connect({ bearer: true });
  const { agentId } = await assistant.ask<{ agentId: string }>('agents_create', { name: 'Bike shop' });
  const { revision } = await assistant.ask<{ revision: number }>('drafts_get', { agentId });
  await assistant.ask('drafts_patch', {
    agentId,
    revision,
    document: {
      greeting: 'Hello, this is the bike shop.',
      languageCode: 'en-US',
      intents: [{ name: 'hours', examples: ['when are you open'], reply: 'From nine to six.' }],
    },
  });
  const { response } = await assistant.ask<{ response: string }>('debug_chat_begin', {
    agentId,
    message: 'When are you open?',
    clientEnv: 'draft',
  });
  expect(response).toBe('From nine to six.');
  const { deployment } = await assistant.ask<{ deployment: { environment: string } }>('deployments_publish', {
    agentId,
    environment: 'sandbox',
    deploymentMessage: 'First',
  });
  expect(deployment.environment).toBe('sandbox');
  const entries = await service.prisma.auditEntry.findMany({
    where: { accountId: assistant.account.accountId },
    orderBy: { id: 'asc' },
  });
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^agent/), expect.stringMatching(/^deployment/)]),
  );
});

it('shows what the scopes of the key allow, and says what each tool changes', async () => {
  const reader = await Assistant.connect({ scopes: ['agents:read'] });
  const names = await reader.toolNames();
  expect(names).toEqual(expect.arrayContaining(['agents_list', 'drafts_get']));
  expect(names).not.toContain('agents_create');
  await expect(reader.call('agents_create', { name: 'No' })).rejects.toThrow(
    'No tool agents_create for this key',
  );
  const all = await Assistant.connect();
  const hints = Object.fromEntries(
    (await all.client.listTools()).tools.map(({ name, annotations }) => [
      name,
      [annotations?.readOnlyHint, annotations?.destructiveHint],
    ]),
  );
  expect(hints).toMatchObject({
    agents_list: [true, false],
    drafts_patch: [false, false],
    agents_delete: [false, true],
    deployments_publish: [false, true],
  });
});

it('answers refusals with what is wrong', async () => {
  const assistant = await Assistant.connect();
  expect(await assistant.call('drafts_get')).toEqual({ isError: true, text: 'Missing: agentId.' });
  expect(await assistant.call('agents_list', { colour: 'red' })).toEqual({
    isError: true,
    text: 'Unknown: colour.',
  });
  const other = await Assistant.connect();
  const { agentId } = await other.ask<{ agentId: string }>('agents_create', { name: 'Hidden' });
  const foreign = await assistant.call('drafts_get', { agentId });
  expect([foreign.isError, foreign.text]).toEqual([true, expect.stringContaining('PROJECT_NOT_FOUND')]);
  const wrong = await other.call('drafts_patch', { agentId, revision: 1, document: { greetings: 'Hi' } });
  expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining('greetings')]);
  const escaped = await assistant.call('agents_get', { agentId: '../account' });
  expect(escaped.isError).toBe(true);
});

it('serves the schema of agent documents and the guides', async () => {
  const { client } = await Assistant.connect();
  const { resources } = await client.listResources();
  expect(resources.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['agent-document-schema', 'how-to/test-agents']),
  );
  const read = async (uri: string) => (await client.readResource({ uri })).contents[0] as { text: string };
  const { text } = await read('earshot://agent-document/schema');
  const { properties } = JSON.parse(text) as { properties: object };
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(['greeting', 'prompt', 'intents', 'forms']));
  expect((await read('earshot://docs/how-to/test-agents')).text).toMatch(/^# /);
  await expect(read('earshot://docs/../../package.json')).rejects.toThrow('No resource');
});

it('refuses strangers, sessions of pages, and other methods', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const ask = async (init: RequestInit) => {
    const response = await fetch(endpoint, init);
    await response.text();
    return [response.status, response.headers.get('www-authenticate')];
  };
  const refused = [401, expect.stringContaining('Bearer')];
  expect(await ask({ method: 'POST', headers: json, body })).toEqual(refused);
  const cookie = { ...json, cookie: 'earshot_session=x' };
  expect(await ask({ method: 'POST', headers: cookie, body })).toEqual(refused);
  expect(await ask({})).toEqual([405, null]);
});
