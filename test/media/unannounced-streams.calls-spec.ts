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

describe('client that announces neither SSRC nor the mid extension', () => {
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

  const said = (frequencyHz: number, durationMs = 600) =>
    tone({ frequencyHz, durationMs, sampleRateHz: 48_000 });
  const shareOf = ({ listener }: Call<unknown>, frequencyHz: number, frames = 0) =>
    usualToneShare(concat(listener.frames.slice(-frames).map(({ samples }) => samples)), frequencyHz, 16_000);
  /** Speaks until the agent hears it. */
  const isHeard = (one: Call<RtpClient>, frequencyHz: number) =>
    until('it is heard', async () => {
      await one.client.speak(said(frequencyHz));
      return shareOf(one, frequencyHz, 40) > 0.9;
    });

  const clients: [string, () => RtpClient][] = [
    ['werift', () => new WeriftClient()],
    ['node-datachannel', () => new DataChannelClient()],
  ];

  it.each(clients)('%s is heard and hears', async (_, createClient) => {
    const one = await call(createClient());
    const startedAtMs = performance.now();
    one.session.speech.write(tone({ frequencyHz: 620, durationMs: 1_200, sampleRateHz: 24_000 }));
    await until('it hears', async () => {
      await one.client.speak(said(440));
      return usualToneShare(one.client.line.decodeSince(startedAtMs + 200), 620, 48_000) > 0.9;
    });
    await isHeard(one, 440);
  });

  it.each(clients)('%s gets its own audio back in a looped session', async (_, createClient) => {
    const one = await call(createClient(), { loop: true });
    const startedAtMs = performance.now();
    await until('packets are back', async () => {
      await one.client.speak(said(523));
      return one.client.line.received.length >= 30;
    });
    expect(usualToneShare(one.client.line.decodeSince(startedAtMs + 200), 523, 48_000)).toBeGreaterThan(0.9);
  });

  // All node-datachannel calls here use the same SSRC, those of werift different ones.
  it.each(clients)('keeps two calls of %s on one worker apart', async (_, createClient) => {
    const [one, other] = await Promise.all([call(createClient()), call(createClient())]);
    await Promise.all([isHeard(one, 440), isHeard(other, 880)]);
    expect(shareOf(one, 880)).toBeLessThan(0.01);
    expect(shareOf(other, 440)).toBeLessThan(0.01);
  });

  it("never receives another call's audio while silent", async () => {
    const [silent, speaking] = await Promise.all([
      call(new DataChannelClient()),
      call(new DataChannelClient()),
    ]);
    await isHeard(speaking, 440);
    expect((await silent.session.stats()).packetsReceived).toBe(0);
    expect(silent.listener.frames.every(({ samples }) => samples.every((sample) => sample === 0))).toBe(true);
    await isHeard(silent, 880);
  });

  it('is found while another caller floods the worker with unexpected streams', async () => {
    const [flooding, one] = await Promise.all([call(new DataChannelClient()), call(new DataChannelClient())]);
    let packets = 0;
    const flood = setInterval(() => {
      for (let burst = 0; burst < 5; burst += 1) flooding.client.send(strayPacket((packets += 1)));
    }, 10);
    toClose.push(() => clearInterval(flood));
    await until('the flood runs', () => packets > 100);
    await isHeard(one, 440);
    expect(flooding.listener.failure).toBeUndefined();
  });

  it('is heard again after re-offers with or without its stream while it speaks', async () => {
    const one = await call(new WebRtcClient());
    const isHeardSaying = (frequencyHz: number) =>
      until('it is heard', async () => {
        await one.client.sendPcm(said(frequencyHz));
        return shareOf(one, frequencyHz, 30) > 0.9;
      });
    await isHeardSaying(440);
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
    await isHeardSaying(880);
  });
});

/** With its own SSRC. */
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
