import { oggPackets } from './ogg-packets.js';
import { OggOpusMuxer } from './ogg-opus.js';

const muxed = (packets: readonly Uint8Array[]): Buffer => {
  const muxer = new OggOpusMuxer({
    ...{ serial: 7, channels: 2, inputSampleRateHz: 16_000, preSkip: 312, packetsPerPage: 3 },
  });
  const pages = packets.flatMap((packet) => muxer.add(packet, 960) ?? []);
  return Buffer.concat([muxer.start(), ...pages, muxer.end(1e9)]);
};
const packetsOf = (file: Uint8Array) => [...oggPackets(file)].slice(2).map((packet) => Buffer.from(packet));
const PACKETS = [1, 254, 255, 256, 510, 3, 0, 700].map((length, index) => Buffer.alloc(length, index + 1));

describe('packets of an Ogg file', () => {
  it('are read back at any length', () => {
    expect(packetsOf(muxed(PACKETS))).toEqual(PACKETS);
  });

  it('are those of complete pages when the file is truncated', () => {
    const file = muxed(PACKETS);
    expect(packetsOf(file.subarray(0, file.length - 5))).toEqual(PACKETS.slice(0, 6));
  });

  it('are none when the file is not Ogg', () => {
    expect([...oggPackets(Buffer.alloc(500, 255))]).toEqual([]);
  });
});
