/** Tools for mono 16-bit PCM in stand-ins and tests. */

/** Little-endian bytes, as in every speech protocol here. */
export function toBytes(samples: Int16Array): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, index) => bytes.writeInt16LE(sample, index * 2));
  return bytes;
}

/** Samples of little-endian bytes; an odd last byte is dropped. */
export function fromBytes(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Int16Array(bytes.byteLength >> 1);
  for (let index = 0; index < samples.length; index++) samples[index] = view.getInt16(index * 2, true);
  return samples;
}

/** Resamples by linear interpolation, which is enough for machine recognition. */
export function resample(samples: Int16Array, fromHz: number, toHz: number): Int16Array {
  if (fromHz === toHz) return samples;
  const length = Math.floor((samples.length * toHz) / fromHz);
  const out = new Int16Array(length);
  for (let index = 0; index < length; index++) {
    const at = (index * fromHz) / toHz;
    const before = Math.floor(at);
    const left = samples[before] ?? 0;
    const right = samples[before + 1] ?? left;
    out[index] = Math.round(left + (right - left) * (at - before));
  }
  return out;
}

export function concatenate(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** RMS of the samples, 0 to 32768. */
export function loudness(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(samples.length, 1));
}

/** A RIFF file with 16-bit mono PCM (Microsoft's multimedia programming interface 1.0, chapter 3). */
export function toWav(samples: Int16Array, sampleRateHz: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length * 2, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRateHz, 24);
  head.writeUInt32LE(sampleRateHz * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length * 2, 40);
  return Buffer.concat([head, toBytes(samples)]);
}

/** The samples of a 16-bit mono WAV file and their rate. */
export function fromWav(file: Uint8Array): { readonly samples: Int16Array; readonly sampleRateHz: number } {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') throw new Error('Not a RIFF file');
  let sampleRateHz = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    const chunk = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (chunk === 'fmt ') sampleRateHz = bytes.readUInt32LE(at + 12);
    if (chunk === 'data') return { samples: fromBytes(bytes.subarray(at + 8, at + 8 + size)), sampleRateHz };
    at += 8 + size + (size % 2);
  }
  throw new Error('The WAV file has no data');
}
