import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sharedApp, SMALL_DOCUMENT, type TestApp } from '../support/app.js';
import { commandsIn, describeGuide, follow, writeDemoFile } from '../support/guide.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';

const PAGES = globSync(['README.md', 'docs/{how-to,reference}/*.md'])
  .filter((page) => commandsIn(page).length > 0)
  .sort();

describeGuide('commands of the README, how-to guides and reference pages', () => {
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    app = sharedApp();
    folder = await mkdtemp(path.join(tmpdir(), 'guides-'));
    await writeFile(path.join(folder, 'house-rules.md'), '# Pets\n\nSmall dogs are welcome.\n');
  });
  afterAll(async () => {
    await app?.close();
    await rm(folder, { recursive: true });
  });

  /** An account whose agent has a variant, two earlier versions, a changed draft and a test set. */
  async function writeReader(): Promise<void> {
    const account = await app.createAccount();
    const apiKey = await app.createKey(account);
    const call = httpClient(app.baseUrl);
    const variants = { short: { overrides: { greeting: 'Hi.' } } };
    const agentId = await app.createAgent(account, { ...SMALL_DOCUMENT, variants });
    const change = (greeting: string) =>
      call('PATCH', `/v1/agents/${agentId}/draft`, { key: apiKey, body: { document: { greeting } } });
    await publish(app, account, agentId, 'live');
    await change('Hello again.');
    await publish(app, account, agentId, 'live');
    await change('Good day.');
    await call('POST', `/v1/agents/${agentId}/test-sets`, {
      key: apiKey,
      body: { name: 'Reception', cases: [] },
    });
    writeDemoFile(folder, { baseUrl: app.baseUrl, apiKey, agentId });
  }

  it.each(PAGES)('runs those of %s', async (page) => {
    await writeReader();
    const output = await follow([...commandsIn('docs/README.md'), ...commandsIn(page)], folder);
    expect(output).not.toMatch(/^null$/m);
  });
});
