import { afterAll, afterEach, beforeAll, describe, it } from '@jest/globals';
import type { MediaService } from '../../src/media/index.js';
import { type BlankPage, serveBlankPage } from '../support/blank-page.js';
import { describeWithFirefox, Firefox } from '../support/firefox.js';
import { ownAddress } from '../support/own-address.js';
import { BrowserCalls } from './support/browser-calls.js';
import { startMedia } from './support/media-fixture.js';

describeWithFirefox(describe as jest.Describe)('call from Firefox', () => {
  let firefox: Firefox;
  let blank: BlankPage;
  let media: MediaService;
  let calls: BrowserCalls;

  beforeAll(async () => {
    // Firefox gathers no loopback candidates.
    media = await startMedia({ MEDIA_LISTEN_IP: ownAddress() });
    blank = await serveBlankPage();
    firefox = await Firefox.launch();
    const page = await firefox.newPage();
    await page.goto(blank.url);
    calls = new BrowserCalls(page, media);
  });

  afterEach(() => calls?.hangUp());

  afterAll(async () => {
    await firefox?.close();
    blank?.close();
    await media?.close();
  });

  it('carries audio both ways', () => calls.isHeardAndHears());

  it('delivers each DTMF key once', () => calls.hasItsKeysHeard());

  it('echoes audio in a looped session', () => calls.hearsItselfInALoop());

  it('carries audio when video and data are offered, and rejects those', () =>
    calls.learnsThatVideoAndDataAreRefused());

  it('continues after an ICE restart', () => calls.goesOnAfterIceRestart());

  it('connects over TCP when UDP is blocked', () => calls.connectsOverTcp());

  it('ends at once when its page is closed', () => calls.endsAtOnceWithItsPage());
});
