import { Value } from '@sinclair/typebox/value';
import { sharedApp, type TestApp } from '../support/app.js';
import { envelope, type HttpAnswer, httpClient } from '../support/http.js';
import { createFullTenant, type FullTenant } from './full-tenant.js';
import { HOSTED_OPERATIONS, type HostedOperation } from './hosted-operations.js';
import { HOSTED_REFUSALS } from './hosted-refusals.js';

describe("clients generated from the hosted platform's description", () => {
  let service: TestApp;
  let tenant: FullTenant;
  let ids: Readonly<Record<string, string>>;
  let call: ReturnType<typeof httpClient>;

  beforeAll(async () => {
    service = sharedApp();
    call = httpClient(service.baseUrl);
    tenant = await createFullTenant(service);
    const other = await service.createAgent(tenant);
    const othersNumber = '+442079460777';
    await ask('POST', `/v1/agents/${other}/telephony/phone-numbers`, { phoneNumbers: [othersNumber] });
    ids = { ...tenant.ids, othersNumber };
    await ask('POST', `/v1/agents/${ids['agentId']}/branches/main/knowledge-base/topics`, {
      name: 'Parking',
    });
    const schema = { type: 'object', properties: { seats: { type: 'integer' } } };
    await ask('PUT', `/v1/agents/${ids['agentId']}/real-time-configs/sandbox/schema`, { schema });
    await useVariant();
  });
  afterAll(() => service?.close());

  const ask = (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
    call(method, path, { key: tenant.key, body });
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (all, name: string) => ids[name] ?? all);
  const send = ({ request, body }: HostedOperation) => {
    const [method = '', path = ''] = filled(request).split(' ');
    return ask(method, path, body === undefined ? undefined : JSON.parse(filled(JSON.stringify(body))));
  };

  /** The variant that debug chats name. */
  async function useVariant() {
    const draft = `/v1/agents/${ids['agentId']}/draft`;
    const { revision, document } = (await ask('GET', draft)).body;
    const body = { revision, document: { ...document, variants: { v: { overrides: {} } } } };
    expect((await ask('PUT', draft, body)).status).toBe(200);
  }

  it.each(HOSTED_REFUSALS.map((refusal) => [refusal.request, refusal] as const))(
    'get the reason %s is rejected as an error code',
    async (_request, refusal) => {
      const answer = await send(refusal);
      expect([answer.status, answer.body]).toEqual([refusal.status, envelope(answer, refusal.code)]);
    },
  );

  it('have their filters honoured, so that they never affect more than requested', async () => {
    const { agentId = '', connectorId, phoneNumber } = ids;
    const numbers = `/v1/agents/${agentId}/telephony/phone-numbers`;
    await ask('POST', numbers, { phoneNumbers: ['+442079460778'] });
    const listed = async (query: string) =>
      (await ask('GET', `${numbers}${query}`)).body.phoneNumbers.map(
        ({ number }: { number: string }) => number,
      );
    expect(await listed(`?connectorId=${connectorId}`)).toEqual([phoneNumber]);
    expect(await listed('?connectorId=con_none')).toEqual([]);
    expect(await listed('')).toEqual(expect.arrayContaining([phoneNumber, '+442079460778']));
  });

  it('can order calls with the encryption they choose', async () => {
    const order = { toNumber: '+442079460123', environment: 'sandbox', encryption: 'tls_srtp' };
    const outbound = `/v1/agents/${ids['agentId']}/telephony/outbound-calls`;
    const { status, body } = await ask('POST', outbound, { ...order, countryCode: '44', metadata: {} });
    // No calls are placed here: the refusal concerns the call, not its order.
    expect([status, body.error_code]).not.toEqual([400, 'OUTBOUND_CALLS_VALIDATION_FAILED']);
    const wrong = await ask('POST', outbound, { ...order, encryption: 'tls' });
    expect([wrong.status, wrong.body.error_code]).toEqual([400, 'OUTBOUND_CALLS_VALIDATION_FAILED']);
  });

  // In order, since some delete what others read.
  it('can parse every response they receive', async () => {
    for (const operation of HOSTED_OPERATIONS) {
      const { status, body } = await send(operation);
      expect([operation.request, status]).toEqual([operation.request, operation.status]);
      const problems = operation.answer ? [...Value.Errors(operation.answer, body)] : [];
      expect([operation.request, problems.map(({ path, message }) => `${path} ${message}`)]).toEqual([
        operation.request,
        [],
      ]);
    }
  });

  it('read both sides of each conversation turn', async () => {
    // An account without providers uses the built-in agent.
    const account = await service.createAccount();
    const key = await service.createKey(account);
    const document = { schemaVersion: 1, greeting: 'Hello.', fallbackReply: 'Sorry?' } as const;
    const agentId = await service.createAgent(account, document);
    const chat = { clientEnv: 'draft', message: 'Good morning' };
    const { body: begun } = await call('POST', `/v1/agents/${agentId}/debug-chat`, { key, body: chat });
    const path = `/v1/agents/${agentId}/conversations/${begun.conversationId}`;
    const { body } = await call('GET', path, { key });
    expect(body).toMatchObject({
      ...{ conversationId: begun.conversationId, projectId: agentId, clientEnv: 'draft', finishedAt: null },
      turns: [
        { user_input: '', agent_response: 'Hello.' },
        { user_input: 'Good morning', agent_response: 'Sorry?' },
      ],
    });
  });
});
