/** Sample encodings in a body: big-endian with `be`, otherwise little-endian. */
type Encoding = 'u8' | 's16' | 's16be' | 's24' | 's32' | 'f32' | 'f64';

export interface Layout {
  readonly encoding: Encoding;
  readonly channels: number;
  readonly sampleRateHz: number;
}

const WRITE: Readonly<
  Record<Encoding, readonly [number, (to: Buffer, value: number, at: number) => unknown]>
> = {
  u8: [1, (to, value, at) => to.writeUInt8(Math.round(value * 127) + 128, at)],
  s16: [2, (to, value, at) => to.writeInt16LE(Math.round(value * 32_767), at)],
  s16be: [2, (to, value, at) => to.writeInt16BE(Math.round(value * 32_767), at)],
  s24: [3, (to, value, at) => to.writeIntLE(Math.round(value * 8_388_607), at, 3)],
  s32: [4, (to, value, at) => to.writeInt32LE(Math.round(value * 2_147_483_647), at)],
  f32: [4, (to, value, at) => to.writeFloatLE(value, at)],
  f64: [8, (to, value, at) => to.writeDoubleLE(value, at)],
};

/** A vowel of 100 ms with a varying level between -1 and 1. */
export function vowel(sampleRateHz: number): number[] {
  return Array.from({ length: sampleRateHz / 10 }, (_, at) => {
    const seconds = at / sampleRateHz;
    const swell = Math.sin(seconds * 10 * Math.PI);
    return (
      0.4 * swell * (Math.sin(seconds * 2 * Math.PI * 140) + 0.5 * Math.sin(seconds * 2 * Math.PI * 700))
    );
  });
}

/** The bytes of one sample on all channels. */
export const frameBytes = ({ encoding, channels }: Layout): number => WRITE[encoding][0] * channels;

/** Samples between -1 and 1 as bytes, the same on all channels. */
export function laidOut(
  samples: readonly number[],
  { encoding, channels }: Omit<Layout, 'sampleRateHz'>,
): Buffer {
  const [bytes, write] = WRITE[encoding];
  const body = Buffer.alloc(samples.length * channels * bytes);
  samples.forEach((sample, frame) => {
    for (let channel = 0; channel < channels; channel++)
      write(body, sample, (frame * channels + channel) * bytes);
  });
  return body;
}

/** A WAV file, `WAVE_FORMAT_EXTENSIBLE` if requested, with metadata chunks around its audio. */
export function wavFile(
  audio: Buffer,
  { encoding, channels, sampleRateHz }: Layout,
  isExtensible = false,
): Buffer {
  const [bytes] = WRITE[encoding];
  const tag = encoding.startsWith('f') ? 3 : 1;
  const format = Buffer.alloc(isExtensible ? 40 : 16);
  format.writeUInt16LE(isExtensible ? 0xfffe : tag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRateHz, 4);
  format.writeUInt32LE(sampleRateHz * channels * bytes, 8);
  format.writeUInt16LE(channels * bytes, 12);
  format.writeUInt16LE(bytes * 8, 14);
  if (isExtensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(bytes * 8, 18);
    format.write('000000001000800000aa00389b71', 26, 'hex');
    format.writeUInt16LE(tag, 24);
  }
  const note = chunk('LIST', Buffer.from('INFOISFT\x05\0\0\0Lavf\0\0'));
  const chunks = Buffer.concat([chunk('fmt ', format), note, chunk('data', audio), note]);
  const head = Buffer.from('RIFF\0\0\0\0WAVE');
  head.writeUInt32LE(4 + chunks.length, 4);
  return Buffer.concat([head, chunks]);
}

function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** Unlike any audio: all byte values are equally likely. */
export const noise = (bytes: number): Buffer => {
  let state = 1;
  return Buffer.from(Array.from({ length: bytes }, () => (state = (state * 48_271) % 2_147_483_647) >> 8));
};

/** MP3 detection needs two consecutive frames. */
export function secondFrame(head: Buffer): Buffer {
  if (head[0] !== 0xff) return Buffer.alloc(0);
  const frame = Buffer.alloc(417 - head.length, 0x55);
  return Buffer.concat([frame, head]);
}
