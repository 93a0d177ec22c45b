import { Readable } from 'node:stream';

/** The recording by one process, in this instance's folder or in the bucket. */
export interface RecordingPart {
  readonly sizeBytes: number;
  /** A byte range, both ends included. */
  read(first: number, last: number): AsyncIterable<Uint8Array>;
}

/** Its concatenated parts are one Ogg stream (RFC 3533, 4: chaining). */
export interface Recording {
  /** In the order of the call; one unless several processes carried it. */
  readonly parts: readonly RecordingPart[];
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** A byte range of a recording, both ends included. */
export function readRecording({ parts }: Recording, first: number, last: number): Readable {
  return Readable.from(bytesOf(parts, first, last));
}

/** All bytes of a recording, in memory. */
export async function wholeRecording(recording: Recording): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readRecording(recording, 0, recording.sizeBytes - 1)) {
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}

/** A byte range of concatenated parts, both ends included. */
export async function* bytesOf(
  parts: readonly RecordingPart[],
  first: number,
  last: number,
): AsyncGenerator<Uint8Array> {
  let before = 0;
  for (const part of parts) {
    const [start, end] = [Math.max(0, first - before), Math.min(part.sizeBytes - 1, last - before)];
    before += part.sizeBytes;
    if (start <= end) yield* part.read(start, end);
  }
}
