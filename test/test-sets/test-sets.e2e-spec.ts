import { FormatRegistry, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { AgentDocument } from '../../src/agent-document/index.js';
import {
  OneTestCaseSchema,
  OneTestRunSchema,
  OneTestSetSchema,
  TestRunDetailSchema,
  TestRunListSchema,
  TestSetListSchema,
} from '../../src/test-sets/http/test-set.schema.js';
import type { TestRunStore } from '../../src/test-sets/run/test-run.store.js';
import { newId } from '../../src/common/ids/index.js';
import { sharedApp, type TestAccount } from '../support/app.js';
import { envelope, type HttpAnswer, httpClient, type HttpRequest } from '../support/http.js';
import { until } from '../support/until.js';

const document = (openingHours: string): AgentDocument => ({
  schemaVersion: 1,
  greeting: 'Welcome to the library.',
  intents: [
    { name: 'hours', examples: ['when are you open', 'opening hours'], reply: openingHours },
    { name: 'bye', examples: ['goodbye', 'bye'], reply: 'See you soon.', endsCall: true },
  ],
  fallbackReply: 'I did not get that.',
});

const OPENING_HOURS = {
  name: 'Opening hours',
  turns: [
    { expect: [{ kind: 'contains', text: 'welcome to THE   library' }] },
    {
      say: 'When are you open?',
      expect: [
        { kind: 'contains', text: 'nine' },
        { kind: 'matches', pattern: '\\bnine\\b.*\\bfive\\b' },
        { kind: 'not-contains', text: 'sorry' },
        { kind: 'judged', criterion: 'The agent is friendly.' },
      ],
    },
    { say: 'Bye!', expect: [{ kind: 'ends-call' }] },
  ],
};

const NONSENSE = {
  name: 'Nonsense',
  turns: [{ say: 'Purple elephants', expect: [{ kind: 'contains', text: 'did not get that' }] }],
};

/** Runs of all suites are queued. */
const RUN_MS = 40_000;

const HI = { say: 'Hi', expect: [] };

describe('test sets', () => {
  const service = sharedApp();
  const call = httpClient(service.baseUrl);
  let account: TestAccount;
  let key: string;
  let agentId: string;

  beforeAll(() => {
    FormatRegistry.Set('date-time', (text) => new Date(text).toISOString() === text);
  });

  afterAll(() => service.close());

  beforeEach(async () => {
    account = await service.createAccount();
    key = await service.createKey(account);
    agentId = await service.createAgent(account, document('We are open from nine to five.'));
  });

  const ask = (method: string, path: string, request: HttpRequest = {}) =>
    call(method, `/v1/agents/${agentId}/test-sets${path}`, { key, ...request });

  /** The answer's body, validated against its schema. */
  function checked(answer: HttpAnswer, status: number, schema: TSchema) {
    expect([answer.status, answer.body.error_message]).toEqual([status, undefined]);
    expect([...Value.Errors(schema, answer.body)].map(({ path }) => path)).toEqual([]);
    return answer.body;
  }

  async function createSet(body: object = { name: 'Reception', cases: [OPENING_HOURS, NONSENSE] }) {
    return checked(await ask('POST', '', { body }), 201, OneTestSetSchema).testSet;
  }

  const runOf = async (id: string) =>
    checked(await call('GET', `/v1/test-runs/${id}`, { key }), 200, TestRunDetailSchema).testRun;

  const finished = (id: string) =>
    until(
      'the run is finished',
      async () => {
        const run = await runOf(id);
        return run.finishedAt !== null && run;
      },
      RUN_MS,
    );

  async function publish(openingHours: string) {
    const draft = document(openingHours);
    const { body } = await call('GET', `/v1/agents/${agentId}/draft`, { key });
    await call('PUT', `/v1/agents/${agentId}/draft`, {
      key,
      body: { revision: body.revision, document: draft },
    });
    const answer = await call('POST', `/v1/agents/${agentId}/deployments/publish`, { key, body: {} });
    expect(answer.status).toBe(201);
    return answer.body;
  }

  it('are created, read, changed by case and deleted', async () => {
    const set = await createSet({ name: 'Reception', enabled: false, cases: [OPENING_HOURS] });
    expect(set).toMatchObject({ name: 'Reception', enabled: false, mode: 'default', caseCount: 1 });
    expect(set.cases[0]).toMatchObject(OPENING_HOURS);

    const added = checked(await ask('POST', `/${set.id}/cases`, { body: NONSENSE }), 201, OneTestCaseSchema);
    const changed = { ...NONSENSE, name: 'Elephants', toolAnswers: { lookup: 'none' } };
    const path = `/${set.id}/cases/${added.testCase.id}`;
    expect(checked(await ask('PUT', path, { body: changed }), 200, OneTestCaseSchema).testCase).toMatchObject(
      changed,
    );
    const renamed = await ask('PATCH', `/${set.id}`, { body: { name: 'Desk', enabled: true } });
    expect(checked(renamed, 200, OneTestSetSchema).testSet).toMatchObject({ name: 'Desk', enabled: true });
    const { testSet } = checked(await ask('GET', `/${set.id}`), 200, OneTestSetSchema);
    expect(testSet.cases.map(({ name }: { name: string }) => name)).toEqual(['Opening hours', 'Elephants']);

    expect((await ask('DELETE', path)).status).toBe(204);
    const list = checked(await ask('GET', ''), 200, TestSetListSchema);
    expect(list.testSets).toMatchObject([{ id: set.id, name: 'Desk', caseCount: 1 }]);
    expect((await ask('DELETE', `/${set.id}`)).status).toBe(204);
    expect((await ask('GET', `/${set.id}`)).body.error_code).toBe('TEST_SET_NOT_FOUND');
    const audited = await service.prisma.auditEntry.findMany({ where: { resourceId: set.id } });
    expect(audited.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['test-set.create', 'test-set.change', 'test-set.delete']),
    );
  });

  it.each([
    ['no name', {}, /name/],
    ['an unknown field', { name: 'x', colour: 'red' }, /colour/],
    ['an unknown expectation', { name: 'x', cases: [withExpectation({ kind: 'sings' })] }, /\/cases\/0/],
    [
      'fields of another kind',
      { name: 'x', cases: [withExpectation({ kind: 'contains', name: 'y' })] },
      /\/cases\/0/,
    ],
    [
      'a broken pattern',
      { name: 'x', cases: [withExpectation({ kind: 'matches', pattern: '(' })] },
      /pattern/,
    ],
    [
      'a silent second turn',
      { name: 'x', cases: [{ name: 'y', turns: [{ expect: [] }, { expect: [] }] }] },
      /turns\/1/,
    ],
    [
      'an end before the last turn',
      {
        name: 'x',
        cases: [
          {
            name: 'y',
            turns: [
              { say: 'Hi', expect: [{ kind: 'ended-by', by: 'caller' }] },
              { say: 'Bye', expect: [] },
            ],
          },
        ],
      },
      /\/cases\/0\/turns\/0\/expect\/0 tells of the end/,
    ],
    [
      'a persona played by a model that is not there',
      {
        name: 'x',
        cases: [
          {
            name: 'y',
            simulated: {
              persona: 'hurried',
              goal: 'A table',
              success: 'Booked.',
              judge: { provider: 'nobody' },
            },
            turns: [],
          },
        ],
      },
      /\/cases\/0\/simulated\/judge\/provider names nobody/,
    ],
    ['an unknown mode', { name: 'x', mode: 'echo' }, /mode/],
    [
      'an interruption of no call',
      withTurns({}, { say: 'Hi', interruptAfterMs: 5, expect: [] }),
      /\/turns\/0 has a field of spoken cases/,
    ],
    [
      'what only calls have',
      withTurns({}, { say: 'Hi', expect: [{ kind: 'did-not-stop' }] }),
      /\/turns\/0 expects did-not-stop, which is for spoken cases/,
    ],
    [
      'words and a sound at once',
      withTurns({ spoken: {} }, { say: 'Hi', sound: 'cough', expect: [] }),
      /\/turns\/0 must have one of say, sound, silenceMs and keys/,
    ],
    ['a voice of nobody', withTurns({ spoken: { voiceId: 'nobody' } }, HI), /\/spoken\/voiceId/],
    [
      'the voice of a provider of nobody',
      withTurns({ spoken: { provider: 'nobody' } }, HI),
      /no voice of the account/,
    ],
    [
      'a built-in voice of a provider',
      withTurns({ spoken: { provider: 'openai', voiceId: 'rms' } }, HI),
      /\/spoken\/voiceId is of the built-in voices/,
    ],
  ])('are rejected with %s, and the message names the place', async (_what, body, where) => {
    const answer = await ask('POST', '', { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(envelope(answer, 'SCHEMA_VALIDATION_FAILED'));
    expect(answer.body.error_message).toMatch(where);
  });

  it('are limited in number and cases, also under concurrency', async () => {
    const atOnce = (ask: (name: string) => Promise<HttpAnswer>) =>
      Promise.all(Array.from({ length: 22 }, (_, index) => ask(`${index}`)));
    const sorted = (answers: HttpAnswer[]) => answers.map(({ status }) => status).sort();
    const answers = await atOnce((name) => ask('POST', '', { body: { name } }));
    expect(sorted(answers)).toEqual([...Array(20).fill(201), 409, 409]);
    const { id } = answers.find(({ status }) => status === 201)?.body.testSet ?? {};
    const cases = await atOnce((name) => ask('POST', `/${id}/cases`, { body: { ...NONSENSE, name } }));
    expect(sorted(cases)).toEqual([...Array(20).fill(201), 409, 409]);
    expect(cases.find(({ status }) => status === 409)?.body.error_code).toBe('TEST_CASE_LIMIT_REACHED');
  });

  it('and their runs are hidden from other accounts', async () => {
    const set = await createSet();
    const { testRun } = (await ask('POST', `/${set.id}/runs`)).body;
    const stranger = await service.createKey(await service.createAccount());
    const limited = await service.createKey(account, { agentIds: ['another'] });
    for (const other of [stranger, limited]) {
      const answers = await Promise.all([
        ask('GET', `/${set.id}`, { key: other }),
        ask('DELETE', `/${set.id}`, { key: other }),
        ask('PATCH', `/${set.id}`, { key: other, body: { name: 'mine' } }),
        ask('POST', `/${set.id}/cases`, { key: other, body: NONSENSE }),
        ask('POST', `/${set.id}/runs`, { key: other }),
        ask('GET', `/${set.id}/runs`, { key: other }),
        call('GET', `/v1/test-runs/${testRun.id}`, { key: other }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(new Array(7).fill(404));
    }
    const reader = await service.createKey(account, { scopes: ['agents:read'] });
    expect((await ask('POST', `/${set.id}/runs`, { key: reader })).status).toBe(403);
    await finished(testRun.id);
  });

  it('run against the draft with the call engine, and report replies and missing text', async () => {
    const set = await createSet({
      name: 'Reception',
      cases: [OPENING_HOURS, withExpectation({ kind: 'contains', text: 'ten' })],
    });
    const started = checked(await ask('POST', `/${set.id}/runs`), 202, OneTestRunSchema).testRun;
    expect(started).toMatchObject({ target: 'draft', progress: { total: 2 } });
    const run = await finished(started.id);
    expect(run).toMatchObject({
      state: 'failed',
      progress: { total: 2, done: 2, passed: 1, failed: 1, errors: 0 },
      comparison: null,
      createdBy: account.email,
    });
    expect(run.results[0]).toMatchObject({
      outcome: 'passed',
      turns: [
        { say: null, replies: ['Welcome to the library.'] },
        {
          say: 'When are you open?',
          replies: ['We are open from nine to five.'],
          checks: [
            { kind: 'contains', outcome: 'passed' },
            { kind: 'matches', outcome: 'passed' },
            { kind: 'not-contains', outcome: 'passed' },
            { kind: 'judged', outcome: 'skipped' },
          ],
        },
        { say: 'Bye!', ended: true, checks: [{ kind: 'ends-call', outcome: 'passed' }] },
      ],
    });
    expect(run.results[1]).toMatchObject({
      outcome: 'failed',
      turns: [
        {
          checks: [
            { kind: 'contains', outcome: 'failed', detail: expect.stringContaining('It does not say') },
          ],
        },
      ],
    });
  });

  it('are not blocked by a pattern with exponential time', async () => {
    const set = await createSet({
      name: 'Slow',
      cases: [
        {
          name: 'slow',
          turns: [
            { say: 'goodbye', expect: [{ kind: 'matches', pattern: '^(([a-z])+.)+[A-Z]([a-z])+\\d$' }] },
          ],
        },
      ],
    });
    await publish(`${'a'.repeat(40)}.`);
    const slow = {
      name: 'slow',
      turns: [
        { say: 'opening hours', expect: [{ kind: 'matches', pattern: '^(([a-z])+.)+[A-Z]([a-z])+\\d$' }] },
      ],
    };
    await ask('PUT', `/${set.id}/cases/${set.cases[0].id}`, { body: slow });
    const { testRun } = (await ask('POST', `/${set.id}/runs`)).body;
    const health = await call('GET', '/health');
    expect(health.status).toBe(200);
    const run = await finished(testRun.id);
    expect(run.results[0].turns[0].checks[0]).toMatchObject({ outcome: 'failed', detail: /too long/ });
  });

  it('run on every deployment when enabled, and compare with the version before', async () => {
    const set = await createSet();
    await createSet({ name: 'Off', enabled: false, cases: [NONSENSE] });
    const first = await publish('We are open from nine to five.');
    expect(first.testRunIds).toHaveLength(1);
    expect(await finished(first.testRunIds[0])).toMatchObject({
      testSetId: set.id,
      deploymentId: first.deployment.id,
      target: 'sandbox',
      version: first.deployment.version,
      state: 'passed',
      comparison: null,
    });

    const second = await publish('We are open at weekends.');
    const broken = await finished(second.testRunIds[0]);
    expect(broken).toMatchObject({
      state: 'failed',
      comparison: { previousTestRunId: first.testRunIds[0], previousVersion: first.deployment.version },
    });
    expect(broken.comparison.cases.map(({ change }: { change: string }) => change)).toEqual([
      'broken',
      'same',
    ]);

    const base = `/v1/agents/${agentId}/deployments`;
    const promoted = await call('POST', `${base}/${first.deployment.id}/promote`, { key });
    expect(await finished(promoted.body.testRunIds[0])).toMatchObject({
      target: 'pre-release',
      state: 'passed',
    });
    const rolledBack = await call('POST', `${base}/${first.deployment.id}/rollback`, { key });
    expect(await finished(rolledBack.body.testRunIds[0])).toMatchObject({
      target: 'sandbox',
      state: 'passed',
    });

    const { testRuns } = checked(await ask('GET', `/${set.id}/runs?limit=3`), 200, TestRunListSchema);
    expect(testRuns).toHaveLength(3);
    expect(testRuns[0].id).toBe(rolledBack.body.testRunIds[0]);
  });

  it('start once for a publish repeated with one Idempotency-Key', async () => {
    const set = await createSet();
    const request = { key, body: {}, headers: { 'idempotency-key': 'once' } };
    const path = `/v1/agents/${agentId}/deployments/publish`;
    const [first, second] = [await call('POST', path, request), await call('POST', path, request)];
    expect(second.body).toEqual(first.body);
    expect(await service.prisma.testRun.count({ where: { testSetId: set.id } })).toBe(1);
    await finished(first.body.testRunIds[0]);
  });

  it('reject an empty run', async () => {
    const set = await createSet({ name: 'Empty' });
    expect((await ask('POST', `/${set.id}/runs`)).body.error_code).toBe('TEST_SET_EMPTY');
    await ask('POST', `/${set.id}/cases`, { body: NONSENSE });
    const live = await ask('POST', `/${set.id}/runs`, { body: { target: 'live' } });
    expect(live.body).toEqual(envelope(live, 'NOTHING_DEPLOYED'));
  });

  it('resume a run abandoned by its instance without repeating finished cases', async () => {
    const set = await createSet();
    const { version, document: content } = await service.prisma.draft.findUniqueOrThrow({
      where: { agentId },
    });
    const [doneCase, openCase] = set.cases;
    const run = await service.prisma.testRun.create({
      data: {
        id: newId('tr'),
        accountId: account.accountId,
        agentId,
        testSetId: set.id,
        target: 'draft',
        version,
        document: Object(content),
        mode: 'traditional',
        cases: [doneCase, openCase].map(({ id, name, turns }) => ({ id, name, script: { turns } })),
        total: 2,
        state: 'running',
        createdBy: account.email,
        leaseToken: 'dead',
        leaseExpiresAt: new Date(Date.now() - 1_000),
        results: { create: [{ testCaseId: doneCase.id, outcome: 'passed', durationMs: 4_711, turns: [] }] },
      },
    });
    const done = await finished(run.id);
    expect(done).toMatchObject({ state: 'passed', progress: { total: 2, passed: 2 } });
    expect(done.results[0].durationMs).toBe(4_711);
  });

  it('show all results of a long run in order, and refuse to store one of more than 1 MiB', async () => {
    const set = await createSet();
    const cases = Array.from({ length: 25 }, (_, at) => ({
      id: `tc_${at}`,
      name: `Case "${at}"`,
      script: {},
    }));
    const { accountId, email: createdBy } = account;
    const run = await service.prisma.testRun.create({
      data: {
        ...{ id: newId('tr'), accountId, agentId, testSetId: set.id, target: 'draft', version: 'v' },
        ...{ mode: 'traditional', cases, total: 25, state: 'running', createdBy },
        ...{ leaseToken: 'alive', leaseExpiresAt: new Date(Date.now() + 600_000) },
      },
    });
    const store = service.provider<TestRunStore>('TestRunStore');
    const claimed = { accountId, run, leaseToken: 'alive' };
    for (const { id: testCaseId } of cases.toReversed()) {
      const turns = [{ say: testCaseId === 'tc_7' ? 'x'.repeat(1_100_000) : 'ü"\u2028' }];
      await store.addResult(claimed, { testCaseId, outcome: 'passed', durationMs: 1, turns });
    }
    const { results, progress } = await runOf(run.id);
    expect(results.map(({ name }: { name: string }) => name)).toEqual(cases.map(({ name }) => name));
    expect(results[0]).toMatchObject({ testCaseId: 'tc_0', turns: [{ say: 'ü"\u2028' }], replay: null });
    expect(results[7]).toMatchObject({ outcome: 'error', errorCode: 'RESULT_TOO_LARGE', turns: [] });
    expect(progress).toEqual({ total: 25, done: 25, passed: 24, failed: 0, errors: 1 });
    await service.prisma.testRun.delete({ where: { id: run.id } });
  });
});

function withExpectation(expectation: object) {
  return { name: 'y', turns: [{ say: 'opening hours', expect: [expectation] }] };
}

function withTurns(more: object, ...turns: object[]) {
  return { name: 'x', cases: [{ name: 'y', ...more, turns }] };
}
