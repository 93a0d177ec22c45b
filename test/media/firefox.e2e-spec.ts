import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { MediaService, MediaSession } from '../../src/media/index.js';
import { concat, rms, tone } from '../support/audio.js';
import { type BlankPage, serveBlankPage } from '../support/blank-page.js';
import { describeWithFirefox, Firefox, type FirefoxPage } from '../support/firefox/index.js';
import { ownAddress } from '../support/own-address.js';
import { until } from '../support/until.js';
import {
  acceptAnswer,
  beginCall,
  carriedKinds,
  hangUp,
  heardSoFar,
  restartIce,
} from './support/caller-page.js';
import { openSession, RecordingListener, startMedia } from './support/media-fixture.js';

describeWithFirefox(describe as jest.Describe)('a call of Firefox', () => {
  let firefox: Firefox;
  let blank: BlankPage;
  let page: FirefoxPage;
  let media: MediaService;
  let session: MediaSession;
  let listener: RecordingListener;

  beforeAll(async () => {
    // Firefox makes no candidates of loopback.
    media = await startMedia({ MEDIA_LISTEN_IP: ownAddress() });
    blank = await serveBlankPage();
    firefox = await Firefox.launch();
    page = await firefox.newPage();
    await page.goto(blank.url);
  });

  afterEach(async () => {
    session?.close();
    await page?.evaluate(hangUp);
  });

  afterAll(async () => {
    await firefox?.close();
    blank?.close();
    await media?.close();
  });

  async function call(options: {
    loop: boolean;
    keepCandidates?: RegExp;
    offersMore?: boolean;
  }): Promise<void> {
    const offerSdp = await page.evaluate(beginCall, { offersMore: options.offersMore ?? false });
    session = await openSession(media, offerSdp, options);
    listener = new RecordingListener();
    session.listen(listener);
    const keep = options.keepCandidates ?? /./;
    const answer = session.answerSdp
      .split('\r\n')
      .filter((line) => !line.startsWith('a=candidate') || keep.test(line))
      .join('\r\n');
    await page.evaluate(acceptAnswer, answer);
    await until('media is connected', () => listener.connectedAtMs, 15_000);
  }

  const heard = () => page.evaluate(heardSoFar);

  it('is heard, and hears what is spoken', async () => {
    await call({ loop: false });
    session.speech.write(tone({ frequencyHz: 620, durationMs: 1_500, sampleRateHz: 24_000 }));
    await until('the browser heard it', async () => (await heard()).totalAudioEnergy > 0.02);
    await until('two seconds of the microphone came', () => listener.frames.length > 100);
    // Firefox's fake microphone hums.
    expect(rms(concat(listener.frames.map(({ samples }) => samples)))).toBeGreaterThan(0.005);
    expect((await session.stats()).protocol).toBe('udp');
  });

  it('that offers video and data as well hears itself, and learns that these were refused', async () => {
    await call({ loop: true, offersMore: true });
    await until('the browser hears its own hum', async () => (await heard()).totalAudioEnergy > 1e-4);
    expect((await heard()).packetsLost).toBe(0);
    expect(await page.evaluate(carriedKinds)).toEqual(['audio']);
  });

  it('goes on after an ICE restart', async () => {
    await call({ loop: true });
    const outcome = await session.reoffer(await page.evaluate(restartIce));
    if (outcome.kind === 'refused') throw new Error(outcome.refusal.message);
    await page.evaluate(acceptAnswer, outcome.answerSdp);
    const before = (await heard()).packetsReceived;
    await until('audio comes back', async () => (await heard()).packetsReceived > before + 50);
    expect(listener.failure).toBeUndefined();
  });

  it('connects over TCP where UDP is blocked', async () => {
    await call({ loop: true, keepCandidates: / tcp / });
    await until('audio came back', async () => (await heard()).packetsReceived > 20);
    expect((await session.stats()).protocol).toBe('tcp');
  });

  it('ends at once when its page goes away', async () => {
    await call({ loop: false });
    await page.evaluate(hangUp);
    await until('the session has ended', () => listener.failure, 5_000);
    expect(listener.failure).toBe('peer-closed');
  });
});
