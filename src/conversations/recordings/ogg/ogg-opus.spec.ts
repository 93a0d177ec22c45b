import { OggOpusMuxer } from './ogg-opus.js';
import { oggChecksum, oggPage } from './ogg-page.js';

/** Parses pages strictly by RFC 3533. */
function pagesOf(stream: Buffer) {
  const pages = [];
  for (let at = 0; at < stream.length;) {
    expect(stream.toString('latin1', at, at + 4)).toBe('OggS');
    const segments = stream.readUInt8(at + 26);
    const lacing = [...stream.subarray(at + 27, at + 27 + segments)];
    const end = at + 27 + segments + lacing.reduce((sum, length) => sum + length, 0);
    const page = Buffer.from(stream.subarray(at, end));
    const checksum = page.readUInt32LE(22);
    page.writeUInt32LE(0, 22);
    expect(oggChecksum(page)).toBe(checksum);
    pages.push({
      flags: page.readUInt8(5),
      granulePosition: Number(page.readBigUInt64LE(6)),
      sequence: page.readUInt32LE(18),
      packets: lacing.filter((length) => length < 255).length,
      body: page.subarray(27 + segments),
    });
    at = end;
  }
  return pages;
}

const FORMAT = {
  serial: 7,
  channels: 2,
  inputSampleRateHz: 16_000,
  preSkip: 312,
  packetsPerPage: 3,
} as const;

describe('Ogg Opus', () => {
  it('has the checksum of RFC 3533', () => {
    // The check value of CRC-32/MPEG-2's polynomial with an initial value of zero over "123456789".
    expect(oggChecksum(Buffer.from('123456789'))).toBe(0x89a1897f);
  });

  it("starts with two headers, counts at 48 kHz and trims the last page to the audio's length", () => {
    const muxer = new OggOpusMuxer(FORMAT);
    const parts: Uint8Array[] = [muxer.start()];
    for (let packet = 0; packet < 7; packet++) {
      const page = muxer.add(Uint8Array.of(packet), 960);
      if (page) parts.push(page);
    }
    parts.push(muxer.end(6 * 960 - 100));
    const pages = pagesOf(Buffer.concat(parts));
    expect(pages.map(({ flags, granulePosition, packets }) => ({ flags, granulePosition, packets }))).toEqual(
      [
        { flags: 2, granulePosition: 0, packets: 1 },
        { flags: 0, granulePosition: 0, packets: 1 },
        { flags: 0, granulePosition: 3 * 960, packets: 3 },
        { flags: 0, granulePosition: 6 * 960, packets: 3 },
        { flags: 4, granulePosition: 312 + 6 * 960 - 100, packets: 1 },
      ],
    );
    expect(pages.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4]);
    expect(pages[0]?.body.toString('latin1', 0, 8)).toBe('OpusHead');
    expect(pages[1]?.body.toString('latin1', 0, 8)).toBe('OpusTags');
  });

  it('terminates packets of full segments with an empty one, and a page within 255 segments', () => {
    const [page] = pagesOf(
      Buffer.from(oggPage({ serial: 1, sequence: 0, granulePosition: 0, packets: [new Uint8Array(510)] })),
    );
    expect(page?.packets).toBe(1);
    const muxer = new OggOpusMuxer({ ...FORMAT, packetsPerPage: 1_000 });
    const pages = Array.from({ length: 300 }, () => muxer.add(new Uint8Array(300), 960)).filter(Boolean);
    expect(pages).toHaveLength(2);
  });
});
