import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import type { MediaService } from '../../src/media/index.js';
import { openSession, startMedia } from './support/media-fixture.js';
import { readOffer } from './support/offers.js';

const CODECS = ['opus/48000/2', 'PCMU/8000', 'PCMA/8000'];
/** All values distinguishable from RTCP (RFC 5761, 4). */
const PAYLOAD_TYPES = Array.from({ length: 128 }, (_, value) => value).filter(
  (value) => value < 64 || value > 95,
);
const MEBIBYTE = 1_048_576;
const PAGE_BYTES = 4_096;

describe('media worker state per used payload type', () => {
  let media: MediaService;

  beforeAll(async () => {
    media = await startMedia();
  });

  afterAll(() => media.close());

  const onLinux = existsSync('/proc/self/statm') ? it : it.skip;

  onLinux('stays small when hostile clients number every codec in every way there is', async () => {
    for (let i = 0; i < 50; i += 1) await call('opus/48000/2', 111);
    const before = workerBytes();
    for (const codec of CODECS) for (const payloadType of PAYLOAD_TYPES) await call(codec, payloadType);
    const grownBytes = workerBytes() - before;
    // Measured: some 10 KiB for each of the 288 routers.
    expect(grownBytes).toBeLessThan(8 * MEBIBYTE);
    expect((await media.counts()).webRtcTransports).toBe(0);
  });

  function workerBytes(): number {
    const [, pages] = readFileSync(`/proc/${media.workerPids[0]}/statm`, 'utf8').split(' ');
    return Number(pages) * PAGE_BYTES;
  }

  async function call(codec: string, payloadType: number): Promise<void> {
    const session = await openSession(media, withCodec(readOffer('pion'), codec, payloadType), {
      loop: true,
    });
    session.close();
  }
});

/** The offer with one codec only, under the given number. */
function withCodec(offerSdp: string, codec: string, payloadType: number): string {
  return offerSdp
    .split(/\r?\n/)
    .filter((line) => !/^a=(rtpmap|fmtp|rtcp-fb):/.test(line))
    .flatMap((line) =>
      line.startsWith('m=audio')
        ? [`m=audio 9 UDP/TLS/RTP/SAVPF ${payloadType}`, `a=rtpmap:${payloadType} ${codec}`]
        : [line],
    )
    .join('\r\n');
}
