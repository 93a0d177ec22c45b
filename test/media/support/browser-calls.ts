import { expect } from '@jest/globals';
import type { MediaService, MediaSession } from '../../../src/media/index.js';
import { concat, rms, tone } from '../../support/audio.js';
import { until } from '../../support/until.js';
import {
  acceptAnswer,
  beginCall,
  carriedKinds,
  hangUp,
  heardSoFar,
  pressKeys,
  restartIce,
} from './caller-page.js';
import { openSession, RecordingListener } from './media-fixture.js';

/** A page of any browser. The function runs there and may use nothing from outside. */
export interface CallerPage {
  evaluate<Argument, Result>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result>;
}

interface CallOptions {
  readonly loop: boolean;
  /** The candidates passed to the browser; all when absent. */
  readonly keepCandidates?: RegExp;
  /** Offers video and data besides audio. */
  readonly offersMore?: boolean;
}

/** Calls from a browser's page to a media service, one at a time, and the checks every browser must pass. */
export class BrowserCalls {
  session: MediaSession | undefined;
  listener = new RecordingListener();

  constructor(
    private readonly page: CallerPage,
    private readonly media: MediaService,
  ) {}

  async call(options: CallOptions): Promise<MediaSession> {
    const offerSdp = await this.page.evaluate(beginCall, { offersMore: options.offersMore ?? false });
    const session = await openSession(this.media, offerSdp, options);
    this.session = session;
    this.listener = new RecordingListener();
    session.listen(this.listener);
    const keep = options.keepCandidates ?? /./;
    const answer = session.answerSdp
      .split('\r\n')
      .filter((line) => !line.startsWith('a=candidate') || keep.test(line))
      .join('\r\n');
    await this.page.evaluate(acceptAnswer, answer);
    await until('media is connected', () => this.listener.connectedAtMs, 15_000);
    return session;
  }

  heard() {
    return this.page.evaluate(heardSoFar);
  }

  async hangUp(): Promise<void> {
    this.session?.close();
    await this.page.evaluate(hangUp);
  }

  /** Browsers' fake microphones hum or beep, so there is audio. */
  async isHeardAndHears(): Promise<void> {
    const session = await this.call({ loop: false });
    session.speech.write(tone({ frequencyHz: 620, durationMs: 1_500, sampleRateHz: 24_000 }));
    await until('the browser heard it', async () => (await this.heard()).totalAudioEnergy > 0.02);
    await until('two seconds of the microphone came', () => this.listener.frames.length > 100);
    expect(rms(concat(this.listener.frames.map(({ samples }) => samples)))).toBeGreaterThan(0.005);
    expect((await session.stats()).protocol).toBe('udp');
  }

  async hearsItselfInALoop(): Promise<void> {
    await this.call({ loop: true });
    await until('the browser hears itself', async () => (await this.heard()).totalAudioEnergy > 1e-4);
    expect((await this.heard()).packetsLost).toBe(0);
  }

  async hasItsKeysHeard(): Promise<void> {
    const session = await this.call({ loop: false });
    expect(session.hearsKeys).toBe(true);
    await until('the microphone is heard', () => this.listener.frames.length > 10);
    expect(await this.page.evaluate(pressKeys, '1223#*')).toBe(true);
    await until('the keys are heard', () => this.listener.keys.length >= 6);
    const framesBefore = this.listener.frames.length;
    await until('the microphone is heard again', () => this.listener.frames.length > framesBefore + 50);
    expect(this.listener.keys.join('')).toBe('1223#*');
  }

  async learnsThatVideoAndDataAreRefused(): Promise<void> {
    await this.call({ loop: true, offersMore: true });
    await until('audio came back', async () => (await this.heard()).packetsReceived > 20);
    expect(await this.page.evaluate(carriedKinds)).toEqual(['audio']);
  }

  async goesOnAfterIceRestart(): Promise<void> {
    const session = await this.call({ loop: true });
    const outcome = await session.reoffer(await this.page.evaluate(restartIce));
    if (outcome.kind === 'refused') throw new Error(outcome.refusal.message);
    await this.page.evaluate(acceptAnswer, outcome.answerSdp);
    const before = (await this.heard()).packetsReceived;
    await until('audio comes back', async () => (await this.heard()).packetsReceived > before + 50);
    expect(this.listener.failure).toBeUndefined();
  }

  async connectsOverTcp(): Promise<void> {
    const session = await this.call({ loop: true, keepCandidates: / tcp / });
    await until('audio came back', async () => (await this.heard()).packetsReceived > 20);
    expect((await session.stats()).protocol).toBe('tcp');
  }

  async endsAtOnceWithItsPage(): Promise<void> {
    await this.call({ loop: false });
    await this.page.evaluate(hangUp);
    await until('the session has ended', () => this.listener.failure, 5_000);
    expect(this.listener.failure).toBe('peer-closed');
  }
}
