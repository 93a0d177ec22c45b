import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { leanFetchOver, usualLeanFetch } from './lean-fetch.js';

const MIB = 1_048_576;

describe('leanFetch', () => {
  const agent = new Agent();
  const servers: Server[] = [];
  const lean = leanFetchOver(agent);
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });
  afterAll(() => agent.destroy());

  async function serving(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<{ url: string; connections: Set<object> }> {
    const connections = new Set<object>();
    const server = createServer((request, response) => {
      connections.add(request.socket);
      answer(request, response);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a?b=c`, connections };
  }

  async function echoing() {
    return await serving((request, response) => {
      const { method, url, headers } = request;
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () =>
        response.writeHead(201, { 'x-a': ['1', '2'] }).end(JSON.stringify({ method, url, headers, body })),
      );
    });
  }

  it('sends the request, returns the response and reuses connections', async () => {
    const { url, connections } = await echoing();
    for (let i = 0; i < 5; i++) {
      const response = await lean(url, {
        method: 'POST',
        headers: { 'x-b': 'ü'.length.toString() },
        body: '€',
      });
      expect(response).toMatchObject({ status: 201, statusText: 'Created', ok: true, url });
      expect(response.headers.get('x-a')).toBe('1, 2');
      expect(await response.json()).toMatchObject({
        method: 'POST',
        url: '/a?b=c',
        headers: { 'x-b': '1', 'content-length': '3' },
        body: '€',
      });
      await new Promise(setImmediate);
    }
    expect(connections.size).toBe(1);
  });

  it('streams chunks as they arrive', async () => {
    let more = (): void => undefined;
    const { url } = await serving((_request, response) => {
      response.write('one');
      more = () => response.end('two');
    });
    const pieces: string[] = [];
    for await (const piece of (await lean(url, {})).body) {
      pieces.push(Buffer.from(piece).toString());
      more();
    }
    expect(pieces).toEqual(['one', 'two']);
  });

  it('applies backpressure when the body is not read', async () => {
    let sent = 0;
    const { url } = await serving((_request, response) => {
      const send = () => {
        while (sent < 64 && response.write(Buffer.alloc(MIB))) sent += 1;
        if (sent < 64) response.once('drain', () => ((sent += 1), send()));
        else response.end();
      };
      send();
    });
    const { body } = await lean(url, {});
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sent).toBeLessThan(32);
    let bytes = 0;
    for await (const piece of body) bytes += piece.length;
    expect(bytes).toBeGreaterThanOrEqual(64 * MIB);
  });

  it('aborts beyond the size limit', async () => {
    const { url } = await serving((_request, response) => response.end('0123456789a'));
    const tooLarge = () => new RangeError('enough');
    expect(await (await lean(url, {}, 11, tooLarge)).text()).toBe('0123456789a');
    await expect(lean(url, {}, 10, tooLarge).then((response) => response.text())).rejects.toThrow('enough');
  });

  it('fails when the connection breaks, before or during the response', async () => {
    const before = await serving((request) => request.socket.destroy());
    await expect(lean(before.url, {})).rejects.toThrow('other side closed');
    const within = await serving((request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half');
      setTimeout(() => request.socket.destroy(), 20);
    });
    const response = await lean(within.url, {});
    await expect(response.text()).rejects.toThrow(/closed|aborted|terminated/);
  });

  it("rejects with the signal's reason before, during and after the request", async () => {
    const { url } = await serving((request, response) => {
      if (request.url === '/within') response.write('half');
    });
    const given = AbortSignal.abort(new Error('before'));
    await expect(lean(url, { signal: given })).rejects.toThrow('before');
    const onTheWay = new AbortController();
    const waiting = lean(url, { signal: onTheWay.signal });
    setTimeout(() => onTheWay.abort(new Error('on the way')), 50);
    await expect(waiting).rejects.toThrow('on the way');
    const within = new AbortController();
    const response = await lean(new URL('/within', url), { signal: within.signal });
    const text = response.text();
    setTimeout(() => within.abort(new Error('within')), 50);
    await expect(text).rejects.toThrow('within');
  });

  it('closes the connection when the body is cancelled', async () => {
    let closed = (): void => undefined;
    const isClosed = new Promise<void>((resolve) => (closed = resolve));
    const { url } = await serving((_request, response) => response.on('close', closed).write('half'));
    await (await lean(url, {})).body.cancel();
    await isClosed;
    const again = await lean(url, {});
    for await (const piece of again.body) {
      expect(Buffer.from(piece).toString()).toBe('half');
      break;
    }
  });

  it('follows allowed redirects without credentials for another origin', async () => {
    const there = await echoing();
    const here = await serving((_request, response) =>
      response.writeHead(307, { location: there.url }).end(),
    );
    const request = { method: 'POST', headers: { authorization: 'Bearer key' }, body: 'hello' } as const;
    const usual = usualLeanFetch(false);
    const followed = (await (await usual(here.url, request)).json()) as { body: string; headers: object };
    expect(followed.body).toBe('hello');
    expect(followed.headers).not.toHaveProperty('authorization');
    const refused = await Promise.all([
      usual(here.url, { ...request, redirect: 'manual' }),
      lean(here.url, request),
    ]);
    for (const response of refused) {
      expect(response).toMatchObject({ status: 307, ok: false });
      await response.body.cancel();
    }
  });

  it("uses the environment's proxy when asked to", async () => {
    const asked: (string | undefined)[] = [];
    const proxy = await serving((request, response) => {
      asked.push(request.url);
      response.end('by proxy');
    });
    process.env['http_proxy'] = new URL(proxy.url).origin;
    try {
      const usual = usualLeanFetch(true);
      const response = await usual('http://provider.invalid/v1', {});
      expect(await response.text()).toBe('by proxy');
    } finally {
      delete process.env['http_proxy'];
    }
  });
});
