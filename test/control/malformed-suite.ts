import type { TestApp } from '../support/app.js';
import { envelope, type HttpAnswer, httpClient } from '../support/http.js';
import { Browser, createPerson } from '../support/people.js';
import { OPERATOR_TOKEN } from '../support/service/settings.js';
import type { Watch } from '../support/unharmed.js';
import { addOwn, createFullTenant, exampleFor, type FullTenant } from './full-tenant.js';
import { allCombinations, type Fault, rightRequest, seededRandom, type WireRequest } from './malformed.js';
import { fill, isForOperator, type Operation, operationsOf } from './operations.js';
import { firstAnswerIn, sendRaw } from './raw-http.js';

const CONCURRENCY = 8;
/** A fresh tenant takes over after this many requests, before lists and limits fill up. */
const REQUESTS_PER_TENANT = 400;
const SEED = 20_261_121;
const TIMEOUT_MS = 900_000;

/** The target of the requests. */
interface Subject {
  readonly service: TestApp;
  close(): Promise<void>;
  /** Starts watching the service for damage. */
  watch?(): Promise<Watch>;
}

/**
 * Sends requests with every fault. @param wanted Number of requests; each operation with each fault once when absent.
 */
export function describeMalformedRequests(start: () => Promise<Subject>, wanted?: number): void {
  describe(`${wanted ?? 'as many as needed'} valid and invalid requests generated from the OpenAPI document`, () => {
    let subject: Subject;
    let service: TestApp;
    let watch: Watch | undefined;
    let call: ReturnType<typeof httpClient>;

    beforeAll(async () => {
      subject = await start();
      ({ service } = subject);
      call = httpClient(service.baseUrl);
      watch = await subject.watch?.();
    });
    afterAll(() => subject?.close());

    it(
      'are each answered as expected: every operation with every fault, none with a 5xx',
      async () => {
        const all = operationsOf(await call('GET', '/v1/openapi.json'));
        const combinations = allCombinations(all.filter(({ path }) => path.startsWith('/v1')));
        expect(combinations.length).toBeGreaterThan(500);
        const count = wanted ?? combinations.length;
        expect(count).toBeGreaterThanOrEqual(combinations.length);
        const isWarm = (from: number) =>
          from >= combinations.length && from < combinations.length + REQUESTS_PER_TENANT;
        const wrong: unknown[] = [];
        const succeeded = new Set<string>();
        for (let from = 0; from < count; from += REQUESTS_PER_TENANT) {
          if (isWarm(from)) {
            // Caches filled once by each kind of request are not leaks.
            await watch?.expectUnharmed();
            watch = await subject.watch?.();
          }
          const tenant = await createFullTenant(service);
          const upTo = Math.min(from + REQUESTS_PER_TENANT, count);
          let next = from;
          const worker = async () => {
            while (next < upTo) {
              const index = next++;
              const { operation, fault } = combinations[index % combinations.length]!;
              const random = seededRandom(SEED + index);
              const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
              const ids = needsOwn(operation, fault) ? await addOwn(service, tenant, operation) : tenant.ids;
              const example = await exampleFor(service, operation, ids);
              const right = rightRequest(fill(operation, ids), example, operation.fileType);
              const request = fault.spoil(right, operation, pick);
              const answer = await send(operation, request, tenant);
              if (answer.status === operation.success) succeeded.add(operation.name);
              if (fault.answers(operation).includes(answer.status) && hasRightShape(answer)) continue;
              wrong.push({ index, operation: operation.name, fault: fault.name, request, answer });
            }
          };
          await Promise.all(Array.from({ length: CONCURRENCY }, worker));
        }
        expect(wrong.slice(0, 3)).toEqual([]);
        const names = new Set(combinations.map(({ operation }) => operation.name));
        expect([...names].filter((name) => !succeeded.has(name))).toEqual([]);
        await watch?.expectUnharmed();
      },
      TIMEOUT_MS,
    );

    /** Deletions use their own object, and drafts changed concurrently would be refused. */
    const needsOwn = (operation: Operation, fault: Fault) =>
      fault.answers(operation).includes(operation.success) &&
      (operation.method === 'DELETE' ||
        isForOperator(operation) ||
        /[{](rolloutId|pendingDeploymentId)[}]\//.test(operation.name) ||
        (operation.path.endsWith('/draft') && fault.name === 'valid'));

    /** A separate person per request: some end all sessions. */
    async function credentials(operation: Operation, tenant: FullTenant): Promise<object> {
      if (isForOperator(operation)) return { authorization: `Bearer ${OPERATOR_TOKEN}` };
      if (operation.scope !== 'person') return { 'x-api-key': tenant.key };
      return (await Browser.of(service, await createPerson(service, tenant))).headers('POST');
    }

    async function send(operation: Operation, request: WireRequest, tenant: FullTenant): Promise<HttpAnswer> {
      const { method } = operation;
      const { path, body, claimedLength } = request;
      const headers = { ...(await credentials(operation, tenant)), ...request.headers };
      if (claimedLength === undefined) return call(method, path, { headers, rawBody: body });
      const lines = [
        `${method} ${path} HTTP/1.1`,
        'Host: localhost',
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        `Content-Length: ${claimedLength}`,
      ];
      return firstAnswerIn(await sendRaw(service.baseUrl, `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`));
    }
  });
}

/** An error has exactly six fields; every response names its request. */
function hasRightShape(answer: HttpAnswer): boolean {
  const { status, headers, body } = answer;
  if (!/^[0-9a-f-]{36}$/.test(headers.get('x-service-correlation-id') ?? '')) return false;
  if (status < 300) return true;
  if (!/^[A-Z][A-Z_]+$/.test(body?.error_code) || typeof body.error !== 'string' || body.error === '')
    return false;
  return JSON.stringify(body) === JSON.stringify(envelope(answer, body.error_code, body.error));
}
