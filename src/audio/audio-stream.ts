import { describedPcm } from './audio-type.js';
import { foundInstead, isWav, UnplayableAudio } from './audio-signature.js';
import { samplesOf } from './pcm.js';
import { PcmDecoder, type PcmEncoding } from './pcm-decoder.js';
import { WavReader } from './wav-reader.js';

export interface AudioPiece {
  /** Mono. */
  readonly samples: Int16Array;
  readonly sampleRateHz: number;
}

interface Described {
  readonly contentType: string;
  /** Default rate of raw audio. */
  readonly sampleRateHz: number;
}

/**
 * Needed to detect the format: two frames of MP3 if it begins like one, else some 20 ms. Leading silence is skipped.
 */
const FRAMES_BYTES = 3_072;
const JUDGED_BYTES = 1_024;
const MAX_SILENT_BYTES = 262_144;

/** No voice begins this loud and sharp; compressed audio read as samples does. */
const LOUD = 8_192;

/**
 * Reads a stream of raw audio or of a WAV file to its end. Its bytes decide the format; where they are ambiguous, the
 * content type does.
 * @throws UnplayableAudio before the first piece
 */
export async function* audioPieces(
  stream: AsyncIterable<Uint8Array>,
  described: Described,
): AsyncGenerator<AudioPiece> {
  let head: Buffer = Buffer.alloc(0);
  let reader: PcmDecoder | WavReader | undefined;
  for await (const bytes of stream) {
    if (!reader) {
      head = Buffer.concat([head, bytes]);
      if (!isEnough(head)) continue;
    }
    yield* pieceOf((reader ??= readerOf(head, described)), head.length > 0 ? head : bytes);
    head = Buffer.alloc(0);
  }
  if (head.length > 0) yield* pieceOf(readerOf(head, described), head);
}

function* pieceOf(reader: PcmDecoder | WavReader, bytes: Uint8Array): Generator<AudioPiece> {
  const samples = reader.read(bytes);
  if (samples.length > 0) yield { samples, sampleRateHz: reader.sampleRateHz };
}

function isEnough(head: Buffer): boolean {
  const wanted = head[0] === 0xff ? FRAMES_BYTES : silentBytes(head) + JUDGED_BYTES;
  return isWav(head) || head.length >= Math.min(wanted, MAX_SILENT_BYTES);
}

/** Leading silence, in whole 16-bit samples. */
function silentBytes(head: Buffer): number {
  const begin = head.findIndex((byte) => byte !== 0);
  return begin < 0 ? head.length : begin - (begin % 2);
}

function readerOf(head: Buffer, { contentType, sampleRateHz }: Described): PcmDecoder | WavReader {
  if (isWav(head)) return new WavReader();
  const found = foundInstead(head, /^audio\/(x-)?(mp|aac)/i.test(contentType));
  // For text, the content type is more specific.
  if (found !== undefined && found !== 'text') throw new UnplayableAudio(found);
  const { encoding, channels = 1, ...rate } = describedPcm(contentType);
  if (found !== undefined) throw new UnplayableAudio(found);
  const sampled = encoding ?? encodingOf(head.subarray(silentBytes(head)).subarray(0, JUDGED_BYTES));
  return new PcmDecoder({ encoding: sampled, channels, sampleRateHz, ...rate });
}

/** Guesses the byte order: in the wrong one, quiet samples jump the most. */
function encodingOf(bytes: Buffer): PcmEncoding {
  const little = samplesOf(bytes);
  const big = samplesOf(Buffer.from(bytes.subarray(0, little.length * 2)).swap16());
  const [encoding, samples] =
    jumps(big) < jumps(little) / 2 ? (['s16be', big] as const) : (['s16', little] as const);
  const level = samples.reduce((sum, sample) => sum + Math.abs(sample), 0);
  if (level > LOUD * samples.length && jumps(samples) > level)
    throw new UnplayableAudio('no audio of 16 bits');
  return encoding;
}

function jumps(samples: Int16Array): number {
  return samples.reduce((sum, sample, at) => sum + Math.abs(sample - (samples[at - 1] ?? sample)), 0);
}
