import type { ConnectionReport } from '../../client/src/index.js';
import { describeWithChromium } from '../support/chromium.js';
import { describeWithFirefox } from '../support/firefox.js';
import { until } from '../support/until.js';
import { type CallerBrowser, openChromium, openFirefox } from './support/caller-tab.js';
import { type RelayedWidget, serveRelayedWidget } from './support/relayed-widget.js';
import { SoundServer, soundObstacle } from './support/sound-server.js';
import { WidgetCaller } from './support/widget-caller.js';
import { BY_CALLER, GREETING, QUESTION, REPLY } from './support/widget-service.js';

const obstacle = soundObstacle();
if (obstacle !== undefined) console.warn(`Skipped: ${obstacle}.`);

/** The widget page's view of the call. */
interface WidgetWindow extends Window {
  earshotWidget: {
    call?: {
      readonly microphoneStream: MediaStream | undefined;
      connectionReport(): Promise<ConnectionReport>;
    };
  };
}

let widget: RelayedWidget;

beforeAll(async () => {
  widget = await serveRelayedWidget();
});
afterAll(() => widget?.close());

describe.each([
  ['Chromium', describeWithChromium(describe), openChromium],
  ['Firefox', describeWithFirefox(describe), openFirefox],
] as const)('widget call in %s', (name, describeWithIt, launch) => {
  (obstacle === undefined ? describeWithIt : describe.skip)('with microphones that are unplugged', () => {
    let sound: SoundServer;
    let browser: CallerBrowser;
    let caller: WidgetCaller;

    beforeAll(async () => {
      sound = await SoundServer.start();
      sound.plugIn(440);
      browser = await launch({ soundServer: sound.env });
    });
    afterAll(async () => {
      await browser?.close();
      sound?.close();
    });

    afterEach(async () => {
      await caller.tab.close();
      await until('no call is left', () => widget.service.isQuiet(), 40_000);
    });

    const label = () =>
      caller.tab.evaluate(() => {
        const track = (
          window as unknown as WidgetWindow
        ).earshotWidget.call?.microphoneStream?.getAudioTracks()[0];
        return track?.readyState === 'live' ? track.label : 'none';
      });

    /** One second of audio is sent. Firefox measures no levels without a speaker. */
    async function expectToBeSent(): Promise<void> {
      const sent = () =>
        caller.tab.evaluate(
          async () =>
            (await (window as unknown as WidgetWindow).earshotWidget.call?.connectionReport())?.outbound
              ?.packets ?? 0,
        );
      const before = await sent();
      await until('it is sent', async () => (await sent()) > before + 50);
    }

    async function expectAnswer(times: number): Promise<void> {
      await caller.write(QUESTION);
      await caller.untilSaid(REPLY, times);
      // To its end: an interruption would withdraw its words.
      await caller.untilStatus(/^Listening$/);
    }

    it(`switches microphones, reports a missing one and uses the next plugged in (${name})`, async () => {
      caller = new WidgetCaller(await browser.newTab());
      await caller.open(widget.publicPage);
      await caller.press('Call');
      await caller.untilSaid(GREETING);
      const sessionId = await caller.sessionId();
      await expectToBeSent();
      sound.plugIn(880);
      sound.unplug(440);
      await until('the call has the other microphone', async () => {
        const now = await label();
        return now !== 'none' && !now.includes('440');
      });
      await expectToBeSent();
      expect((await caller.view()).problem).toBe('');
      await expectAnswer(1);

      sound.unplug(880);
      await caller.untilProblem(/^The microphone is gone\. Connect one: the call goes on\.$/);
      await expectAnswer(2);

      sound.plugIn(660);
      await until('the call has the new microphone', async () => (await label()) !== 'none');
      await caller.untilProblem(/^$/);
      await expectToBeSent();
      await expectAnswer(3);
      expect(await caller.sessionId()).toBe(sessionId);
      await caller.press('Hang up');
      expect(await widget.service.endOf(sessionId)).toEqual(BY_CALLER);
    }, 120_000);
  });
});
