import { once } from 'node:events';
import net from 'node:net';
import { createTestApp, SMALL_DOCUMENT, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';
import { generateRequest, seededRandom } from './malformed.js';
import { operationsOf } from './operations.js';

const CONCURRENCY = 8;
const TIMEOUT_MS = 900_000;
const REFUSALS = [400, 401, 403, 404, 405, 409, 413, 414, 415, 422, 431];

/** H1 of the quality goals, with so many requests. */
export function describeMalformedRequests(count: number): void {
  describe(`${count} requests made from the OpenAPI document, valid and not`, () => {
    let service: TestApp;
    let call: ReturnType<typeof httpClient>;

    beforeAll(async () => {
      service = await createTestApp({ env: { API_KEY_RATE_LIMIT: '0' } });
      call = httpClient(service.baseUrl);
    });
    afterAll(() => service?.close());

    it(
      'are each answered as documented, none with a fault of the server',
      async () => {
        const account = await service.createAccount();
        const key = await service.createKey(account);
        const operations = operationsOf(await call('GET', '/v1/openapi.json')).filter(({ path }) =>
          path.startsWith('/v1'),
        );
        const agentId = await service.createAgent(account, SMALL_DOCUMENT);
        const ids = { accountId: account.accountId, agentId, endpointId: 'whe_none', ruleId: 'ar_none' };
        const random = seededRandom(20_261_121);
        const wrong: unknown[] = [];
        let left = count;
        const worker = async () => {
          while (left-- > 0) {
            const operation = operations[Math.floor(random() * operations.length)]!;
            const request = generateRequest(operation, random, ids);
            const answer = await call(operation.method, request.path, {
              key,
              headers: request.headers,
              rawBody: request.body,
            });
            const fine = answer.status < 300 || REFUSALS.includes(answer.status);
            const code: unknown = answer.body?.error_code;
            const asDocumented =
              answer.status < 300 ||
              JSON.stringify(answer.body) ===
                JSON.stringify(envelope(answer, String(code), answer.body?.error));
            if (!fine || !asDocumented)
              wrong.push({ operation: operation.name, ...request, status: answer.status, body: answer.body });
          }
        };
        await Promise.all(Array.from({ length: CONCURRENCY }, worker));
        expect(wrong.slice(0, 3)).toEqual([]);
        expect((await call('GET', '/v1/account', { key })).status).toBe(200);
      },
      TIMEOUT_MS,
    );

    it('are refused with the envelope where they are no HTTP at all, or lie about their length', async () => {
      const answers = await Promise.all([
        raw('NONSENSE\r\n\r\n'),
        raw('GET /v1/account HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n'),
        raw(
          'POST /v1/api-keys HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        ),
      ]);
      for (const answer of answers) {
        expect(answer).toMatch(/^HTTP\/1\.1 400 /);
        expect(answer).toMatch(/X-Service-Correlation-Id: [0-9a-f-]{36}/i);
        expect(Object.keys(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''))).toHaveLength(6);
      }
    });

    async function raw(text: string): Promise<string> {
      const { port } = new URL(service.baseUrl);
      const socket = net.connect(Number(port), '127.0.0.1');
      let received = '';
      socket.on('data', (data) => (received += data.toString()));
      socket.write(text);
      await once(socket, 'close');
      return received;
    }

    it.each([
      ['GET', '/v1/nowhere', 404, 'NOT_FOUND'],
      ['PUT', '/v1/account', 405, 'METHOD_NOT_ALLOWED'],
      ['GET', '/v1/agents/%00/draft', 400, 'MALFORMED_URL'],
      ['GET', '/v1/agents/%ff/draft', 400, 'MALFORMED_URL'],
    ])('%s %s is answered %i %s', async (method, path, status, code) => {
      const answer = await call(method, path);
      expect([answer.status, answer.body]).toEqual([status, envelope(answer, code)]);
    });
  });
}
