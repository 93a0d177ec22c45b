import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import zlib from 'node:zlib';
import { SafeHttpClient } from '../safe-http/index.js';
import { sendToolRequest, type ToolRequest } from './tool-request.js';

interface Answer {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer | string;
}

const { signal } = new AbortController();
const http = new SafeHttpClient({ allowPrivateNetworks: true });
let server: Server;
/** The next responses; the last one repeats. */
let answers: Answer[] = [];
let requests = 0;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    requests++;
    const {
      status = 200,
      headers = {},
      body = '',
    } = (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
    incoming.resume().on('end', () => response.writeHead(status, headers).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  requests = 0;
});
afterAll(() => {
  http.close();
  server.close();
});

function ask(given: readonly Answer[], change: Partial<ToolRequest> = {}) {
  answers = [...given];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const request = {
    method: 'GET',
    url,
    headers: {},
    timeoutMs: 5_000,
    repeatable: true,
    secrets: [],
    ...change,
  } as const;
  return sendToolRequest(http, request, signal);
}

const TEXT = '{"room":"Zürich – \u{1F6CF}","rates":[120,140]}';
const utf8 = Buffer.from(TEXT);

describe('tool response', () => {
  it.each<[string, string, Buffer]>([
    ['gzip', 'gzip', zlib.gzipSync(utf8)],
    ['gzip by its old name', 'X-GZIP', zlib.gzipSync(utf8)],
    ['br', 'br', zlib.brotliCompressSync(utf8)],
    ['zstd', 'zstd', zlib.zstdCompressSync(utf8)],
    ['deflate', 'deflate', zlib.deflateSync(utf8)],
    ['deflate without its head', 'deflate', zlib.deflateRawSync(utf8)],
    ['two over one another', 'gzip, br', zlib.brotliCompressSync(zlib.gzipSync(utf8))],
    ['none by name', 'identity', utf8],
    ['gzip by its header alone', 'gzip', utf8],
  ])('is decoded from %s', async (_what, encoding, body) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    expect(await ask([{ headers, body }])).toEqual({ kind: 'ok', output: TEXT, status: 200, attempts: 1 });
  });

  it('is truncated at its limit, encoded or not', async () => {
    const long = Array.from({ length: 40_000 }, () => Math.random().toString(36).slice(2)).join(' ');
    for (const encoding of ['gzip', 'br', 'zstd'] as const) {
      const encode = { gzip: zlib.gzipSync, br: zlib.brotliCompressSync, zstd: zlib.zstdCompressSync }[
        encoding
      ];
      const { output } = await ask([
        { headers: { 'content-encoding': encoding }, body: encode(Buffer.from(long)) },
      ]);
      expect([output.length, long.startsWith(output)]).toEqual([16_384, true]);
    }
  });

  it.each<[string, string | undefined, Buffer, string]>([
    ['ISO-8859-1', 'text/plain; charset=ISO-8859-1', Buffer.from('Café für 5', 'latin1'), 'Café für 5'],
    ['windows-1252', 'text/plain; charset="windows-1252"', Buffer.from([0x80, 0x20, 0x35]), '€ 5'],
    ['Shift_JIS', 'application/json; charset=Shift_JIS', Buffer.from([0x93, 0x8c, 0x8b, 0x9e]), '東京'],
    ['EUC-KR', 'text/plain;charset=euc-kr', Buffer.from([0xbc, 0xad, 0xbf, 0xef]), '서울'],
    ['windows-1251', 'text/html; charset=cp1251', Buffer.from([0xcc, 0xe8, 0xf0]), 'Мир'],
    ['UTF-16 with a mark', 'application/json', Buffer.from('\ufeff{"a":"ü"}', 'utf16le'), '{"a":"ü"}'],
    ['UTF-16, big end first', 'text/plain', Buffer.from('\ufeffüber', 'utf16le').swap16(), 'über'],
    ['UTF-16 without a mark', 'application/json', Buffer.from('{"a":1}', 'utf16le'), '{"a":1}'],
    ['UTF-8 with a mark', undefined, Buffer.from('\ufeffüber'), 'über'],
    [
      'what its document names',
      'text/html',
      Buffer.from('<meta charset="iso-8859-15"><p>\xa4', 'latin1'),
      '<meta charset="iso-8859-15"><p>€',
    ],
    [
      'what its XML names',
      'text/xml',
      Buffer.from("<?xml version='1.0' encoding='ISO-8859-2'?><a>\xb3</a>", 'latin1'),
      "<?xml version='1.0' encoding='ISO-8859-2'?><a>ł</a>",
    ],
    ['none that it names, and no UTF-8', 'text/plain', Buffer.from('na\xefve', 'latin1'), 'naïve'],
    ['one that nobody knows', 'text/plain; charset=klingon', Buffer.from('qapla\u2019'), 'qapla’'],
  ])('is decoded from charset %s', async (_what, type, body, expected) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    expect((await ask([{ headers, body }])).output).toBe(expected);
  });

  it.each<[string, Answer]>([
    ['an encoding that nobody knows', { headers: { 'content-encoding': 'compress' }, body: 'x' }],
    [
      'more encodings than any service has',
      { headers: { 'content-encoding': 'gzip,gzip,gzip,gzip' }, body: 'x' },
    ],
    [
      'what its encoding is not',
      { headers: { 'content-encoding': 'gzip' }, body: Buffer.from([0xff, 0xfe, 0xfd, 9]) },
    ],
    [
      'gigabytes in a few bytes',
      { headers: { 'content-encoding': 'gzip' }, body: zlib.gzipSync(Buffer.alloc(15_000_000, ' ')) },
    ],
    [
      'the same within another',
      {
        headers: { 'content-encoding': 'gzip, gzip' },
        body: zlib.gzipSync(zlib.gzipSync(Buffer.alloc(50_000_000, 'a'))),
      },
    ],
    ['a picture', { headers: { 'content-type': 'image/png' }, body: Buffer.from([0x89, 0x50, 0x4e, 0x47]) }],
    ['bytes without a type', { body: Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 1]) }],
  ])('is a fault rather than raw bytes with %s', async (_what, answer) => {
    expect(await ask([answer])).toEqual({
      kind: 'error',
      code: 'TOOL_ANSWER_UNREADABLE',
      output: 'The tool did its work, but sent an answer that cannot be read.',
      status: 200,
      attempts: 1,
    });
    expect(await ask([{ ...answer, status: 404 }])).toMatchObject({ code: 'TOOL_REFUSED', status: 404 });
  });
});

describe('tool response with Retry-After', () => {
  const at = (ms: number) => new Date(Date.now() + ms).toUTCString();
  const WELL = { body: 'well' };

  it.each([503, 429, 502])('is retried after that delay (%d)', async (status) => {
    const began = performance.now();
    const outcome = await ask([{ status, headers: { 'retry-after': '1' } }, WELL]);
    expect(outcome).toMatchObject({ kind: 'ok', output: 'well', attempts: 2 });
    expect(performance.now() - began).toBeGreaterThanOrEqual(995);
  });

  it('is retried at the given time', async () => {
    const time = at(2_000);
    expect(await ask([{ status: 503, headers: { 'retry-after': time } }, WELL])).toMatchObject({
      output: 'well',
    });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(time) - 5);
  });

  it.each(['30', at(60_000), '99999'])("is not awaited beyond the call's time limit (%s)", async (value) => {
    const began = performance.now();
    const outcome = await ask([{ status: 503, headers: { 'retry-after': value }, body: 'busy' }, WELL]);
    expect(outcome).toMatchObject({ kind: 'error', code: 'TOOL_REFUSED', status: 503, attempts: 1 });
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('is not retried for a non-repeatable call', async () => {
    await ask([{ status: 503, headers: { 'retry-after': '0' } }, WELL], { repeatable: false });
    expect(requests).toBe(1);
  });
});
