import { samplesOf } from './pcm.js';

/** The most bytes of a WAV file that are searched for its audio. */
const MAX_HEADER_BYTES = 4_096;

const RIFF = Buffer.from('RIFF', 'latin1');

/**
 * Makes samples of a stream of little-endian 16-bit mono PCM, wherever its pieces are cut. A stream that begins as a
 * WAV file is read as one: its header tells the rate.
 */
export class PcmReader {
  private rateHz: number;
  private kept: Buffer = Buffer.alloc(0);
  private headerRead = false;

  /** @param sampleRateHz Of a stream without a header. */
  constructor(sampleRateHz: number) {
    this.rateHz = sampleRateHz;
  }

  /** Known once samples were read. */
  get sampleRateHz(): number {
    return this.rateHz;
  }

  /** Reads a stream to its end; pieces without a whole sample are left out. */
  async *pieces(
    stream: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<{ samples: Int16Array; sampleRateHz: number }> {
    for await (const bytes of stream) {
      const samples = this.read(bytes);
      if (samples.length > 0) yield { samples, sampleRateHz: this.rateHz };
    }
  }

  read(bytes: Uint8Array): Int16Array {
    let data = Buffer.concat([this.kept, bytes]);
    this.kept = Buffer.alloc(0);
    if (!this.headerRead) {
      const begin = this.beginOfAudio(data);
      if (begin === undefined) {
        this.kept = data;
        return new Int16Array(0);
      }
      this.headerRead = true;
      data = data.subarray(begin);
    }
    const samples = samplesOf(data);
    this.kept = data.subarray(samples.length * 2);
    return samples;
  }

  /** Where the audio begins; undefined when more bytes are needed to tell. */
  private beginOfAudio(data: Buffer): number | undefined {
    if (data.length < RIFF.length) return undefined;
    if (!data.subarray(0, RIFF.length).equals(RIFF)) return 0;
    for (let at = 12; at + 8 <= data.length; at += 8 + data.readUInt32LE(at + 4)) {
      const chunk = data.toString('latin1', at, at + 4);
      if (chunk === 'data') return at + 8;
      if (chunk === 'fmt ' && at + 16 <= data.length) this.rateHz = data.readUInt32LE(at + 12);
    }
    return data.length > MAX_HEADER_BYTES ? 0 : undefined;
  }
}
