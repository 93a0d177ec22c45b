import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { GuardedOutbound } from './guarded-outbound.js';
import { SafeHttpClient } from './safe-http-client.js';

describe('request to a user-supplied address', () => {
  const clients: SafeHttpClient[] = [];
  const servers: Server[] = [];
  const tcpServers: TcpServer[] = [];
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
    for (const server of servers.splice(0)) server.close().closeAllConnections();
    for (const server of tcpServers.splice(0)) server.close();
  });

  const request = { method: 'POST', headers: {}, body: 'x', timeoutMs: 5_000, maxResponseBytes: 10 } as const;

  /** A name server that never answers. */
  function withoutAnswer(): SafeHttpClient {
    const client = new SafeHttpClient({
      allowPrivateNetworks: false,
      lookup: () => new Promise(() => undefined),
    });
    clients.push(client);
    return client;
  }

  async function answering(
    body: string,
  ): Promise<{ client: SafeHttpClient; url: string; connections: Set<object> }> {
    const connections = new Set<object>();
    const server = createServer((incoming, response) => {
      connections.add(incoming.socket);
      incoming.resume().on('end', () => response.end(body));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = new SafeHttpClient({ allowPrivateNetworks: true });
    clients.push(client);
    return { client, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, connections };
  }

  it('times out even during name resolution', async () => {
    const result = await withoutAnswer().send({ ...request, url: 'https://example.com/', timeoutMs: 50 });
    expect(result).toMatchObject({ kind: 'failure', code: 'TIMEOUT' });
  });

  it('aborts at once, also during name resolution or before the start', async () => {
    const client = withoutAnswer();
    const giveUp = new AbortController();
    const sent = client.send({ ...request, url: 'https://example.com/', signal: giveUp.signal });
    giveUp.abort();
    expect(await sent).toMatchObject({ kind: 'failure', code: 'ABORTED' });
    const late = await client.send({ ...request, url: 'https://example.com/', signal: giveUp.signal });
    expect(late).toMatchObject({ kind: 'failure', code: 'ABORTED' });
  });

  it('fails without throwing when a header cannot be sent', async () => {
    const { client, url } = await answering('');
    const result = await client.send({ ...request, url, headers: { 'x-bad': 'a\nb' } });
    expect(result).toMatchObject({ kind: 'failure', code: 'ERR_INVALID_CHAR' });
  });

  it('returns bodies up to the limit over reused connections, and truncates larger ones', async () => {
    const small = await answering('0123456789');
    for (let i = 0; i < 10; i++) {
      const result = await small.client.send({ ...request, url: small.url });
      expect(result).toMatchObject({ kind: 'response', status: 200, truncated: false });
      expect(result.kind === 'response' && result.body.toString()).toBe('0123456789');
    }
    expect(small.connections.size).toBeLessThanOrEqual(2);
    const large = await answering('0123456789a');
    const result = await large.client.send({ ...request, url: large.url });
    expect(result).toMatchObject({ kind: 'response', truncated: true });
    expect(result.kind === 'response' && result.body.toString()).toBe('0123456789');
  });

  const INFORMATIONAL: readonly (readonly string[])[] = [
    ['100 Continue'],
    ['100 Continue', '100 Continue'],
    ['102 Processing'],
    ['103 Early Hints\r\nlink: </a.css>; rel=preload'],
    ['103 Early Hints', '100 Continue', '199 Whatever'],
  ];

  /** Sends each response in its given pieces, the last one on connections that stay open. */
  async function saying(answers: readonly string[]): Promise<string> {
    const server = createTcpServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', () => {
          for (const answer of answers) socket.write(`HTTP/1.1 ${answer}\r\n\r\n`);
          socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\nwell');
        });
    });
    tcpServers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  it.each(INFORMATIONAL)('skips informational responses: %s %s %s', async (...answers) => {
    const url = await saying(answers);
    const client = new SafeHttpClient({ allowPrivateNetworks: true });
    clients.push(client);
    for (let i = 0; i < 2; i++) {
      const result = await client.send({ ...request, url });
      expect(result).toMatchObject({ kind: 'response', status: 200 });
      expect(result.kind === 'response' && result.body.toString()).toBe('well');
    }
    const outbound = new GuardedOutbound({ allowPrivateNetworks: true });
    const response = await outbound.fetch(url, { method: 'POST', body: 'x' });
    expect([response.status, await response.text()]).toEqual([200, 'well']);
    await outbound.close();
  });

  it.each(['101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade', '999 Nothing'])(
    'fails without throwing when a server answers %s',
    async (answer) => {
      const url = await saying([answer]);
      const outbound = new GuardedOutbound({ allowPrivateNetworks: true });
      await expect(outbound.fetch(url)).rejects.toBeInstanceOf(Error);
      await outbound.close();
    },
  );
});
