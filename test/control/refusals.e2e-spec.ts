import { sharedApp, type TestApp } from '../support/app.js';
import { type HttpAnswer, httpClient } from '../support/http.js';
import { Browser, createPerson } from '../support/people.js';
import { createFullTenant, exampleFor, type FullTenant } from './full-tenant.js';
import { MARKER, markedBodies, type MarkedRequest, markedQueries, type Schemas } from './marked-requests.js';
import { fill, isForOperator, type Operation, operationsOf } from './operations.js';

const MAX_REPEATED = 100;
const CONCURRENCY = 8;
/** Limits and formats; an unknown field can only be removed. */
const ADVICE =
  /must|unknown field|no kind that is known|docs\/how-to\/tools\.md lists|^Invalid or missing `environment`/;
const TIMEOUT_MS = 300_000;

/** Covers every field of every operation in the OpenAPI document. */
describe('validation error', () => {
  let service: TestApp;
  let tenant: FullTenant;
  let browser: Browser;
  let operations: Operation[];
  let schemas: Schemas;

  beforeAll(async () => {
    service = sharedApp();
    tenant = await createFullTenant(service);
    browser = await Browser.of(service, await createPerson(service, tenant));
    const document = await httpClient(service.baseUrl)('GET', '/v1/openapi.json');
    schemas = document.body.components.schemas as Schemas;
    operations = operationsOf(document).filter(
      (operation) => operation.path.startsWith('/v1') && !isForOperator(operation),
    );
  });
  afterAll(() => service?.close());

  async function send(operation: Operation, { body, parameter }: MarkedRequest): Promise<HttpAnswer> {
    const path = fill(operation, tenant.ids);
    const query = new URLSearchParams(path.split('?')[1]);
    if (parameter) query.set(...(parameter as [string, string]));
    const headers: Record<string, string> =
      operation.scope === 'person' ? browser.headers(operation.method) : { 'x-api-key': tenant.key };
    return httpClient(service.baseUrl)(operation.method, `${path.split('?')[0]}?${query}`, { headers, body });
  }

  /** The fault of a response; undefined when it is correct. */
  function problemOf({ names }: MarkedRequest, { status, headers, body }: HttpAnswer): string | undefined {
    if (status < 300) return undefined;
    const text = JSON.stringify([body, [...headers]]);
    const repeated = Math.max(0, ...(text.match(/q+/g) ?? []).map(({ length }) => length));
    if (repeated > MAX_REPEATED) return `repeats ${repeated} characters`;
    if (status >= 500) return 'is a fault of the service';
    if (status !== 400) return undefined;
    if (!names.some((name) => String(body.error).includes(name))) return 'names no field';
    if (!ADVICE.test(body.error)) return 'says not what to do';
    return undefined;
  }

  it(
    'names the field and repeats at most 100 characters, for any field of any operation',
    async () => {
      const wrong: unknown[] = [];
      const refusing = new Set<string>();
      const work = (
        await Promise.all(
          operations.map(async (operation) => {
            const body = await exampleFor(service, operation, tenant.ids);
            const requests = [...markedBodies({ ...operation, body }, schemas), ...markedQueries(operation)];
            return requests.map((request) => ({ operation, request }));
          }),
        )
      ).flat();
      expect(work.length).toBeGreaterThan(1_000);
      let next = 0;
      const worker = async () => {
        for (let one = work[next++]; one; one = work[next++]) {
          const answer = await send(one.operation, one.request);
          if (answer.status === 400) refusing.add(one.operation.name);
          const problem = problemOf(one.request, answer);
          if (problem === undefined) continue;
          wrong.push([one.operation.name, one.request.what, problem, answer.status, excerptOf(answer)]);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      expect(wrong.slice(0, 5)).toEqual([]);
      const asked = new Set(work.map(({ operation }) => operation.name));
      expect([...asked].filter((name) => !refusing.has(name))).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

const excerptOf = ({ body }: HttpAnswer): string =>
  JSON.stringify(body).replaceAll(MARKER, '(marker)').slice(0, 400);
