import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { RTP_HEADER_BYTES, writeRtpHeader } from '../../src/media/rtp/rtp-packet.js';
import type { MediaService, MediaSession, OpenMediaRequest } from '../../src/media/index.js';
import { concat, tone, usualToneShare } from '../support/audio.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { DataChannelClient } from './support/datachannel-client.js';
import { openSession, RecordingListener, startMedia } from './support/media-fixture.js';
import { unannounced } from './support/unannounced.js';
import { WeriftClient } from './support/werift-client.js';

type RtpClient = WeriftClient | DataChannelClient;

interface Call<C> {
  readonly client: C;
  readonly session: MediaSession;
  readonly listener: RecordingListener;
}

describe('a client that announces neither the number of its stream nor the mid extension', () => {
  let media: MediaService;
  const toClose: (() => unknown)[] = [];

  beforeAll(async () => {
    media = await startMedia();
  });

  afterEach(async () => {
    for (const close of toClose.splice(0).reverse()) await close();
  });

  afterAll(() => media.close());

  async function call<C extends RtpClient | WebRtcClient>(
    client: C,
    request: Partial<OpenMediaRequest> = {},
  ): Promise<Call<C>> {
    toClose.push(() => client.close());
    const session = await openSession(media, unannounced(await client.createOffer()), request);
    toClose.push(() => session.close());
    const listener = new RecordingListener();
    session.listen(listener);
    await client.acceptAnswer(session.answerSdp);
    await until('media is connected', () => listener.connectedAtMs);
    return { client, session, listener };
  }

  const said = (frequencyHz: number, durationMs = 1_200) =>
    tone({ frequencyHz, durationMs, sampleRateHz: 48_000 });
  const heardBy = ({ listener }: Call<unknown>) =>
    concat(listener.frames.slice(20, 50).map(({ samples }) => samples));

  const clients: [string, () => RtpClient][] = [
    ['werift', () => new WeriftClient()],
    ['node-datachannel', () => new DataChannelClient()],
  ];

  it.each(clients)('%s is heard and hears', async (_, createClient) => {
    const one = await call(createClient());
    const startedAtMs = performance.now();
    one.session.speech.write(tone({ frequencyHz: 620, durationMs: 1_200, sampleRateHz: 24_000 }));
    await one.client.speak(said(440));
    expect(usualToneShare(heardBy(one), 440, 16_000)).toBeGreaterThan(0.9);
    expect(usualToneShare(one.client.line.decodeSince(startedAtMs + 200), 620, 48_000)).toBeGreaterThan(0.9);
  });

  it.each(clients)('%s gets its own audio back in a looped session', async (_, createClient) => {
    const one = await call(createClient(), { loop: true });
    const startedAtMs = performance.now();
    await one.client.speak(said(523, 800));
    await until('the packets are back', () => one.client.line.received.length >= 30);
    expect(usualToneShare(one.client.line.decodeSince(startedAtMs + 200), 523, 48_000)).toBeGreaterThan(0.9);
  });

  // All calls of node-datachannel here send under one stream number, those of werift under numbers of their own.
  it.each(clients)('two calls of %s on one worker hear nothing of each other', async (_, createClient) => {
    const [one, other] = await Promise.all([call(createClient()), call(createClient())]);
    await Promise.all([one.client.speak(said(440)), other.client.speak(said(880))]);
    expect(usualToneShare(heardBy(one), 440, 16_000)).toBeGreaterThan(0.9);
    expect(usualToneShare(heardBy(one), 880, 16_000)).toBeLessThan(0.01);
    expect(usualToneShare(heardBy(other), 880, 16_000)).toBeGreaterThan(0.9);
    expect(usualToneShare(heardBy(other), 440, 16_000)).toBeLessThan(0.01);
  });

  it('is not given the audio of another call while it is silent itself', async () => {
    const [silent, speaking] = await Promise.all([
      call(new DataChannelClient()),
      call(new DataChannelClient()),
    ]);
    await speaking.client.speak(said(440));
    expect(usualToneShare(heardBy(speaking), 440, 16_000)).toBeGreaterThan(0.9);
    expect((await silent.session.stats()).packetsReceived).toBe(0);
    expect(silent.listener.frames.every(({ samples }) => samples.every((sample) => sample === 0))).toBe(true);
    await silent.client.speak(said(880));
    const heard = concat(silent.listener.frames.slice(-40).map(({ samples }) => samples));
    expect(usualToneShare(heard, 880, 16_000)).toBeGreaterThan(0.9);
  });

  it('is found while another caller floods the worker with unexpected streams', async () => {
    const [flooding, one] = await Promise.all([call(new DataChannelClient()), call(new DataChannelClient())]);
    let packets = 0;
    const flood = setInterval(() => {
      for (let burst = 0; burst < 5; burst += 1) flooding.client.send(strayPacket((packets += 1)));
    }, 10);
    toClose.push(() => clearInterval(flood));
    await until('the flood runs', () => packets > 100);
    await one.client.speak(said(440, 2_000));
    const heard = concat(one.listener.frames.slice(-40).map(({ samples }) => samples));
    expect(usualToneShare(heard, 440, 16_000)).toBeGreaterThan(0.9);
    expect(flooding.listener.failure).toBeUndefined();
  });

  it('is heard again after re-offers that announce nothing, or its stream, while it speaks', async () => {
    const one = await call(new WebRtcClient());
    const isHeardSaying = async (frequencyHz: number) => {
      await one.client.sendPcm(said(frequencyHz, 1_000));
      const heard = concat(one.listener.frames.slice(-30).map(({ samples }) => samples));
      return usualToneShare(heard, frequencyHz, 16_000) > 0.9;
    };
    expect(await isHeardSaying(440)).toBe(true);
    const offer = await one.client.createOffer({ iceRestart: true });
    const speaking = one.client.sendPcm(said(660, 300));
    let answerSdp = '';
    for (const sdp of [unannounced(offer), offer, unannounced(offer), unannounced(offer)]) {
      const outcome = await one.session.reoffer(sdp);
      if (outcome.kind === 'refused') throw new Error(outcome.refusal.message);
      ({ answerSdp } = outcome);
    }
    await one.client.acceptAnswer(answerSdp);
    await speaking;
    expect(await isHeardSaying(880)).toBe(true);
  });
});

/** Of a stream of its own. */
function strayPacket(count: number): Buffer {
  const packet = Buffer.alloc(RTP_HEADER_BYTES + 20, 1);
  writeRtpHeader(packet, {
    payloadType: 111,
    sequenceNumber: count & 0xffff,
    timestamp: count * 960,
    ssrc: 100_000 + count,
    marker: false,
  });
  return packet;
}
