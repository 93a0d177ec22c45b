import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { Browser, createPerson } from '../support/people.js';

/** A server that isn't one of models, or is a strange one. */
async function listening(
  answer: RequestListener,
): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, server };
}

describe("model servers on the instance's machine", () => {
  let model: OpenAiStandIn;
  let service: TestApp;
  let account: TestAccount;
  let owner: Browser;

  /** The service looks at these addresses, in place of those with the well-known ports. */
  const lookAt = (...urls: readonly string[]) =>
    service
      .module<typeof import('./support/in-service.js')>('test/providers/support/in-service.ts')
      .lookForModelsAt(urls);
  const browserOf = async (role: 'owner' | 'editor') =>
    Browser.of(service, await createPerson(service, account, role));

  beforeAll(async () => {
    model = await OpenAiStandIn.start();
    service = await createTestApp();
    account = await service.createAccount();
    owner = await browserOf('owner');
  });
  beforeEach(async () => {
    await service.prisma.account.deleteMany({ where: { id: { not: account.accountId } } });
    model.requests.length = 0;
  });
  afterAll(async () => {
    await service?.close();
    await model?.close();
  });

  const found = async () => (await owner.send('GET', '/v1/local-models')).body;
  const setUp = (url: string) =>
    owner.send('PUT', '/v1/providers/local', {
      body: { preset: 'ollama', url, services: { llm: { model: 'stand-in-large' } } },
    });
  const reply = async () => {
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      prompt: 'You answer.',
      models: { traditional: { llm: { provider: 'local' } } },
    });
    const path = `/v1/agents/${agentId}/debug-chat`;
    const { body } = await owner.send('POST', path, { body: { clientEnv: 'draft' } });
    return owner.send('POST', `${path}/${body.conversationId}`, { body: { message: 'Hello' } });
  };

  it('are detected by their ports, listing chat models only', async () => {
    const canary = await listening((_request, response) => response.end('{"data":[{"id":"secret"}]}'));
    const servers = [
      await listening((_request, response) =>
        response.end('{"models":["llama3.2", {"name":"bge-m3"}, 7, null]}'),
      ),
      await listening((_request, response) => response.end('<h1>Welcome to nginx!</h1>')),
      await listening((_request, response) =>
        response.writeHead(302, { location: `${canary.url}/models` }).end(),
      ),
      await listening((_request, response) => {
        const send = () => response.write(`{"id":"${'x'.repeat(65_536)}"},`, send);
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[', send);
      }),
      await listening(() => undefined),
    ];
    const closed = `http://127.0.0.1:${await freePort()}/v1`;
    await lookAt(model.url, closed, ...servers.map(({ url }) => url));
    let followed = false;
    canary.server.on('request', () => (followed = true));
    const { isAllowed, servers: answered } = await found();
    expect(isAllowed).toBe(true);
    expect(answered).toEqual([
      expect.objectContaining({ url: model.url, models: expect.arrayContaining(['stand-in-large']) }),
      expect.objectContaining({ url: servers[0]?.url, models: ['llama3.2'] }),
    ]);
    expect(followed).toBe(false);
    for (const { server } of [...servers, canary]) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('are searched only for signed-in owners', async () => {
    await lookAt(model.url);
    const editor = await browserOf('editor');
    const key = await service.createKey(account);
    const answers = [
      await editor.send('GET', '/v1/local-models'),
      await new Browser(service.baseUrl).send('GET', '/v1/local-models', { key }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error_code])).toEqual([
      [403, 'FORBIDDEN'],
      [403, 'FORBIDDEN'],
    ]);
    expect(model.requests).toEqual([]);
  });

  it('serve agents of the only account without an operator setting', async () => {
    await lookAt(model.url);
    expect((await setUp(model.url)).status).toBe(200);
    expect((await setUp(model.url.replace('/v1', '/v2'))).body.error_message).toMatch(
      /ALLOW_PRIVATE_NETWORKS=providers/,
    );
    expect((await reply()).body.response).toMatch(/\w/);
    expect(model.requests.some(({ path }) => path.endsWith('/chat/completions'))).toBe(true);
  });

  it('become unreachable with a second account, also for existing providers', async () => {
    await lookAt(model.url);
    await setUp(model.url);
    await reply();
    await service.createAccount();
    model.requests.length = 0;
    expect(await found()).toMatchObject({ isAllowed: false, servers: [] });
    expect((await setUp(model.url)).status).toBe(400);
    await reply();
    expect(model.requests).toEqual([]);
  });

  it('are available to all accounts when the operator allows private networks', async () => {
    const { databaseUrl } = service;
    await service.createAccount();
    const open = await createTestApp({ databaseUrl, env: { ALLOW_PRIVATE_NETWORKS: 'providers' } });
    await open
      .module<typeof import('./support/in-service.js')>('test/providers/support/in-service.ts')
      .lookForModelsAt([model.url]);
    const browser = await Browser.of(open, await createPerson(open, account));
    const { body } = await browser.send('GET', '/v1/local-models');
    expect(body).toMatchObject({ isAllowed: true, servers: [{ url: model.url }] });
    await open.close();
  });

  it('are reached in the networks that the operator allows, and in no other', async () => {
    const { databaseUrl } = service;
    await service.createAccount();
    for (const [network, status] of [
      ['127.0.0.0/8', 200],
      ['10.1.0.0/16', 400],
    ] as const) {
      const some = await createTestApp({
        databaseUrl,
        env: { ALLOW_PRIVATE_NETWORKS: `providers=${network},sip=${network}` },
      });
      const browser = await Browser.of(some, await createPerson(some, account));
      const body = { preset: 'ollama', url: model.url };
      const answer = await browser.send('POST', '/v1/providers/local/models', { body });
      expect(answer.status).toBe(status);
      expect(model.requests.length > 0).toBe(status === 200);
      model.requests.length = 0;
      const trunk = { name: `PBX ${status}`, host: '127.0.0.1' };
      const made = await browser.send('POST', '/v1/telephony/trunks', { body: trunk });
      expect(made.status === 400).toBe(status === 400);
      await some.close();
    }
  });
});
