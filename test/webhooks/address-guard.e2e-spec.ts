import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildConnector } from 'undici';
import { createGuardedConnector } from '../../src/safe-http/guarded-connector.js';
import { type HostLookup, SafeHttpClient, type SafeHttpResult } from '../../src/safe-http/index.js';

/** Public and never connected to: a test that does so fails. */
const PUBLIC = { address: '93.184.215.14', family: 4 } as const;
const LOOPBACK = { address: '127.0.0.1', family: 4 } as const;

describe('requests to user-supplied addresses', () => {
  let canary: Server;
  let port: number;
  let reached: number;
  const clients: SafeHttpClient[] = [];

  beforeAll(async () => {
    canary = createServer((_request, response) => response.end('reached'));
    canary.on('connection', () => reached++);
    await new Promise<void>((resolve) => canary.listen(0, resolve));
    port = (canary.address() as AddressInfo).port;
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    canary.closeAllConnections();
    await new Promise((resolve) => canary.close(resolve));
  });
  beforeEach(() => {
    reached = 0;
  });

  function clientWith(lookup?: HostLookup, allowPrivateNetworks = false): SafeHttpClient {
    const client = new SafeHttpClient({ allowPrivateNetworks, lookup });
    clients.push(client);
    return client;
  }

  const post = (client: SafeHttpClient, url: string): Promise<SafeHttpResult> =>
    client.send({ method: 'POST', url, headers: {}, body: '{}', timeoutMs: 1_000, maxResponseBytes: 1_000 });

  it('reach the loopback canary when allowed, which validates the refusals below', async () => {
    const client = clientWith(undefined, true);
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]']) {
      expect(await post(client, `http://${host}:${port}/`)).toMatchObject({ kind: 'response', status: 200 });
    }
  });

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0',
    '[::1]',
    '[::]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '10.0.0.1',
    '169.254.169.254',
    'localhost',
    'a.localhost',
  ])('never leave for %s', async (host) => {
    const client = clientWith();
    expect(await client.problemWith(`https://${host}:${port}/`)).toBe('must lead to a public address');
    for (const scheme of ['https', 'http']) {
      const result = await post(client, `${scheme}://${host}:${port}/`);
      expect(result).toMatchObject({ kind: 'failure', code: 'ADDRESS_REFUSED' });
    }
    expect(reached).toBe(0);
  });

  it('are rejected by the connector too, the only part that sees literals', async () => {
    const connect = createGuardedConnector({ allowPrivateNetworks: false }, async () => [PUBLIC]);
    for (const hostname of ['127.0.0.1', '::1', '[::1]', '::127.0.0.1']) {
      const error = await new Promise((resolve) =>
        connect({ hostname, host: hostname, protocol: 'http:', port: String(port) }, (...[error]) =>
          resolve(error),
        ),
      );
      expect(error).toMatchObject({ code: 'ADDRESS_REFUSED' });
    }
    expect(reached).toBe(0);
  });

  it('are rejected when any address of a name is not public', async () => {
    for (const found of [
      [LOOPBACK],
      [PUBLIC, LOOPBACK],
      [{ address: '::ffff:127.0.0.1', family: 6 } as const],
    ]) {
      const client = clientWith(async () => found);
      expect(await client.problemWith('https://mixed.example/')).toBe('must lead to a public address');
      const result = await post(client, `https://mixed.example:${port}/`);
      expect(result).toMatchObject({ kind: 'failure', code: 'ADDRESS_REFUSED' });
    }
    expect(reached).toBe(0);
  });

  it('are rejected when a name resolves to loopback after the check', async () => {
    let lookups = 0;
    const client = clientWith(async () => [lookups++ === 0 ? PUBLIC : LOOPBACK]);
    const url = `https://rebinding.example:${port}/`;
    expect(await client.problemWith(url)).toBeUndefined();
    expect(await post(client, url)).toMatchObject({ kind: 'failure', code: 'ADDRESS_REFUSED' });
    expect(lookups).toBe(2);
    expect(reached).toBe(0);
  });

  it('send no byte to a non-public peer, regardless of the lookup', async () => {
    const dialCanary = () => {
      const connect = buildConnector({});
      return ((options, callback) => connect({ ...options, hostname: '127.0.0.1' }, callback)) as ReturnType<
        typeof buildConnector
      >;
    };
    const connect = createGuardedConnector({ allowPrivateNetworks: false }, async () => [PUBLIC], dialCanary);
    const error = await new Promise((resolve) =>
      connect({ hostname: 'lying.example', protocol: 'http:', port: String(port) }, (...[error]) =>
        resolve(error),
      ),
    );
    expect(error).toMatchObject({ code: 'ADDRESS_REFUSED' });
  });

  it('fail in time when a name has no address, without revealing why', async () => {
    const client = clientWith(async () =>
      Promise.reject(Object.assign(new Error(), { code: 'HOST_NOT_FOUND' })),
    );
    const result = await post(client, 'https://nowhere.example/');
    expect(result).toMatchObject({ kind: 'failure', code: 'HOST_NOT_FOUND' });
  });

  it('time out when a name server is silent', async () => {
    const client = clientWith(() => new Promise(() => undefined));
    const result = await post(client, 'https://silent.example/');
    expect(result).toMatchObject({ kind: 'failure', code: 'TIMEOUT' });
  });
});
