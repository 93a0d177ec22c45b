import { type Brain, OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { describeWithChromium } from '../support/chromium.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { ensureStudio } from '../support/studio.js';
import { StudioVisit } from './support/studio-visit.js';

const brain: Brain = ({ history }) => {
  const last = history.at(-1);
  if (last?.role === 'tool') return { kind: 'say', text: `The tool said ${last.output}` };
  return { kind: 'call', name: 'look_up', arguments: '{}' };
};

describeWithChromium(describe)('studio while an agent is being built', () => {
  let model: OpenAiStandIn;
  let service: TestApp;
  let account: TestAccount;
  let apiKey: string;
  let visit: StudioVisit;

  beforeAll(async () => {
    await ensureStudio();
    model = await OpenAiStandIn.start({ brain });
    const env = { LLM_URL: model.url, LLM_MODEL: 'stand-in', ALLOW_PRIVATE_NETWORKS: 'tools' };
    service = await createTestApp({ env });
    visit = await StudioVisit.start(service.baseUrl);
  });
  beforeEach(async () => {
    account = await service.createAccount();
    apiKey = await service.createKey(account);
  });
  afterEach(() => visit?.leave());
  afterAll(async () => {
    await visit?.end();
    await service?.close();
    await model?.close();
  });

  it('lets the tester answer tools in text and shows resolved variables', async () => {
    const asked = await OpenAiStandIn.start();
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      greeting: 'Hello {{call.name | stranger}}.',
      prompt: 'You look things up.',
      models: { traditional: { llm: { provider: 'openai' } } },
      tools: [
        {
          name: 'look_up',
          description: 'Looks up.',
          http: { method: 'GET', url: `${asked.url}/models` },
        },
      ],
    });
    const page = await visit.open(`/agents/${agentId}`, apiKey);
    await page.getByRole('radio', { name: 'Text' }).check();
    await page.getByText('What the call brings along').click();
    await page.getByRole('textbox', { name: 'Values' }).fill('name=Ada\nnmae=Bob');
    await page.getByText('Answer for the tools').click();
    const answer = page.getByRole('textbox', { name: 'look_up' });
    const transcript = page.getByRole('list', { name: 'Transcript' });
    const send = async (text: string) => {
      await page.getByRole('textbox', { name: 'Message' }).fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
    };
    await answer.fill('all taken');
    await send('Is there a room?');
    await transcript.getByText('The tool said all taken').waitFor();
    await transcript.getByText('Hello Ada.').waitFor();
    const variables = page.locator('details', { has: page.getByText('Variables', { exact: true }) });
    expect((await variables.locator('dl > div').allInnerTexts()).map((text) => text.split('\n'))).toEqual([
      ['call.name', 'Ada'],
      ['call.nmae', 'Bob', 'in no text'],
    ]);
    await answer.fill('one is free');
    await send('And now?');
    await transcript.getByText('The tool said one is free').waitFor();
    expect(asked.requests).toEqual([]);
    await answer.fill('');
    await send('Really?');
    await transcript.locator('.turn-agent', { hasText: 'stand-in-large' }).waitFor();
    expect(asked.requests).toHaveLength(1);
    expect(await visit.violations(page)).toEqual([]);
    expect(visit.complaints).toEqual([]);
    await asked.close();
  });

  it('answers with opening hours, a form and a person that were set without codes', async () => {
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      greeting: 'Hello.',
      models: { traditional: { llm: { provider: 'starter' } } },
    });
    const page = await visit.open(`/agents/${agentId}`, apiKey);
    const field = (label: string) => page.getByLabel(label, { exact: true });
    await field('Language').selectOption('English (United Kingdom)');
    await field('Time zone').selectOption('London, Europe');
    await page.getByRole('radio', { name: 'Patient' }).check();
    await page.getByRole('button', { name: 'Add opening hours' }).click();
    await page.getByRole('checkbox', { name: 'Saturday' }).check();
    await field('Saturday until').fill('12:30');
    await field('Address').fill('14 Quayside Row');
    await page.getByRole('button', { name: 'Add form' }).click();
    await page.getByRole('menuitem', { name: 'Messages, to call back' }).click();
    await page.getByRole('button', { name: 'Add person' }).click();
    await field('Phone number').fill('+44 20 7946 0812');
    expect(await visit.violations(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Text' }).check();
    const transcript = page.getByRole('list', { name: 'Transcript' });
    const ask = async (question: string, answer: string) => {
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill(question);
      await page.getByRole('button', { name: 'Send' }).click();
      await transcript.getByText(answer).waitFor();
    };
    await ask(
      'When are you open?',
      'Monday to Friday from 09:00 to 17:00, and Saturday from 09:00 to 12:30.',
    );
    await ask('Where are you?', 'You find us at 14 Quayside Row.');
    await ask('Can I leave a message?', 'What is it about?');
    const call = httpClient(service.baseUrl);
    const { document } = (await call('GET', `/v1/agents/${agentId}/draft`, { key: apiKey })).body;
    expect(document).toMatchObject({
      languageCode: 'en-GB',
      timeZone: 'Europe/London',
      turnTaking: { endpointing: { minMs: 900, maxMs: 5_000 } },
      transfer: { destinations: [{ name: 'Reception', to: { number: '+442079460812' } }] },
      builtInTools: ['transfer'],
    });
    expect(visit.complaints).toEqual([]);
  });

  it('reports the line of a JSON error and accepts corrected JSON', async () => {
    const agentId = await service.createAgent(account);
    const page = await visit.open(`/agents/${agentId}`, apiKey);
    await page.getByRole('button', { name: 'As JSON or YAML' }).click();
    const text = page.getByRole('textbox', { name: 'The agent document' });
    const mistakes = page.getByRole('status', { name: 'Mistakes in the text' });
    await text.fill('{\n  "schemaVersion": 1,\n  "greeting": Hello\n}');
    await mistakes.getByText(/Line 3: /).waitFor();
    await page.locator('.cm-lintRange-error').waitFor();
    expect(await visit.violations(page)).toEqual([]);
    await text.fill('{ "schemaVersion": 1, "greeting": "Hello." }');
    await mistakes.getByText(/Line/).waitFor({ state: 'detached' });
    expect(visit.complaints).toEqual([]);
  });

  it('marks an agent with unpublished changes and links to the difference', async () => {
    const agentId = await service.createAgent(account);
    const others = Array.from({ length: 8 }, () => service.createAgent(account));
    await Promise.all(others.map(async (other) => publish(service, account, await other, 'sandbox')));
    await publish(service, account, agentId, 'live');
    const page = await visit.open('/agents', apiKey);
    await page.getByRole('row').nth(9).waitFor();
    await page.getByText('live', { exact: false }).first().waitFor();
    expect(await page.getByText('to publish', { exact: true }).count()).toBe(0);

    const call = httpClient(service.baseUrl);
    const body = { revision: 1, document: { greeting: 'Changed.' } };
    const saved = await call('PATCH', `/v1/agents/${agentId}/draft`, { key: apiKey, body });
    expect(saved.status).toBe(200);
    await page.reload();
    await page.getByText('to publish', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'With changes to publish' }).check();
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'to publish' }).click();
    await page.waitForURL(`**/agents/${agentId}/ship`);
    await page.getByText('The draft has 1 change since.').waitFor();
  });
});
