import type { Browser, Page } from 'playwright-core';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { describeWithChromium, launchChromium } from '../support/chromium.js';
import { TcpRelay } from '../support/tcp-relay.js';
import { until } from '../support/until.js';
import { endSdkCall, reportOfCall, type SdkPage, serveSdkPage, startEchoCall } from './support/sdk-page.js';

describeWithChromium(describe)('SDK call in Chromium with a half-open signaling socket', () => {
  let fixture: CallFixture;
  let browser: Browser;
  let site: SdkPage;
  let relay: TcpRelay;
  let page: Page;

  beforeAll(async () => {
    fixture = await createCallFixture();
    site = await serveSdkPage(Buffer.alloc(0));
    browser = await launchChromium();
  });
  beforeEach(async () => {
    relay = await TcpRelay.create(fixture.app.baseUrl);
    page = await browser.newPage();
    await page.goto(site.url);
  });
  afterEach(async () => {
    await page.close();
    relay.close();
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    await fixture.close();
  });

  const packets = async () => (await page.evaluate(reportOfCall)).inbound?.packets ?? 0;
  const holders = () =>
    fixture.app.module<typeof import('./in-service.js')>('test/studio/in-service.ts').holders();

  it.each([
    // Pinged at most 5 s later, 2 s to respond, and the server's own 1.5 s to find the old socket dead.
    ['by itself', 10_000, () => undefined],
    ['at once when the network changes', 5_000, () => window.dispatchEvent(new Event('online'))],
  ])('continues and can be ended, having detected the loss %s', async (_name, withinMs, hint) => {
    const sessionId = await page.evaluate(startEchoCall, [relay.url, fixture.token] as const);
    await until('audio flows', async () => (await packets()) > 20);
    const [lost] = await holders();
    relay.silence('both ways');
    const [beganMs, before] = [performance.now(), await packets()];
    await page.evaluate(hint);
    await until(
      'another socket has the call',
      async () => (await holders()).some((holder) => holder !== lost),
      15_000,
    );
    const tookMs = performance.now() - beganMs;
    expect(tookMs).toBeLessThan(withinMs);
    // 20 ms of audio each; a third may be late on a busy machine.
    expect((await packets()) - before).toBeGreaterThan(tookMs / 30);
    await page.evaluate(endSdkCall);
    const record = await until('the record is finished', () =>
      fixture.app.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
    );
    expect(record.endReason).toBe('client-close');
  });
});
