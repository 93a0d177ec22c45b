import type { Page } from 'puppeteer-core';
import { inProject } from '../../scripts/lib/project.mjs';
import { FLITE_SAMPLE_RATE_HZ } from '../stand-ins/audio/flite/flite-synthesizer.js';
import type { CallsService } from '../../src/calls/index.js';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { heardSoFar } from '../media/support/caller-page.js';
import { concatenate, toWav } from '../stand-ins/audio/pcm.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { describeWithFirefox, Firefox } from '../support/firefox.js';
import { ownAddress } from '../support/own-address.js';
import { publish } from '../support/publish.js';
import { createTestSpeech } from '../support/speech.js';
import { TcpRelay } from '../support/tcp-relay.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';
import {
  endSdkCall,
  keepConnection,
  playRecording,
  reportOfCall,
  type SdkPage,
  serveSdkPage,
  startSdkCall,
} from './support/sdk-page.js';

const GREETING = 'Welcome to the harbour hotel.';
const QUESTION = 'what are your opening hours';
const REPLY = 'We are open from nine until five.';

const DOCUMENT: AgentDocument = {
  schemaVersion: 1,
  greeting: GREETING,
  languageCode: 'en-US',
  intents: [{ name: 'opening-hours', examples: [QUESTION, 'when are you open'], reply: REPLY }],
  fallbackReply: 'Sorry, I did not understand that.',
};

/** The question with surrounding pauses, as a file. */
async function recordQuestion(): Promise<Buffer> {
  const speech = await createTestSpeech();
  try {
    const pause = new Int16Array(FLITE_SAMPLE_RATE_HZ);
    return toWav(concatenate([pause, await speech.say(QUESTION), pause]), FLITE_SAMPLE_RATE_HZ);
  } finally {
    await speech.close();
  }
}

describeWithFirefox(describe)('in Firefox', () => {
  let service: TestApp;
  let account: TestAccount;
  let agentId: string;
  let firefox: Firefox;
  let page: Page;
  let sdkPage: SdkPage;

  beforeAll(async () => {
    await ensureStudio();
    // Firefox gathers no loopback candidates.
    service = await createTestApp({ env: { MEDIA_LISTEN_IP: ownAddress() } });
    account = await service.createAccount();
    agentId = await service.createAgent(account, DOCUMENT);
    await publish(service, account, agentId, 'sandbox');
    sdkPage = await serveSdkPage(await recordQuestion());
    firefox = await Firefox.launch();
    page = await firefox.newPage();
  });
  afterAll(async () => {
    await firefox?.close();
    sdkPage?.close();
    await service?.close();
  });

  const text = (selector: string) =>
    page.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? '', selector);
  const shows = (wanted: string) =>
    page.waitForFunction((text) => document.body.innerText.includes(text), {}, wanted);
  const noCallIsLeft = () =>
    until(
      'the server has ended the call',
      async () => (await service.provider<CallsService>('CallsService').activeCount()) === 0,
    );

  it('plays and shows the greeting, measures the connection and hangs up on the studio page', async () => {
    await page.goto(`${service.baseUrl}/studio/agents/${agentId}#apiKey=${await service.createKey(account)}`);
    await page.waitForSelector('#call:enabled');
    await page.evaluate(keepConnection);
    await page.click('#call');
    await page.waitForSelector('[data-call="connected"]');
    await until(
      'the greeting is heard',
      async () => (await page.evaluate(heardSoFar)).totalAudioEnergy > 1e-3,
      20_000,
    );
    await shows(GREETING);
    await shows('Connected. The agent is listening.');
    await until('the path is shown', async () => (await text('#figure-path')).includes('UDP'));
    expect(await text('#figure-codec')).toMatch(/opus/i);
    expect(await text('#figure-loss-in')).toBe('0.0 %');
    // Firefox measures the round trip from RTCP only, and on some machines never; a dash is shown then.
    expect(await text('#figure-round-trip')).toMatch(/ ms$|^–$/);
    await until('the jitter is shown', async () => (await text('#figure-jitter')).endsWith(' ms'));
    // For people: shows the caller's view. Not checked here.
    await page.screenshot({ path: inProject('.cache', 'studio-firefox.png'), fullPage: true });
    await page.click('#call');
    await shows('You hung up.');
    await noCallIsLeft();
    expect(firefox.complaints).toEqual([]);
  });

  it('holds a conversation with the SDK on another page', async () => {
    const token = await service.createConnector(account, agentId, 'sandbox');
    await page.goto(sdkPage.url);
    const sessionId = await page.evaluate(startSdkCall, [service.baseUrl, token] as const);
    await until('the greeting was said', () =>
      service.prisma.turn.findFirst({ where: { conversation: { sessionId }, endedAt: { not: null } } }),
    );
    expect((await page.evaluate(reportOfCall)).inbound?.packets).toBeGreaterThan(50);
    await page.evaluate(playRecording);
    const turns = await until('the question is answered', async () => {
      const turns = await service.prisma.turn.findMany({
        where: { conversation: { sessionId } },
        orderBy: { position: 'asc' },
      });
      return turns.length >= 3 && turns;
    });
    expect(turns.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
      `agent: ${GREETING}`,
      // A busy machine may garble a word.
      expect.stringMatching(/^caller: .*opening/i),
      `agent: ${REPLY}`,
    ]);
    const { path, inbound, outbound } = await page.evaluate(reportOfCall);
    expect(path).toMatchObject({ protocol: 'udp', remoteType: 'host' });
    expect(inbound).toMatchObject({ lossPercent: 0, codec: 'opus' });
    expect(outbound?.packets).toBeGreaterThan(100);
    expect(await page.evaluate(endSdkCall)).toBe('ended');
    await noCallIsLeft();
  });

  it('detects a half-open socket in the SDK and reconnects', async () => {
    const token = await service.createConnector(account, agentId, 'sandbox');
    const relay = await TcpRelay.create(service.baseUrl);
    try {
      await page.goto(sdkPage.url);
      const sessionId = await page.evaluate(startSdkCall, [relay.url, token] as const);
      const { holders } = service.module<typeof import('./in-service.js')>('test/studio/in-service.ts');
      const [lost] = await holders();
      relay.silence('both ways');
      // Pinged at most 5 s later, 2 s to respond, and the server's own 1.5 s to find the old socket dead.
      await until(
        'another socket has the call',
        async () => (await holders()).some((holder) => holder !== lost),
        15_000,
      );
      expect(await page.evaluate(endSdkCall)).toBe('ended');
      const record = await until('the record is finished', () =>
        service.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
      );
      expect(record.endReason).toBe('client-close');
      await noCallIsLeft();
    } finally {
      relay.close();
    }
  });
});
