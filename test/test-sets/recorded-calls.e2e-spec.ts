import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { testsCommand } from '../../src/cli/tests/tests-command.js';
import { newId } from '../../src/common/ids/index.js';
import { type Brain, OpenAiStandIn } from '../stand-ins/index.js';
import { useModel, WITH_MODEL } from '../support/account-model.js';
import { sharedApp, type TestAccount } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { until } from '../support/until.js';

/** Words of both sides in turn; null when not stored. */
type Words = readonly (readonly ['caller' | 'agent', string | null])[];

const AGENT: AgentDocument = {
  schemaVersion: 1,
  greeting: 'Hello.',
  prompt: 'You take bookings.',
  ...WITH_MODEL,
  tools: [
    {
      name: 'book_table',
      description: 'Books a table.',
      parameters: { type: 'object', properties: { guests: { type: 'integer' } } },
      // Nothing listens there: a replay that called it would fail.
      http: { method: 'POST', url: 'http://127.0.0.1:9/bookings' },
    },
  ],
};

/** Books when the document allows it, with the prompt's number of guests, and prefers no wording. */
const brain: Brain = ({ instructions, history, tools }) => {
  const last = history.at(-1);
  if (instructions.includes('You compare two conversations'))
    return { kind: 'say', text: '{"better":"neither","reason":"Alike."}' };
  if (instructions.includes('A voice agent calls a tool'))
    return {
      kind: 'say',
      text: `{"same": ${last?.role === 'user' && last.text.includes('"two"') ? 0 : 'null'}}`,
    };
  if (last?.role === 'tool') return { kind: 'say', text: `It is ${last.output}.` };
  const words = last?.text ?? '';
  const guests = instructions.includes('three') ? 3 : instructions.includes('Spell') ? 'two' : 2;
  if (words.includes('book') && tools.includes('book_table'))
    return { kind: 'call', name: 'book_table', arguments: JSON.stringify({ guests }) };
  return { kind: 'say', text: instructions.includes('polite') ? 'Gladly, thank you.' : 'Yes.' };
};

describe('recorded conversations', () => {
  const service = sharedApp();
  const call = httpClient(service.baseUrl);
  /** Folder for command line reports. */
  const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-reports-'));
  let account: TestAccount;
  let key: string;
  let agentId: string;
  let version: string;
  let model: OpenAiStandIn;

  beforeAll(async () => {
    model = await OpenAiStandIn.start({ brain });
    account = await service.createAccount();
    key = await service.createKey(account);
    await useModel(service, key, model.url);
    agentId = await service.createAgent(account, AGENT);
    await publish(service, account, agentId, 'sandbox');
    ({ version } = await service.prisma.agentVersion.findFirstOrThrow({ where: { agentId } }));
  });
  afterAll(async () => {
    await service.close();
    await model?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Records a conversation. @returns Its id */
  async function record(words: Words, booked = false): Promise<string> {
    const id = newId('conv');
    const { accountId } = account;
    const at = new Date();
    await service.prisma.conversation.create({
      data: {
        ...{ id, accountId, agentId, sessionId: id, target: 'draft', mode: 'traditional' },
        ...{ adapter: 'starter', instanceId: 'test', startedAt: at, endedAt: at, version },
        turns: {
          create: words.map(([speaker, text], position) => ({
            ...{ id: `${id}_${position}`, accountId, agentId, position, speaker, text, startedAt: at },
          })),
        },
        ...(booked && {
          events: {
            create: [{ id: newId('cev'), position: 0, kind: 'tool-call', at, details: BOOKED(`${id}_2`) }],
          },
        }),
      },
    });
    return id;
  }

  const BOOKED = (turnId: string) => ({
    ...{ id: 'c1', turnId, name: 'book_table', outcome: 'ok' },
    ...{ arguments: '{"guests":2}', answer: 'table seven' },
  });
  const bookedCall = () =>
    record(
      [
        ['agent', 'Hello.'],
        ['caller', 'Please book a table'],
        ['agent', 'It is table seven.'],
        ['caller', 'Nice'],
        ['agent', 'Yes.'],
      ],
      true,
    );

  /** Replays calls on a changed draft. */
  async function replay(ids: readonly string[], change: Partial<AgentDocument>, how: object = {}) {
    const sets = `/v1/agents/${agentId}/test-sets`;
    const document: object = { ...AGENT, ...change };
    await service.prisma.draft.update({ where: { agentId }, data: { document } });
    const cases = ids.map((conversationId) => ({
      name: conversationId,
      replay: { conversationId, ...how },
      turns: [],
    }));
    const made = await call('POST', sets, { key, body: { name: newId('ts'), enabled: false, cases } });
    const started = await call('POST', `${sets}/${made.body.testSet.id}/runs`, { key });
    const runPath = `/v1/test-runs/${started.body.testRun.id}`;
    const get = async () => (await call('GET', runPath, { key })).body.testRun;
    await until('the replay is over', async () => (await get()).finishedAt !== null, 50_000);
    return { run: await get(), get };
  }

  it('replay to the same version with equal results and no tool executed', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, bookedCall));
    const { run } = await replay(ids, {});
    expect(run).toMatchObject({ state: 'passed', replays: { same: 10, better: 0, worse: 0, pValue: 1 } });
    expect(run.results[0].replay).toMatchObject({
      by: 'text',
      again: { deviations: [] },
      candidate: { deviations: [], change: 0 },
    });
  });

  it.each([
    ['without its tool', { tools: [] }, 'did not call book_table({"guests":2})'],
    ['with a prompt that books otherwise', { prompt: 'For three.' }, 'did not call book_table({"guests":2})'],
  ])('show that a version %s is worse, and why', async (_how, change, reason) => {
    const ids = await Promise.all(Array.from({ length: 6 }, bookedCall));
    const { run } = await replay(ids, change);
    expect(run).toMatchObject({ state: 'failed', replays: { worse: 6, pValue: 0.031_25 } });
    expect(run.results[0].replay.reasons[0]).toBe(reason);
  });

  it('use a model to decide which arguments match the recorded ones', async () => {
    const ids = [await bookedCall()];
    const spelled = await replay(ids, { prompt: 'Spell it.' }, { judgeTools: true });
    expect(spelled.run).toMatchObject({ state: 'passed', replays: { same: 1 } });
    expect(spelled.run.results[0].replay.candidate.deviations).toEqual([]);
    const three = await replay(ids, { prompt: 'For three.' }, { judgeTools: true });
    expect(three.run).toMatchObject({ state: 'failed', replays: { worse: 1 } });
    expect((await replay(ids, { prompt: 'Spell it.' })).run).toMatchObject({ replays: { worse: 1 } });
  });

  it('tolerate different wording when the judge prefers neither', async () => {
    const { run } = await replay([await bookedCall()], { prompt: 'Be polite.' });
    expect(run).toMatchObject({ state: 'passed', replays: { same: 1 } });
    expect(run.results[0].replay.change).toBeGreaterThan(0);
  });

  it('are skipped without stored words, and remove their replays when erased', async () => {
    const [kept, silent] = [await bookedCall(), await record([['caller', null]])];
    const { run, get } = await replay([kept, silent], {});
    expect(run.state).toBe('failed');
    expect(run.results.map(({ errorCode }: { errorCode: string }) => errorCode)).toEqual([
      ...[null, 'SKIPPED_CONVERSATION_WITHOUT_WORDS'],
    ]);
    expect((await call('DELETE', `/v1/conversations/${kept}`, { key })).status).toBe(204);
    expect((await get()).results[0].replay).toBeNull();
  });

  it('replay on the command line with a report and exit code', async () => {
    const file = path.join(folder, 'report.xml');
    const [good, earlier] = [await bookedCall(), process.exitCode];
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const run = async (...options: string[]) => {
      const place = ['--agent', agentId, '--url', service.baseUrl, '--key', key, '--junit', file];
      await testsCommand().parseAsync([...options, ...place], { from: 'user' });
      const code = process.exitCode ?? 0;
      process.exitCode = earlier;
      return { code, report: readFileSync(file, 'utf8') };
    };
    try {
      const passed = await run('replay', '--conversation', good, '--target', 'sandbox');
      expect(passed).toMatchObject({ code: 0, report: expect.stringContaining(`name="${good}"`) });
      const lost = await run(
        'replay',
        '--conversation',
        await record([['caller', null]]),
        '--target',
        'sandbox',
      );
      expect(lost).toMatchObject({ code: 2, report: expect.stringContaining('skipped="1"') });
      const latest = await run(
        'replay',
        '--last',
        '1',
        '--filter',
        'search=table seven',
        '--target',
        'sandbox',
      );
      expect(latest).toMatchObject({ code: 0, report: expect.stringContaining('tests="1" failures="0"') });
      await expect(run('replay', '--last', '1', '--filter', 'search')).rejects.toThrow('name=value');
      await expect(run('replay', '--last', '1', '--filter', 'luck=1')).rejects.toThrow('unknown field luck');
      await expect(run('replay')).rejects.toThrow('--conversation, or --last');
    } finally {
      log.mockRestore();
      process.exitCode = earlier;
    }
  });

  it('gate a version on its rollout in a pipeline, which ends as the rollout does', async () => {
    const file = path.join(folder, 'rollout.xml');
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const earlier = process.exitCode;
    const rollout = async (action: string) => {
      const steps = [{ share: 50, calls: 5 }];
      const body = { environment: 'sandbox', rollout: { steps } };
      const path = `/v1/agents/${agentId}/deployments/publish`;
      expect((await call('POST', path, { key, body })).status).toBe(201);
      const { body: listed } = await call('GET', `/v1/agents/${agentId}/rollouts`, { key });
      const place = ['--agent', agentId, '--url', service.baseUrl, '--key', key, '--junit', file];
      const waiting = testsCommand().parseAsync(['rollout', '--environment', 'sandbox', ...place], {
        from: 'user',
      });
      const [{ rolloutId }] = listed.rollouts;
      await call('POST', `/v1/agents/${agentId}/rollouts/${rolloutId}/${action}`, { key });
      await waiting;
      const code = process.exitCode ?? 0;
      process.exitCode = earlier;
      return { code, report: readFileSync(file, 'utf8') };
    };
    try {
      expect(await rollout('finish')).toMatchObject({
        code: 0,
        report: expect.stringContaining('failures="0"'),
      });
      const { code, report } = await rollout('abort');
      expect(code).toBe(2);
      expect(report).toContain('The rollout is aborted. Aborted by a person.');
    } finally {
      log.mockRestore();
      process.exitCode = earlier;
    }
  });

  it.each([
    [{}, '/cases/1/spoken needs a recording of the conversation'],
    [{ voiceId: 'slt' }, '/cases/1/spoken/voiceId is not for replays'],
  ])('cannot be played without a recording or with another voice: %j', async (spoken, words) => {
    const replay = { conversationId: await bookedCall() };
    const cases = [
      { name: 'In text', replay, turns: [] },
      { name: 'Heard', replay, spoken, turns: [] },
    ];
    const answer = await call('POST', `/v1/agents/${agentId}/test-sets`, {
      key,
      body: { name: 'X', cases },
    });
    expect([answer.status, answer.body.error_code]).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
    expect(answer.body.error_message).toContain(words);
  });

  const draft = (id: string, asKey = key) =>
    call('POST', `/v1/conversations/${id}/test-case`, { key: asKey });

  it('become draft cases that a test set accepts', async () => {
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

  it('do not become drafts without stored words, and are hidden from other accounts', async () => {
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
  ])('reject contradictory cases beside them: %j', async (wrong, words) => {
    const { simulated, ...rest } = { simulated: undefined, ...wrong };
    const whole = { persona: 'hurried', goal: 'A table', success: 'Booked.', ...simulated };
    const cases = [{ name: 'Wrong', ...rest, ...(simulated && { simulated: whole }) }];
    const answer = await call('POST', `/v1/agents/${agentId}/test-sets`, { key, body: { name: 'X', cases } });
    expect([answer.status, answer.body.error_code]).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
    expect(answer.body.error_message).toContain(words);
  });
});
