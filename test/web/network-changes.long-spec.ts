import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithChromium } from '../support/chromium.js';
import { describeWithFirefox } from '../support/firefox.js';
import { until } from '../support/until.js';
import { type CallerBrowser, openChromium, openFirefox } from './support/caller-tab.js';
import { networkObstacle, NetworkRoom } from './support/network-room.js';
import { WidgetCaller } from './support/widget-caller.js';
import {
  BY_CALLER,
  GREETING,
  QUESTION,
  REPLY,
  startWidgetService,
  type WidgetService,
} from './support/widget-service.js';

const obstacle = networkObstacle();
if (obstacle !== undefined) console.warn(`Skipped: ${obstacle}.`);

const inChromium = (room: NetworkRoom) => openChromium({ wrap: (program) => room.wrapperOf(program) });

async function inFirefox(room: NetworkRoom): Promise<CallerBrowser> {
  const door = await room.openDoor();
  const browser = await openFirefox({
    wrap: (program) => room.wrapperOf(program),
    debuggingPort: door.port,
  });
  return {
    newTab: () => browser.newTab(),
    async close() {
      await browser.close();
      door.close();
    },
  };
}

describe.each([
  ['Chromium', describeWithChromium(describe), inChromium],
  ['Firefox', describeWithFirefox(describe), inFirefox],
] as const)('widget call in %s', (name, describeWithIt, launch) => {
  (obstacle === undefined ? describeWithIt : describe.skip)('whose network changes', () => {
    let service: WidgetService;
    let room: NetworkRoom;
    let browser: CallerBrowser;
    let caller: WidgetCaller;
    let page: string;

    beforeAll(async () => {
      room = NetworkRoom.create();
      service = await startWidgetService({ HOST: '0.0.0.0', MEDIA_LISTEN_IP: room.host });
      const script = `http://${room.host}:${new URL(service.app.baseUrl).port}/widget.js`;
      page = await room.servePage(
        `<!doctype html><html lang="en"><title>A shop</title><script src="${script}" data-connector="${service.connectorId}"></script></html>`,
      );
      await service.admit(new URL(page).origin);
      browser = await launch(room);
    });
    afterAll(async () => {
      await browser?.close();
      await service?.close();
      room?.close();
    });
    beforeEach(async () => {
      caller = new WidgetCaller(await browser.newTab());
      await caller.open(page);
      await caller.press('Call');
      await caller.untilSaid(GREETING);
      await caller.untilStatus(/^Listening$/);
    });
    afterEach(() => caller.tab.close());

    /** The same call on both sides: new text is answered, and its end is recorded as such. */
    async function expectItGoesOn(): Promise<void> {
      await caller.write(QUESTION);
      await caller.untilSaid(REPLY);
      expect((await caller.view()).problem).toBe('');
      const sessionId = await caller.sessionId();
      await caller.press('Hang up');
      await caller.untilStatus(/^The call has ended\.$/);
      expect(await service.endOf(sessionId)).toEqual(BY_CALLER);
    }

    it(`survives an address change (${name})`, async () => {
      room.changeAddress();
      await caller.untilStatus(/Reconnecting/);
      await caller.untilStatus(/^Listening$/, 60_000);
      await expectItGoesOn();
    }, 120_000);

    it(`survives 15 s without a network (${name})`, async () => {
      room.unplug();
      await sleep(15_000);
      await caller.untilStatus(/Reconnecting/);
      room.plugIn();
      await caller.untilStatus(/^Listening$/, 60_000);
      await expectItGoesOn();
    }, 120_000);

    it(`ends with an explanation after 30 s without a network, and can be restarted (${name})`, async () => {
      const lost = await caller.sessionId();
      room.unplug();
      await caller.untilStatus(/Reconnecting/);
      await sleep(30_000);
      room.plugIn();
      await caller.untilStatus(/^The call has ended\.$/, 60_000);
      await caller.untilProblem(/^The connection was lost\. Call again\.$/);
      // The server dropped the silent call, and its only line, before the caller gave up.
      expect(await service.endOf(lost)).toEqual({ reason: 'connection-lost', crashed: false });
      await until('the line is free', () => service.isQuiet());
      await caller.press('Call');
      await caller.untilSaid(GREETING);
      await expectItGoesOn();
    }, 240_000);

    it(`survives 15 s of sleep (${name})`, async () => {
      room.sleep();
      await sleep(15_000);
      room.wakeUp();
      await expectItGoesOn();
    }, 120_000);
  });
});
