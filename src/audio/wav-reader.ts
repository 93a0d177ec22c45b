import { joinedSamples } from './pcm.js';
import { PcmDecoder, type PcmEncoding } from './pcm-decoder.js';
import { UnplayableAudio } from './audio-signature.js';

/** Pictures and notes besides the audio. */
const MAX_SKIPPED_BYTES = 65_536;
const MAX_FORMAT_BYTES = 1_024;
/** A chunk's name and size; at the beginning of the file, also the type. */
const CHUNK_HEADER_BYTES = 8;
const FILE_HEADER_BYTES = 12;

/** Minimum size of the format chunk; `WAVE_FORMAT_EXTENSIBLE` has its tag further behind. */
const FORMAT_BYTES = 16;
const SUBFORMAT_AT = 24;
const EXTENSIBLE = 0xfffe;

const PCM: Readonly<Record<number, PcmEncoding>> = { 8: 'u8', 16: 's16', 24: 's24', 32: 's32' };
const FLOAT: Readonly<Record<number, PcmEncoding>> = { 32: 'f32', 64: 'f64' };
const ENCODINGS: Readonly<Record<number, typeof PCM>> = { 1: PCM, 3: FLOAT };
const TAGS: Readonly<Record<number, string>> = {
  1: 'PCM',
  2: 'ADPCM',
  3: 'floating point',
  6: 'A-law',
  7: 'µ-law',
  0x11: 'ADPCM',
  0x55: 'MP3',
};

/** Decodes a WAV file into 16-bit mono samples, however its pieces are cut. */
export class WavReader {
  private kept: Buffer = Buffer.alloc(0);
  private decoder: PcmDecoder | undefined;
  /** State of the current chunk. */
  private isAudio = false;
  private leftBytes = 0;
  private isPadded = false;
  private skippedBytes = 0;

  /** Known once samples were read. */
  get sampleRateHz(): number {
    return this.decoder?.sampleRateHz ?? 0;
  }

  /** @throws UnplayableAudio */
  read(bytes: Uint8Array): Int16Array {
    let data: Buffer = Buffer.concat([this.kept, bytes]);
    const pieces: Int16Array[] = [];
    while (data.length > 0) {
      const begin = this.leftBytes > 0 ? 0 : this.readHeader(data);
      if (begin === undefined) break;
      const chunk = data.subarray(begin, begin + this.leftBytes);
      this.leftBytes -= chunk.length;
      if (this.isAudio && this.decoder) pieces.push(this.decoder.read(chunk));
      data = data.subarray(begin + chunk.length);
    }
    this.kept = data;
    return joinedSamples(pieces);
  }

  /** Reads the header of a chunk. @returns its length; undefined when more bytes are needed */
  private readHeader(data: Buffer): number | undefined {
    if (this.isPadded && data[0] === 0) return this.enter(0, this.isAudio, 1);
    if (data.length < FILE_HEADER_BYTES) return undefined;
    const name = data.toString('latin1', 0, 4);
    const size = data.readUInt32LE(4);
    // Servers that write the header before they know the length use 0 or a wrong length.
    if (this.isAudio && !/^[ -~]{4}$/.test(name)) return this.enter(Infinity, true, 0);
    if (name === 'RIFF') return this.enter(0, false, FILE_HEADER_BYTES);
    if (name === 'fmt ') return this.readFormat(data, size);
    if (name !== 'data') return this.skip(size);
    if (!this.decoder) throw new UnplayableAudio('a WAV file without a format');
    return this.enter(size === 0 ? Infinity : size, true, CHUNK_HEADER_BYTES);
  }

  private enter(bytes: number, isAudio: boolean, headerBytes: number): number {
    this.leftBytes = bytes;
    this.isAudio = isAudio;
    this.isPadded = bytes % 2 === 1;
    return headerBytes;
  }

  private readFormat(data: Buffer, size: number): number | undefined {
    if (size < FORMAT_BYTES || size > MAX_FORMAT_BYTES)
      throw new UnplayableAudio('a WAV file without a format');
    const end = CHUNK_HEADER_BYTES + size;
    if (data.length < end) return undefined;
    this.decoder = decoderOf(data.subarray(CHUNK_HEADER_BYTES, end));
    return this.enter(0, false, end);
  }

  private skip(size: number): number {
    if (!this.isAudio) this.skippedBytes += size;
    if (this.skippedBytes > MAX_SKIPPED_BYTES) throw new UnplayableAudio('a WAV file without audio');
    return this.enter(size, false, CHUNK_HEADER_BYTES);
  }
}

function decoderOf(format: Buffer): PcmDecoder {
  const tag = format.readUInt16LE(0);
  const isExtensible = tag === EXTENSIBLE && format.length > SUBFORMAT_AT + 1;
  const realTag = isExtensible ? format.readUInt16LE(SUBFORMAT_AT) : tag;
  const channels = format.readUInt16LE(2);
  const bits = format.readUInt16LE(14);
  const encoding = ENCODINGS[realTag]?.[bits];
  if (!encoding)
    throw new UnplayableAudio(`a WAV file with ${bits} bits of ${TAGS[realTag] ?? `format ${realTag}`}`);
  return new PcmDecoder({ encoding, channels, sampleRateHz: format.readUInt32LE(4) });
}
