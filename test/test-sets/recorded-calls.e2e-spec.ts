import { newId } from '../../src/common/ids/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';

/** What was said, one side after the other; null where it was not kept. */
type Words = readonly (readonly ['caller' | 'agent', string | null])[];

describe('conversations on record', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;
  let agentId: string;

  beforeAll(async () => {
    service = await createTestApp({ env: { TEST_RUNS_POLL_INTERVAL_MS: '50' } });
    call = httpClient(service.baseUrl);
    account = await service.createAccount();
    key = await service.createKey(account);
    agentId = await service.createAgent(account);
  });
  afterAll(() => service?.close());

  /** Puts a conversation on record. @returns its id */
  async function record(words: Words): Promise<string> {
    const id = newId('conv');
    const { accountId } = account;
    const at = new Date();
    await service.prisma.conversation.create({
      data: {
        ...{ id, accountId, agentId, sessionId: id, target: 'draft', mode: 'traditional' },
        ...{ adapter: 'starter', instanceId: 'test', startedAt: at, endedAt: at },
        turns: {
          create: words.map(([speaker, text], position) => ({
            ...{ id: newId('turn'), accountId, agentId, position, speaker, text, startedAt: at },
          })),
        },
      },
    });
    return id;
  }

  const draft = (id: string, asKey = key) =>
    call('POST', `/v1/conversations/${id}/test-case`, { key: asKey });

  it('become drafts of cases, which a test set takes as they are', async () => {
    const id = await record([
      ['agent', 'Hello.'],
      ['caller', 'When are you open?'],
      ['agent', 'From nine to five.'],
    ]);
    const { status, body } = await draft(id);
    expect(status).toBe(200);
    expect(body.testCase.turns[1]).toMatchObject({
      say: 'When are you open?',
      expect: [{ kind: 'judged', criterion: expect.stringContaining('From nine to five.') }],
    });
    const sets = `/v1/agents/${agentId}/test-sets`;
    const made = await call('POST', sets, { key, body: { name: 'Drafts', cases: [body.testCase] } });
    expect(made.status).toBe(201);
  });

  it('become none where the words were not kept, and are not found by other accounts', async () => {
    const silent = await draft(await record([['caller', null]]));
    expect([silent.status, silent.body.error_code]).toEqual([409, 'CONVERSATION_WITHOUT_WORDS']);
    const stranger = await service.createKey(await service.createAccount());
    const kept = await record([['caller', 'Hello']]);
    const foreign = await draft(kept, stranger);
    expect([foreign.status, foreign.body.error_code]).toEqual([404, 'CONVERSATIONS_NOT_FOUND']);
  });

  it.each([
    [{ turns: [] }, '/cases/0/turns must have a turn'],
    [{ turns: [{ say: 'Hi', expect: [] }], simulated: {} }, '/cases/0/turns must be empty'],
    [
      { turns: [], simulated: { metrics: [{ kind: 'measured', measure: 'slowestAnswerMs', atMost: 5 }] } },
      '/cases/0/simulated/metrics measures slowestAnswerMs',
    ],
  ])('beside them cases that contradict themselves are refused: %j', async (wrong, words) => {
    const { simulated, ...rest } = { simulated: undefined, ...wrong };
    const whole = { persona: 'hurried', goal: 'A table', success: 'Booked.', ...simulated };
    const cases = [{ name: 'Wrong', ...rest, ...(simulated && { simulated: whole }) }];
    const answer = await call('POST', `/v1/agents/${agentId}/test-sets`, { key, body: { name: 'X', cases } });
    expect([answer.status, answer.body.error_code]).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
    expect(answer.body.error_message).toContain(words);
  });
});
