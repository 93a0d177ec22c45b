import { afterAll, afterEach, beforeAll, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { MediaService } from '../../src/media/index.js';
import { type BlankPage, serveBlankPage } from '../support/blank-page.js';
import { describeWithChromium, launchChromium } from '../support/chromium.js';
import { BrowserCalls } from './support/browser-calls.js';
import { startMedia } from './support/media-fixture.js';

describeWithChromium(describe)('call from Chromium', () => {
  let browser: Browser;
  let blank: BlankPage;
  let media: MediaService;
  let calls: BrowserCalls;

  beforeAll(async () => {
    media = await startMedia();
    blank = await serveBlankPage();
    browser = await launchChromium();
    const page = await browser.newPage();
    await page.goto(blank.url);
    calls = new BrowserCalls(page, media);
  });

  afterEach(() => calls?.hangUp());

  afterAll(async () => {
    await browser?.close();
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
