import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithChromium, launchChromium } from '../support/chromium.js';
import { describeWithFirefox } from '../support/firefox.js';
import { type CallerBrowser, openChromium, openFirefox } from './support/caller-tab.js';
import { type RelayedWidget, serveRelayedWidget } from './support/relayed-widget.js';
import { WidgetCaller } from './support/widget-caller.js';
import { BY_CALLER, GREETING, QUESTION, REPLY } from './support/widget-service.js';

let widget: RelayedWidget;

beforeAll(async () => {
  widget = await serveRelayedWidget();
});
afterAll(() => widget?.close());

async function expectItGoesOn(caller: WidgetCaller): Promise<void> {
  await caller.write(QUESTION);
  await caller.untilSaid(REPLY);
  expect((await caller.view()).problem).toBe('');
  const sessionId = await caller.sessionId();
  await caller.press('Hang up');
  await caller.untilStatus(/^The call has ended\.$/);
  expect(await widget.service.endOf(sessionId)).toEqual(BY_CALLER);
}

describe.each([
  ['Chromium', describeWithChromium(describe), openChromium],
  ['Firefox', describeWithFirefox(describe), openFirefox],
] as const)('widget call in %s', (name, describeWithIt, launch) => {
  describeWithIt('during a slow fault', () => {
    let browser: CallerBrowser;

    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it(`detects a half-open socket, shows it and reconnects (${name})`, async () => {
      const caller = new WidgetCaller(await browser.newTab());
      await caller.open(widget.publicPage);
      await caller.press('Call');
      await caller.untilSaid(GREETING);
      widget.relay.silence('both ways');
      await caller.untilStatus(/Reconnecting/);
      await caller.untilStatus(/^(Listening|Speaking)$/);
      await expectItGoesOn(caller);
      await caller.tab.close();
    }, 90_000);
  });
});

describeWithChromium(describe)('widget call in a tab frozen by the browser', () => {
  it('resumes when the tab is thawed after 15 s', async () => {
    const browser = await launchChromium();
    try {
      const tab = await browser.newPage();
      const caller = new WidgetCaller(tab);
      await caller.open(widget.publicPage);
      await caller.press('Call');
      await caller.untilSaid(GREETING);
      const devTools = await tab.context().newCDPSession(tab);
      await devTools.send('Page.setWebLifecycleState', { state: 'frozen' });
      await sleep(15_000);
      await devTools.send('Page.setWebLifecycleState', { state: 'active' });
      await expectItGoesOn(caller);
    } finally {
      await browser.close();
    }
  }, 90_000);
});
