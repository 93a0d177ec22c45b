import { newId } from '../../src/common/ids/index.js';
import { defaultStarterDocument } from '../../src/pipeline/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { describeWithChromium } from '../support/chromium.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { createTestSpeech } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';
import { StudioVisit } from './support/studio-visit.js';

/** Both players' positions, rounded to 0.1 s. */
const placesOf = (times: readonly string[]) => times.map((time) => Number(Number(time).toFixed(1)));

describeWithChromium(describe)('replayed call with audio', () => {
  let service: TestApp;
  let account: TestAccount;
  let key: string;
  let visit: StudioVisit;

  beforeAll(async () => {
    await ensureStudio();
    service = await createTestApp({
      env: { RECORDINGS_ENABLED: 'true' },
      overrides: { testSets: { pollIntervalMs: 50 } },
    });
    account = await service.createAccount();
    key = await service.createKey(account);
    visit = await StudioVisit.start(service.baseUrl);
  }, 300_000);
  afterAll(async () => {
    await visit?.end();
    await service?.close();
  });

  /** @returns A replay run of a one-question call, by a version with a slower voice. */
  async function replayed(): Promise<{ runId: string; conversationId: string }> {
    const call = httpClient(service.baseUrl);
    const document = defaultStarterDocument();
    const agentId = await service.createAgent(account, document);
    await publish(service, account, agentId, 'sandbox');
    const token = await service.createConnector(account, agentId, 'sandbox');
    const speech = await createTestSpeech();
    const question = await speech.say('When are you open?').finally(() => speech.close());
    const caller = await SpokenCall.begin(service.baseUrl, token, { mode: 'traditional' });
    await caller.connected();
    await caller.listen(0);
    await caller.ask(question);
    caller.hangUp();
    const where = { sessionId: caller.sessionId, endedAt: { not: null } };
    const row = await until('the call is on record', () => service.prisma.conversation.findFirst({ where }));
    const slower = { ...document, voice: { speed: 0.7 } } as object;
    await service.prisma.draft.update({ where: { agentId }, data: { document: slower } });
    const sets = `/v1/agents/${agentId}/test-sets`;
    const cases = [{ name: 'Opening hours', replay: { conversationId: row.id }, spoken: {}, turns: [] }];
    const made = await call('POST', sets, { key, body: { name: newId('ts'), enabled: false, cases } });
    expect(made.status).toBe(201);
    const started = await call('POST', `${sets}/${made.body.testSet.id}/runs`, { key });
    const { id } = started.body.testRun;
    const isOver = async () => (await call('GET', `/v1/test-runs/${id}`, { key })).body.testRun.finishedAt;
    await until('the replay is over', isOver, 120_000);
    return { runId: id, conversationId: row.id };
  }

  it('is in a table, and both versions are played in sync', async () => {
    const { runId, conversationId } = await replayed();
    const page = await visit.open(`/test-runs/${runId}`, key);
    const table = page.getByRole('region', { name: 'Replayed calls' });
    await table.getByRole('button', { name: 'Opening hours' }).waitFor();
    await table.getByText('worse', { exact: true }).waitFor();
    await table.getByText('as heard').waitFor();
    const players = ['Sound of the version of the call', 'Sound of this version'];
    for (const name of players) await page.getByRole('img', { name }).waitFor();
    expect(await visit.violations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Hear it' }).last().click();
    await page.getByRole('button', { name: 'Pause both' }).waitFor();
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('[data-seconds]')].map((one) => one.getAttribute('data-seconds') ?? ''),
      );
    const [before, beside] = placesOf(await places());
    expect([before, beside].every((seconds) => (seconds ?? 0) > 0)).toBe(true);
    await until('both go on', async () => {
      const [one = 0, other = 0] = placesOf(await places());
      return one > (before ?? 0) && other > (beside ?? 0);
    });
    await page.getByRole('button', { name: 'Play both' }).waitFor({ timeout: 60_000 });
    expect(visit.complaints).toEqual([]);

    const gone = await httpClient(service.baseUrl)('DELETE', `/v1/conversations/${conversationId}`, { key });
    expect(gone.status).toBe(204);
  }, 300_000);
});
