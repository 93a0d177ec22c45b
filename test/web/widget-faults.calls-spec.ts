import type { EarshotCall } from '../../client/src/index.js';
import type { OfferKind } from '../../client/src/negotiation.js';
import { describeWithChromium } from '../support/chromium.js';
import { describeWithFirefox } from '../support/firefox.js';
import { until } from '../support/until.js';
import { type CallerBrowser, openChromium, openFirefox } from './support/caller-tab.js';
import { type RelayedWidget, serveRelayedWidget } from './support/relayed-widget.js';
import { WidgetCaller } from './support/widget-caller.js';
import { BY_CALLER, GREETING, QUESTION, REPLY, type WidgetService } from './support/widget-service.js';

/** The widget page's globals, of which tests use more than pages should. */
interface WidgetWindow extends Window {
  earshotWidget: {
    call: Pick<EarshotCall, 'microphoneStream'> & {
      sendOffer(kind: OfferKind): void;
      negotiation: { peer: { connection: RTCPeerConnection } };
    };
  };
}

let widget: RelayedWidget;
let service: WidgetService;

beforeAll(async () => {
  widget = await serveRelayedWidget();
  ({ service } = widget);
});
afterAll(() => widget?.close());

describe.each([
  ['Chromium', describeWithChromium(describe), openChromium],
  ['Firefox', describeWithFirefox(describe), openFirefox],
] as const)('widget call in %s', (name, describeWithIt, launch) => {
  describeWithIt('during a fault', () => {
    let browser: CallerBrowser;
    const callers: WidgetCaller[] = [];

    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());
    afterEach(async () => {
      for (const { tab } of callers.splice(0)) await tab.close();
      await until('no call is left', () => service.isQuiet(), 20_000);
      expect(widget.violations()).toEqual([]);
    });

    async function callerOn(url: string): Promise<WidgetCaller> {
      const caller = new WidgetCaller(await browser.newTab());
      callers.push(caller);
      await caller.open(url);
      return caller;
    }

    async function calling(url: string): Promise<WidgetCaller> {
      const caller = await callerOn(url);
      await caller.press('Call');
      await caller.untilSaid(GREETING);
      return caller;
    }

    async function expectAnswer(caller: WidgetCaller): Promise<void> {
      await caller.write(QUESTION);
      await caller.untilSaid(REPLY);
      expect((await caller.view()).problem).toBe('');
    }

    async function hangUp(caller: WidgetCaller): Promise<void> {
      await caller.press('Hang up');
      await caller.untilStatus(/^The call has ended\.$/);
    }

    it(`reports a failed call when the page's policy blocks it, and the browser reports the page (${name})`, async () => {
      const caller = await callerOn(widget.pageWithoutConnections);
      await caller.press('Call');
      await caller.untilProblem(/^The call did not work/);
      const violated = await until('the browser tells of it', () => {
        const told = widget.violations();
        return told.length > 0 && told;
      });
      expect(new Set(violated)).toEqual(new Set(['connect-src']));
    });

    it(`survives a proxy restart (${name})`, async () => {
      const caller = await calling(widget.publicPage);
      const restarted = widget.relay.restart(500);
      await caller.untilStatus(/Reconnecting/);
      await restarted;
      await caller.untilStatus(/^(Listening|Speaking)$/);
      await expectAnswer(caller);
      const sessionId = await caller.sessionId();
      await hangUp(caller);
      expect(await service.endOf(sessionId)).toEqual(BY_CALLER);
    });

    it(`ends with its page, at once (${name})`, async () => {
      const caller = await calling(widget.publicPage);
      const sessionId = await caller.sessionId();
      await caller.tab.goto('about:blank');
      expect(await service.endOf(sessionId)).toEqual(BY_CALLER);
    });

    it(`belongs to its tab: another tab finds all lines busy until the first hangs up (${name})`, async () => {
      const first = await calling(widget.publicPage);
      const second = await callerOn(widget.publicPage);
      await second.press('Call');
      await second.untilProblem(/^All lines are busy\./);
      await expectAnswer(first);
      await hangUp(first);
      await until('the line is free', () => service.isQuiet());
      await second.press('Call');
      await second.untilSaid(GREETING);
      expect((await second.view()).problem).toBe('');
    });

    it(`restarts ICE with an expired token, and the next call requests a new one (${name})`, async () => {
      const caller = await calling(widget.backendPage);
      const askedBefore = widget.tokensAsked();
      await until('the token has expired', async () => {
        const [newest] = await service.callTokens();
        return newest !== undefined && Date.parse(newest.expiresAt) < Date.now();
      });
      const answered = () =>
        caller.tab.evaluate(() => {
          const { connection } = (window as unknown as WidgetWindow).earshotWidget.call.negotiation.peer;
          return /ice-ufrag:(\S+)/.exec(connection.remoteDescription?.sdp ?? '')?.[1] ?? '';
        });
      const before = await answered();
      await caller.tab.evaluate(() =>
        (window as unknown as WidgetWindow).earshotWidget.call.sendOffer('restart'),
      );
      await until('the server has given a new path', async () => (await answered()) !== before);
      await expectAnswer(caller);
      expect(widget.tokensAsked()).toBe(askedBefore);
      await hangUp(caller);
      await caller.press('Call');
      await caller.untilSaid(GREETING);
      expect(widget.tokensAsked()).toBeGreaterThan(askedBefore);
    });

    it(`reports a lost microphone and uses the next plugged in (${name})`, async () => {
      const caller = await calling(widget.publicPage);
      await caller.tab.evaluate(() => {
        const { mediaDevices } = navigator;
        const open = mediaDevices.getUserMedia.bind(mediaDevices);
        mediaDevices.getUserMedia = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
        Object.assign(window, { plugIn: () => (mediaDevices.getUserMedia = open) });
        const [track] =
          (window as unknown as WidgetWindow).earshotWidget.call.microphoneStream?.getAudioTracks() ?? [];
        // Like a browser: the track ends and fires the event.
        track?.dispatchEvent(new Event('ended'));
        track?.stop();
      });
      await caller.untilProblem(/^The microphone is gone\. Connect one: the call goes on\.$/);
      await caller.tab.evaluate(() => {
        (window as unknown as { plugIn(): void }).plugIn();
        navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
      });
      await until('the call has a microphone', () =>
        caller.tab.evaluate(
          () =>
            (window as unknown as WidgetWindow).earshotWidget.call.microphoneStream?.getAudioTracks()[0]
              ?.readyState === 'live',
        ),
      );
      await expectAnswer(caller);
    });
  });
});
