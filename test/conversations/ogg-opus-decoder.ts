import { createRequire } from 'node:module';

interface StereoDecoder {
  decode(packet: Uint8Array): Uint8Array;
  drop(): void;
}

const { Decoder } = createRequire(import.meta.url)('@evan/opus/wasm/index.js') as {
  Decoder: new (options: { channels: number; sample_rate: number }) => StereoDecoder;
};

/** Decodes a stereo Ogg Opus file independently: pages, packets, samples at 48 kHz. */
export function decodeOggOpus(file: Buffer): { left: Int16Array; right: Int16Array; sampleRateHz: number } {
  const [head, , ...packets] = packetsOf(file);
  if (head?.toString('latin1', 0, 8) !== 'OpusHead') throw new Error('no OpusHead');
  const preSkip = head.readUInt16LE(10);
  const decoder = new Decoder({ channels: 2, sample_rate: 48_000 });
  const left: number[] = [];
  const right: number[] = [];
  for (const packet of packets) {
    const bytes = decoder.decode(packet);
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
    for (let at = 0; at < samples.length; at += 2) {
      left.push(samples[at] ?? 0);
      right.push(samples[at + 1] ?? 0);
    }
  }
  decoder.drop();
  const end = lastGranulePosition(file);
  return {
    left: Int16Array.from(left.slice(preSkip, end)),
    right: Int16Array.from(right.slice(preSkip, end)),
    sampleRateHz: 48_000,
  };
}

function packetsOf(file: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  let begun: Buffer[] = [];
  forEachPage(file, (page) => {
    const segments = page.readUInt8(26);
    let at = 27 + segments;
    for (const length of page.subarray(27, 27 + segments)) {
      begun.push(page.subarray(at, at + length));
      at += length;
      if (length === 255) continue;
      packets.push(Buffer.concat(begun));
      begun = [];
    }
  });
  return packets;
}

function lastGranulePosition(file: Buffer): number {
  let last = 0;
  forEachPage(file, (page) => (last = Number(page.readBigUInt64LE(6))));
  return last;
}

function forEachPage(file: Buffer, visit: (page: Buffer) => void): void {
  for (let at = 0; at + 27 <= file.length;) {
    const segments = file.readUInt8(at + 26);
    const body = file.subarray(at + 27, at + 27 + segments).reduce((sum, length) => sum + length, 0);
    const end = at + 27 + segments + body;
    if (end > file.length) return;
    visit(file.subarray(at, end));
    at = end;
  }
}
