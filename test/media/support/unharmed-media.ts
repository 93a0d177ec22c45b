import { expect } from '@jest/globals';
import type { MediaService } from '../../../src/media/index.js';
import { usedBytes } from '../../support/used-bytes.js';
import { until } from '../../support/until.js';
import { WebRtcClient } from '../../support/webrtc-client.js';
import { NOTHING_LEFT, openSession, RecordingListener } from './media-fixture.js';

const MAX_GROWTH_BYTES = 50 * 1_048_576;

/** Expected after any media test: no remaining sessions, memory released, and a new call connects. */
export async function expectMediaUnharmed(media: MediaService, usedBytesBefore: number): Promise<void> {
  const client = new WebRtcClient();
  const session = await openSession(media, await client.createOffer());
  const listener = new RecordingListener();
  session.listen(listener);
  await client.acceptAnswer(session.answerSdp);
  await until('a fresh call is connected', () => listener.connectedAtMs);
  client.close();
  session.close();
  expect(await media.counts()).toEqual(NOTHING_LEFT);
  expect(usedBytes(media.workerPids) - usedBytesBefore).toBeLessThan(MAX_GROWTH_BYTES);
}
