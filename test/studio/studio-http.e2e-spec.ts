import { request } from 'node:http';
import { hashToken } from '../../src/auth/credentials/secret-token.js';
import type { ConversationFeed, LiveCallEvent } from '../../src/conversations/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';

let service: TestApp;

beforeAll(async () => {
  await ensureStudio();
  service = await createTestApp({
    overrides: { studio: { heartbeatMs: 100, maxBacklogBytes: 4_096, maxReadersPerCall: 2 } },
  });
  // The studio may need a build.
}, 300_000);
afterAll(() => service?.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.baseUrl}${path}`, { headers, redirect: 'manual' });

describe('studio page', () => {
  it('is served uncached with a strict content security policy and a fresh nonce', async () => {
    const pages = [await get('/studio/'), await get('/studio/agents/any-agent/ship')];
    const { host } = new URL(service.baseUrl);
    const nonces = await Promise.all(
      pages.map(async (page) => {
        expect(page.status).toBe(200);
        expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(page.headers.get('cache-control')).toBe('no-store');
        expect(page.headers.get('x-content-type-options')).toBe('nosniff');
        const html = await page.text();
        const nonce = /nonce="([^"]{24})"/.exec(html)?.[1] ?? '';
        expect(html).not.toContain('{{');
        expect(page.headers.get('content-security-policy')).toBe(
          `default-src 'self'; style-src 'self' 'nonce-${nonce}'; media-src 'self' blob:; ` +
            `connect-src 'self' ws://${host} wss://${host}; object-src 'none'; base-uri 'none'; ` +
            "form-action 'self'; frame-ancestors 'none'",
        );
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('has files with validators', async () => {
    const widget = await get('/studio/widget.js');
    const again = await get('/studio/widget.js', { 'If-None-Match': widget.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('serves files compressed on request, with a separate validator', async () => {
    const html = await (await get('/studio/')).text();
    const script = /src="(\/studio\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
    const [small, whole] = [
      await get(script, { 'Accept-Encoding': 'gzip' }),
      await get(script, { 'Accept-Encoding': 'identity' }),
    ];
    expect([small, whole].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null]);
    expect(small.headers.get('vary')).toBe('Accept-Encoding');
    expect(small.headers.get('etag')).not.toBe(whole.headers.get('etag'));
    expect(await small.text()).toBe(await whole.text());
    const again = await get(script, {
      'Accept-Encoding': 'gzip',
      'If-None-Match': small.headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
  });

  it('has no inline script or style, and only immutable assets', async () => {
    const html = await (await get('/studio/')).text();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
    const assets = [...html.matchAll(/(?:src|href)="(\/studio\/assets\/[^"]+)"/g)].map(
      ([, asset]) => asset ?? '',
    );
    expect(assets.length).toBeGreaterThanOrEqual(3);
    const types = await Promise.all(
      assets.map(async (asset) => {
        const response = await get(asset);
        expect([asset, response.status]).toEqual([asset, 200]);
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        return response.headers.get('content-type');
      }),
    );
    expect(types).toEqual(
      expect.arrayContaining(['image/svg+xml', 'text/css; charset=utf-8', 'text/javascript; charset=utf-8']),
    );
  });

  it('ignores a forged host header in its policy', async () => {
    const policy = await policyFor(service.baseUrl, "evil.example; script-src 'unsafe-inline'");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain('evil');
  });

  it('is reachable without its slash and from the root', async () => {
    const bare = await get('/studio');
    expect([bare.status, bare.headers.get('location')]).toEqual([308, '/studio/']);
    const landing = await (await get('/')).text();
    expect(landing).toContain('href="/studio/"');
    expect(landing).toContain('href="/docs"');
  });

  it.each(['/studio/nope.js', '/studio/assets/..%2f..%2fpackage.json', '/studio/%2e%2e/package.json'])(
    'answers %s with the 404 envelope',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ success: false, error_code: 'NOT_FOUND', data: null });
    },
  );
});

describe('live events of a call', () => {
  const TOKEN = 'token-of-the-caller';
  const eventsOf = (sessionId: string, token?: string) =>
    get(
      `/api/v1/studio/sessions/${sessionId}/events`,
      token === undefined ? {} : { Authorization: `Bearer ${token}` },
    );
  const said = (text: string): LiveCallEvent => ({
    kind: 'transcript',
    speaker: 'agent',
    turnId: 'turn_1',
    text,
    final: true,
  });
  const feed = () => service.provider<ConversationFeed>('ConversationFeed');

  it('include past and new events and end with the call', async () => {
    await feed().open('sess_a', hashToken(TOKEN));
    await feed().publish('sess_a', said('Hello.'));
    const response = await eventsOf('sess_a', TOKEN);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    const readUntil = async (wanted: string) => {
      while (!received.includes(wanted)) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
        if (done) throw new Error(`the stream ended before ${wanted}`);
        received += value;
      }
    };
    await readUntil('"text":"Hello."');
    await readUntil('\n\n:\n\n');
    await feed().publish('sess_a', { kind: 'state', state: 'listening' });
    await readUntil('data: {"kind":"state","state":"listening"}\n\n');
    await feed().publish('sess_a', { kind: 'ended', reason: 'caller-hung-up' });
    await readUntil('{"kind":"ended","reason":"caller-hung-up"}');
    expect((await reader?.read())?.done).toBe(true);
  });

  it('are refused alike for any other token and an unknown session', async () => {
    await feed().open('sess_b', hashToken(TOKEN));
    const answers = await Promise.all([
      eventsOf('sess_b'),
      eventsOf('sess_b', 'another-token'),
      eventsOf('sess_unknown', TOKEN),
    ]);
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as Record<string, unknown>[];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    const [first, ...others] = bodies.map(({ error_id: _id, ...rest }) => rest);
    expect(first).toMatchObject({ success: false, error_code: 'UNAUTHORIZED', data: null });
    expect(others).toEqual([first, first]);
  });

  it('are limited in readers, and free a slot when one leaves', async () => {
    await feed().open('sess_d', hashToken(TOKEN));
    const readers = [await eventsOf('sess_d', TOKEN), await eventsOf('sess_d', TOKEN)];
    const refused = await eventsOf('sess_d', TOKEN);
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({ success: false, error_code: 'TOO_MANY_READERS', data: null }),
    ]);
    await readers[0]?.body?.cancel();
    await until('there is room', async () => (await feed().readerCount('sess_d')) === 1);
    const next = await eventsOf('sess_d', TOKEN);
    expect(next.status).toBe(200);
    await feed().publish('sess_d', { kind: 'ended', reason: 'test' });
    for (const reader of [readers[1], next]) expect(await reader?.text()).toContain('"ended"');
  });

  it('are cut off for a stalled reader only', async () => {
    await feed().open('sess_c', hashToken(TOKEN));
    const slow = await openPaused(`${service.baseUrl}/api/v1/studio/sessions/sess_c/events`, TOKEN);
    const text = 'x'.repeat(64 * 1024);
    // Exceeds the kernel's socket buffers on both sides.
    await service
      .module<typeof import('./in-service.js')>('test/studio/in-service.ts')
      .tellOfTurns('sess_c', 500, text);
    const received = await slow.readToEnd();
    expect(received).toBeLessThan(400 * text.length);
    await feed().publish('sess_c', { kind: 'ended', reason: 'test' });
    expect(await (await eventsOf('sess_c', TOKEN)).text()).toContain('"kind":"ended"');
  });
});

/** fetch cannot forge the Host header. */
function policyFor(baseUrl: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(`${baseUrl}/studio/`, { headers: { host } }, (response) => {
      response.resume();
      resolve(String(response.headers['content-security-policy']));
    })
      .on('error', reject)
      .end();
  });
}

/**
 * Opens a response without reading its body until `readToEnd`, which returns its length after the connection closes.
 */
function openPaused(url: string, token: string): Promise<{ readToEnd(): Promise<number> }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      let length = 0;
      const gone = new Promise<number>((done) => {
        response.on('close', () => done(length));
        response.on('error', () => done(length));
      });
      response.pause();
      response.on('data', (chunk: Buffer) => (length += chunk.length));
      response.pause();
      const readToEnd = () => {
        response.resume();
        return gone;
      };
      resolve({ readToEnd });
    })
      .on('error', reject)
      .end();
  });
}
