import { PcmReader } from './pcm-reader.js';

const bytesOf = (...samples: number[]) => Buffer.from(Int16Array.from(samples).buffer);

function wavHeader(sampleRateHz: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt32LE(sampleRateHz, 24);
  header.write('data', 36);
  return header;
}

describe('PcmReader', () => {
  it('makes the same samples wherever the stream is cut', () => {
    const stream = bytesOf(1, -2, 300, -32_768, 32_767);
    for (let cut = 0; cut <= stream.length; cut++) {
      const reader = new PcmReader(24_000);
      const samples = [...reader.read(stream.subarray(0, cut)), ...reader.read(stream.subarray(cut))];
      expect(samples).toEqual([1, -2, 300, -32_768, 32_767]);
    }
  });

  it('skips the header of a WAV file, wherever it is cut, and takes its rate', () => {
    const stream = Buffer.concat([wavHeader(16_000), bytesOf(5, 6, 7)]);
    for (let cut = 0; cut <= stream.length; cut++) {
      const reader = new PcmReader(24_000);
      const samples = [...reader.read(stream.subarray(0, cut)), ...reader.read(stream.subarray(cut))];
      expect(samples).toEqual([5, 6, 7]);
      expect(reader.sampleRateHz).toBe(16_000);
    }
  });
});
