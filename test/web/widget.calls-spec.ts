import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { inProject } from '../../scripts/lib/project.mjs';
import type { Widget } from '../../client/widget/widget.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { describeWithChromium, launchChromium, openWatchedPage } from '../support/chromium.js';
import { countStatements } from '../support/count-statements.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';
import { page, script, serveSite, type Site } from './support/sites.js';

const GREETING = 'Welcome to the harbour hotel.';
/** Compressed size a page has to load. */
const MAX_GZIP_BYTES = 30_000;

describeWithChromium(describe)('widget on a page of another origin', () => {
  let service: TestApp;
  let account: TestAccount;
  let call: ReturnType<typeof httpClient>;
  let key: string;
  let connectors: string;
  let connectorId: string;
  let site: Site;
  let browser: Browser;

  /** Only what docs/reference/widget.md says to allow. */
  const policy = () =>
    [
      "default-src 'none'",
      `script-src ${service.baseUrl} 'self'`,
      `connect-src 'self' ${service.baseUrl} ${service.baseUrl.replace('http', 'ws')}`,
      "require-trusted-types-for 'script'",
    ].join('; ');
  const widget = (attributes: string) => `<script src="${service.baseUrl}/widget.js" ${attributes}></script>`;

  beforeAll(async () => {
    await ensureStudio();
    service = await createTestApp({ env: { MEDIA_WORKERS: '1', STARTER_WORKERS: '1' } });
    call = httpClient(service.baseUrl);
    account = await service.createAccount();
    key = await service.createKey(account);
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      greeting: GREETING,
      languageCode: 'en-US',
      fallbackReply: 'Sorry?',
    });
    await publish(service, account, agentId, 'sandbox');
    connectors = `/v1/agents/${agentId}/telephony/connectors`;
    connectorId = (await call('POST', connectors, { key, body: { name: 'Widget' } })).body.connectorId;
    const mint = `${connectors}/${connectorId}/call-tokens`;
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    site = await serveSite({
      '/axe.js': script(readFileSync(axe)),
      '/public': page(policy(), () => widget(`data-connector="${connectorId}" data-lang="de"`)),
      '/backend': page(policy(), () =>
        widget('data-token-url="/call-token" data-label="Ask the hotel" data-languages="en de"'),
      ),
      '/pinned': async (request, response) => {
        const { src, integrity } = (await call('GET', '/widget.json')).body;
        const attributes = `integrity="${integrity}" crossorigin data-connector="${connectorId}"`;
        await page(policy(), () => `<script src="${service.baseUrl}${src}" ${attributes}></script>`)(
          request,
          response,
        );
      },
      '/call-token': async (_request, response) => {
        const { body } = await call('POST', mint, { key, body: { origins: [site.origin], caller: 'Ada' } });
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ token: body.token }));
      },
    });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    await service?.close();
  });

  it("calls with the page's backend token, shows the transcript, mutes and hangs up by keyboard under a strict CSP", async () => {
    const watched = await openWatchedPage(browser);
    await watched.page.goto(`${site.origin}/backend`);
    const { keyboard } = watched.page;
    await watched.page.getByRole('button', { name: 'Ask the hotel' }).focus();
    await keyboard.press('Enter');
    await watched.page.getByRole('dialog', { name: 'Voice call' }).waitFor();
    await keyboard.press('Enter');
    await watched.page.getByRole('log', { name: 'Transcript' }).getByText(GREETING).waitFor();
    await watched.page.getByRole('status').getByText('Listening').waitFor();
    const mute = watched.page.getByRole('button', { name: 'Mute' });
    await mute.press('Space');
    await watched.page.getByRole('button', { name: 'Unmute', pressed: true }).waitFor();
    await watched.page.getByRole('button', { name: 'Hang up' }).press('Enter');
    await watched.page.getByText('The call has ended.').waitFor();
    await watched.page.getByRole('button', { name: '4 of 5 stars' }).click();
    await watched.page.getByText('Thank you.').waitFor();
    await keyboard.press('Escape');
    await watched.page.getByRole('button', { name: 'Ask the hotel' }).waitFor();
    const { caller, connectorId: by } = await service.prisma.conversation.findFirstOrThrow({
      orderBy: { startedAt: 'desc' },
    });
    expect([caller, by]).toEqual(['Ada', connectorId]);
    const isRated = async () =>
      (await service.prisma.conversation.count({ where: { connectorId, rating: 4 } })) === 1;
    await until('the rating is stored', isRated);
    expect(watched.complaints).toEqual([]);
    await watched.context.close();
  });

  it('explains in its language that a page may not call until the connector lists its origin', async () => {
    const watched = await openWatchedPage(browser);
    await watched.page.goto(`${site.origin}/public`);
    await watched.page.getByRole('button', { name: 'Sprechen Sie mit uns' }).click();
    await watched.page.getByRole('button', { name: 'Anrufen' }).click();
    await watched.page.getByRole('alert').getByText('Der Anruf hat nicht geklappt.').waitFor();
    const publicAccess = { origins: [site.origin] };
    await call('PATCH', `${connectors}/${connectorId}`, { key, body: { publicAccess } });
    await watched.page.getByRole('button', { name: 'Anrufen' }).click();
    await watched.page.getByRole('button', { name: 'Auflegen' }).waitFor();
    await watched.page.getByRole('log', { name: 'Mitschrift' }).getByText(GREETING).waitFor();
    await watched.page.getByRole('button', { name: 'Auflegen' }).click();
    await watched.page.getByText('Das Gespräch ist beendet.').waitFor();
    await watched.context.close();
  });

  it('switches among the offered languages when the person or page chooses', async () => {
    const { page: tab, context, complaints } = await openWatchedPage(browser, { locale: 'fr-FR' });
    await tab.goto(`${site.origin}/backend`);
    await tab.getByRole('button', { name: 'Ask the hotel' }).click();
    const choice = tab.getByRole('combobox', { name: 'Language' });
    expect(await choice.locator('option').allTextContents()).toEqual(['English', 'Deutsch']);
    await choice.selectOption('Deutsch');
    await tab.getByRole('dialog', { name: 'Anruf' }).getByRole('button', { name: 'Anrufen' }).waitFor();
    await tab.getByRole('status').getByText('Drücken Sie „Anrufen“ und sprechen Sie.').waitFor();
    await tab.evaluate(() =>
      (window as unknown as { earshotWidget: Widget }).earshotWidget.setLanguage('en'),
    );
    await tab.getByRole('button', { name: 'Call', exact: true }).waitFor();
    expect(await choice.inputValue()).toBe('en');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('passes axe closed and open, in every state, on light and dark pages', async () => {
    const { page: tab, context } = await openWatchedPage(browser, { bypassCSP: true });
    await tab.goto(`${site.origin}/backend`);
    await tab.addScriptTag({ url: `${site.origin}/axe.js` });
    const faults = () =>
      tab.evaluate(async () => {
        const { axe } = window as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        return (await axe.run()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      });
    expect(await faults()).toEqual([]);
    await tab.getByRole('button', { name: 'Ask the hotel' }).click();
    expect(await faults()).toEqual([]);
    await tab.getByRole('button', { name: 'Call', exact: true }).click();
    await tab.getByRole('log', { name: 'Transcript' }).getByText(GREETING).waitFor();
    expect(await faults()).toEqual([]);
    await tab.evaluate(() => (document.documentElement.style.colorScheme = 'dark'));
    expect(await faults()).toEqual([]);
    await tab.getByRole('button', { name: 'Hang up' }).click();
    await tab.getByRole('button', { name: 'Call', exact: true }).waitFor();
    expect(await faults()).toEqual([]);
    await context.close();
  });

  it('loads with a checked hash from an immutable address', async () => {
    const watched = await openWatchedPage(browser);
    await watched.page.goto(`${site.origin}/pinned`);
    await watched.page.getByRole('button', { name: 'Talk to us' }).waitFor();
    expect(watched.complaints).toEqual([]);
    await watched.context.close();
    const { src, integrity } = (await call('GET', '/widget.json')).body;
    const pinned = await call('GET', src);
    const hash = createHash('sha384').update(pinned.body).digest('base64');
    expect([integrity, pinned.headers.get('cache-control')]).toEqual([
      `sha384-${hash}`,
      'public, max-age=31536000, immutable',
    ]);
    expect((await call('GET', '/widget/0000000000000000.js')).status).toBe(404);
  });

  it('is served small, precompressed, from memory, with an ETag per encoding', async () => {
    const compressed = await fetch(`${service.baseUrl}/widget.js`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(Number(compressed.headers.get('content-length'))).toBeLessThanOrEqual(MAX_GZIP_BYTES);
    const plain = readFileSync(inProject('studio', 'dist', 'widget.js'), 'utf8');
    expect(await compressed.text()).toBe(plain);
    const refused = await fetch(`${service.baseUrl}/widget.js`, {
      headers: { 'accept-encoding': 'gzip;q=0' },
    });
    expect([refused.headers.get('content-encoding'), await refused.text()]).toEqual([null, plain]);
    const tags = [compressed, refused].map(({ headers }) => headers.get('etag') ?? '');
    expect(tags[0]).not.toBe(tags[1]);
    const again = await fetch(`${service.baseUrl}/widget.js`, {
      headers: { 'accept-encoding': 'gzip', 'if-none-match': tags[0] ?? '' },
    });
    expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, '*']);
  });

  it('is loaded 500 times without a database query', async () => {
    const lookUps = await countStatements(service, /connectors|call_tokens|api_keys/, async () => {
      for (let i = 0; i < 10; i++) {
        const loads = Array.from({ length: 50 }, () => fetch(`${service.baseUrl}/widget.js`));
        const answers = await Promise.all(loads);
        expect(answers.every(({ status }) => status === 200)).toBe(true);
        await Promise.all(answers.map((answer) => answer.arrayBuffer()));
      }
    });
    expect(lookUps).toBe(0);
  });
});
