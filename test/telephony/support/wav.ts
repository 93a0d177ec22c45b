/** 16-bit PCM WAV files, as used by SIP phones in tests. */
const HEAD_BYTES = 44;

export interface Wav {
  readonly samples: Int16Array;
  readonly sampleRateHz: number;
}

export function writeWav({ samples, sampleRateHz }: Wav): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  const bytes = samples.length * 2;
  head.write('RIFF', 0);
  head.writeUInt32LE(HEAD_BYTES - 8 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRateHz, 24);
  head.writeUInt32LE(sampleRateHz * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer, samples.byteOffset, bytes)]);
}

/** The first channel. Ignores sizes in the header, since the file may still be growing. */
export function readWav(file: Buffer): Wav {
  const channels = file.readUInt16LE(22);
  const data = file.indexOf('data', 12, 'latin1') + 8;
  const frames = Math.floor((file.length - data) / 2 / channels);
  const samples = Int16Array.from({ length: frames }, (_, frame) =>
    file.readInt16LE(data + 2 * frame * channels),
  );
  return { samples, sampleRateHz: file.readUInt32LE(24) };
}
