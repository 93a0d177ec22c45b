import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { MediaService, MediaSession } from '../../src/media/index.js';
import { rms, tone } from '../support/audio.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { openSession, RecordingListener, startMedia } from './support/media-fixture.js';
import { readOffer } from './support/offers.js';

describe('re-offer', () => {
  let media: MediaService;
  let client: WebRtcClient;
  let session: MediaSession;
  let listener: RecordingListener;

  beforeAll(async () => {
    media = await startMedia();
  });

  afterAll(() => media.close());

  afterEach(() => {
    session.close();
    client.close();
  });

  async function call(): Promise<void> {
    client = new WebRtcClient();
    session = await openSession(media, await client.createOffer());
    listener = new RecordingListener();
    session.listen(listener);
    await client.acceptAnswer(session.answerSdp);
    await until('media is connected', () => listener.connectedAtMs);
  }

  async function reoffer(sdp: string): Promise<string> {
    const outcome = await session.reoffer(sdp);
    if (outcome.kind === 'refused') throw new Error(outcome.refusal.message);
    return outcome.answerSdp;
  }

  const iceUfrag = (sdp: string) => /a=ice-ufrag:(\S+)/.exec(sdp)?.[1];

  it('restarts ICE and keeps the DTLS connection and audio', async () => {
    await call();
    const before = session.answerSdp;
    const answer = await reoffer(await client.createOffer({ iceRestart: true }));
    expect(iceUfrag(answer)).not.toBe(iceUfrag(before));
    expect(answer.match(/a=fingerprint:.*/)?.[0]).toBe(before.match(/a=fingerprint:.*/)?.[0]);
    expect(answer.match(/a=setup:.*/)?.[0]).toBe(before.match(/a=setup:.*/)?.[0]);
    await client.acceptAnswer(answer);
    const restartedAtMs = performance.now();
    session.speech.write(tone({ frequencyHz: 620, durationMs: 800, sampleRateHz: 24_000 }));
    await until('the client hears speech', () => rms(client.heardSince(restartedAtMs).samples) > 0.05);
    const frames = listener.frames.length;
    await until('the caller is heard', () => listener.frames.length > frames + 25);
    expect(listener.failure).toBeUndefined();
    expect(client.connectionState).toBe('connected');
  });

  it('without new ICE credentials keeps the old ones', async () => {
    await call();
    const answer = await reoffer(await client.createOffer());
    expect(iceUfrag(answer)).toBe(iceUfrag(session.answerSdp));
    expect(/o=- (\d+) 2 /.exec(answer)?.[1]).toBeDefined();
  });

  it('puts the caller on hold and resumes', async () => {
    await call();
    const offer = await client.createOffer();
    expect(await reoffer(offer.replace('a=sendrecv', 'a=inactive'))).toContain('a=inactive');
    expect(await reoffer(offer)).toContain('a=sendrecv');
    const frames = listener.frames.length;
    await until('the caller is heard', () => listener.frames.length > frames + 25);
  });

  it.each([
    [
      'another certificate',
      (sdp: string) =>
        sdp.replace(/(a=fingerprint:sha-256 )(..)/, (_, start: string, byte: string) =>
          byte === '00' ? `${start}01` : `${start}00`,
        ),
    ],
    ['another codec', (sdp: string) => sdp.replace(/(m=audio \d+ \S+) .*/, '$1 0')],
    ['another mid', (sdp: string) => sdp.replace('a=mid:0', 'a=mid:other')],
    ['the other DTLS role', (sdp: string) => sdp.replace('a=setup:actpass', 'a=setup:active')],
    ['another client', () => readOffer('werift')],
  ])('with %s is rejected and leaves the call unchanged', async (_, change) => {
    await call();
    expect(await session.reoffer(change(await client.createOffer()))).toMatchObject({
      kind: 'refused',
      refusal: { code: 'INCOMPATIBLE_REOFFER' },
    });
    const frames = listener.frames.length;
    await until('the caller is still heard', () => listener.frames.length > frames + 10);
  });
});
