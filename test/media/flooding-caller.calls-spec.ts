import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RTP_HEADER_BYTES, writeRtpHeader } from '../../src/media/rtp/rtp-packet.js';
import type { MediaService } from '../../src/media/index.js';
import type { WebRtcSession } from '../../src/media/session/webrtc-session.js';
import { concat, tone, usualToneShare } from '../support/audio.js';
import { until } from '../support/until.js';
import { DataChannelClient } from './support/datachannel-client.js';
import { openSession, RecordingListener, startMedia } from './support/media-fixture.js';

const FLOOD = 2_000;
/** Of the client. */
const SSRC = 4_242;
const HEARD_AGAIN_MS = 15_000;

let media: MediaService;
beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.close());

function packet(number: number): Buffer {
  const made = Buffer.alloc(RTP_HEADER_BYTES + 20, 1);
  const [sequenceNumber, timestamp] = [number & 0xffff, number * 960];
  writeRtpHeader(made, { payloadType: 111, sequenceNumber, timestamp, ssrc: SSRC, marker: false });
  return made;
}

it('a caller whose own stream floods is not read for a while, then heard again', async () => {
  const [client, listener] = [new DataChannelClient(), new RecordingListener()];
  const session = await openSession(media, await client.createOffer());
  session.listen(listener);
  await client.acceptAnswer(session.answerSdp);
  await until('media is connected', () => listener.connectedAtMs);
  const isHeard = async () => {
    const from = listener.frames.length;
    await client.speak(tone({ frequencyHz: 440, durationMs: 600, sampleRateHz: 48_000 }));
    const samples = concat(listener.frames.slice(from).map((frame) => frame.samples));
    return usualToneShare(samples, 440, 16_000) > 0.7;
  };
  await until('it is heard', isHeard);

  const isPaused = () => (session as WebRtcSession)['legs'].caller?.sink.paused;
  for (let count = 0; count < FLOOD; count++) client.send(packet(client.line['sequenceNumber']++));
  await until('the worker drops its packets', isPaused);
  await until('it is heard again', isHeard, HEARD_AGAIN_MS);
  expect([isPaused(), listener.failure]).toEqual([false, undefined]);
  session.close();
  await client.close();
}, 60_000);
