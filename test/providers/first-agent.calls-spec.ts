import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Brain, defaultBrain, OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { CarriedCaller } from '../support/carried-caller.js';
import { describeWithChromium, launchChromium, openWatchedPage } from '../support/chromium.js';
import { commandsIn, describeGuide, follow } from '../support/guide.js';
import { httpClient } from '../support/http.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';
import { serveSite, type Site } from '../web/support/sites.js';
import { WeatherService } from './support/weather-service.js';

/** Hands over when the caller asks for the night desk. */
const brain: Brain = (input) => {
  const last = input.history.at(-1);
  const wanted =
    last?.role === 'user' && last.text.includes('night desk') && input.tools.includes('transfer');
  return wanted
    ? { kind: 'call', name: 'transfer', arguments: '{"target":"night desk"}' }
    : defaultBrain(input);
};

describeGuide('the guide to a first agent', () => {
  let service: TestApp;
  let model: OpenAiStandIn;
  let rooms: WeatherService;
  let folder: string;
  /** The reader's page on its own origin. */
  let site: Site;
  let apiKey: string;
  /** The commands' output. */
  let stdout: string;

  beforeAll(async () => {
    await ensureStudio();
    model = await OpenAiStandIn.start({ apiKey: 'sk-reader', brain });
    rooms = await WeatherService.start();
    service = await createTestApp({
      env: { ALLOW_PRIVATE_NETWORKS: 'providers,tools' },
    });
    folder = await mkdtemp(path.join(tmpdir(), 'first-agent-'));
    site = await serveSite({
      '/': async (_request, response) => {
        const html = await readFile(path.join(folder, 'front-desk-page', 'index.html'));
        response.setHeader('content-type', 'text/html').end(html);
      },
    });
    const account = await service.createAccount();
    apiKey = await service.createKey(account);
    const reader = {
      BASE_URL: service.baseUrl,
      API_KEY: apiKey,
      ACCOUNT_ID: account.accountId,
      MODEL_URL: model.url,
      MODEL_KEY: 'sk-reader',
      MODEL: 'stand-in',
      EARS: 'stand-in',
      ROOMS_URL: rooms.tool().http.url,
      SITE: site.origin,
    };
    stdout = await follow(commandsIn('docs/tutorials/first-agent.md'), folder, reader);
  });
  afterAll(async () => {
    site?.close();
    await service?.close();
    await rooms?.close();
    await model?.close();
    if (folder) await rm(folder, { recursive: true });
  });

  it('goes from a model address to an agent that answers in text', () => {
    expect(stdout).toMatch(/"service": "llm",\s*"ok": true/);
    expect(stdout).not.toMatch(/"code": "\w+"/);
    expect(stdout).toContain('Hello Ada, this is the front desk.');
    expect(stdout).toContain('You said: How much is breakfast?');
    expect(stdout).toMatch(/"topics": \[\s*\{\s*"id": "top_\w+",\s*"name": "Breakfast"/);
    expect(stdout).toContain('Hello there, this is the front desk.');
    expect(stdout).toContain('You said: Good morning, do you have breakfast?');
    expect(stdout).toContain('from nine to five');
    expect(stdout).toMatch(
      /"tools": \[\s*\{\s*"name": "look_up_rooms",\s*"arguments": \{\},\s*"output": "sunny"/,
    );
    expect(stdout).toMatch(/"speaker": "agent",\s*"text": "The answer is sunny\."/);
    expect(stdout).toMatch(/"kind": "tool-call",\s*"details": \{/);
  });

  it('continues to an agent that hands over in a call', async () => {
    const token = await tokenOf('front-desk');
    const inService = service.module<typeof import('./support/in-service.js')>(
      'test/providers/support/in-service.ts',
    );
    const nothing = { accountId: undefined, projectId: undefined, variantId: undefined };
    const offer = { ...nothing, authToken: token, mode: undefined, agentVersionOverride: undefined };
    const { prompt } = await inService.admittedAgent(offer);
    expect(prompt).toContain('We are open "from nine to five".');
    expect(await handOver(token)).toMatchObject({
      turns: expect.arrayContaining([
        expect.objectContaining({ speaker: 'agent', text: 'Night desk.', agentId: 'night-desk' }),
      ]),
      events: expect.arrayContaining([
        expect.objectContaining({ kind: 'transfer', details: { target: 'night desk', done: true } }),
      ]),
    });
  });

  describeWithChromium(describe)('on a page of another origin', () => {
    it('continues to the widget, answered by the model', async () => {
      const browser = await launchChromium();
      try {
        const { page } = await openWatchedPage(browser);
        await page.goto(site.origin);
        await page.getByRole('button', { name: 'Talk to us' }).click();
        await page.getByRole('button', { name: 'Call', exact: true }).click();
        const transcript = page.getByRole('log', { name: 'Transcript' });
        await transcript.getByText('Hello there, this is the front desk.').waitFor();
        await page.getByRole('textbox').fill('How much is breakfast?');
        await page.getByRole('textbox').press('Enter');
        await transcript.getByText('You said: How much is breakfast?').waitFor();
      } finally {
        await browser.close();
      }
      const { mode, adapter } = await service.prisma.conversation.findFirstOrThrow({
        where: { agentId: 'front-desk', mode: { not: 'text' } },
        orderBy: { startedAt: 'desc' },
      });
      expect([mode, adapter]).toEqual(['traditional', 'cascade']);
    });
  });

  /** A new token of the guide's connector, since tokens are shown once. */
  async function tokenOf(agentId: string): Promise<string> {
    const call = httpClient(service.baseUrl);
    const connectors = `/v1/agents/${agentId}/telephony/connectors`;
    const body = { name: 'Other clients', clientEnv: 'sandbox' };
    return (await call('POST', connectors, { key: apiKey, body })).body.token as string;
  }

  /** Calls the guide's agent, asks for the other one and reads the record. */
  async function handOver(token: string) {
    const caller = new CarriedCaller(token);
    await caller.offerTo(service.baseUrl);
    expect(await until('it is greeted', () => caller.said[0])).toBe('Hello there, this is the front desk.');
    await caller.ask('The night desk please.');
    const { sessionId } = caller;
    const where = { conversation: { sessionId }, text: 'Night desk.', endedAt: { not: null } };
    await until('the other agent has spoken', () => service.prisma.turn.findFirst({ where }), 30_000);
    caller.hangUp();
    const { id } = await until('the record is finished', () =>
      service.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
    );
    const { body } = await httpClient(service.baseUrl)('GET', `/v1/conversations/${id}`, { key: apiKey });
    return body.conversation as object;
  }
});
